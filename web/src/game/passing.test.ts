import { describe, expect, test } from "vitest";
import type { LogAction, LogLine, ScorelessEndRule } from "../protocol";
import { passEffect } from "./passing";

const line = (playerId: string, deed: LogAction): LogLine => ({
  turnNumber: 1,
  playerId,
  at: 0,
  total: 0,
  deed,
});
const pass = (playerId: string) => line(playerId, { kind: "passed", automatic: false });
const play = (playerId: string, fate: "stood" | "takenBack" | "open") =>
  line(playerId, { kind: "played", placements: [], words: [], score: 5, fate, challenge: null });
const swap = (playerId: string) => line(playerId, { kind: "exchanged", count: 1 });
const lost = (playerId: string) => line(playerId, { kind: "lostTurn" });

function effect(
  scorelessEnd: ScorelessEndRule,
  log: LogLine[],
  players = ["ann", "bob"],
  consecutivePasses = 0,
) {
  return passEffect({ scorelessEnd }, { consecutivePasses, currentPlayerId: "bob", log }, players).kind;
}

describe("where a pass by every player ends the game", () => {
  const rule: ScorelessEndRule = { kind: "everyPlayerPassed" };
  test.each<[string, LogLine[], string[], string]>([
    ["the last player to pass ends it", [pass("ann")], ["ann", "bob"], "endsGame"],
    ["the first one does not", [], ["ann", "bob"], "none"],
    ["a word in between resets it", [pass("ann"), play("bob", "stood")], ["ann", "bob"], "none"],
    ["so does a word that can be challenged", [pass("ann"), play("bob", "open")], ["ann", "bob"], "none"],
    [
      "a word that was taken back does not",
      [pass("ann"), play("bob", "takenBack")],
      ["ann", "bob"],
      "endsGame",
    ],
    ["a swap resets it", [pass("ann"), swap("bob")], ["ann", "bob"], "none"],
    ["a lost turn does not", [pass("ann"), lost("bob")], ["ann", "bob"], "endsGame"],
    ["a third player has to pass too", [pass("ann")], ["ann", "bob", "cat"], "none"],
    ["a player who left does not", [pass("ann"), pass("cat")], ["ann", "bob"], "endsGame"],
    ["passing twice is not passing for the other", [pass("bob")], ["ann", "bob"], "none"],
  ])("%s", (_, log, players, kind) => expect(effect(rule, log, players)).toBe(kind));
});

test("where passes are counted, the server's count decides", () => {
  const rule: ScorelessEndRule = { kind: "passes", count: 4 };
  expect(effect(rule, [], ["ann", "bob"], 3)).toBe("endsGame");
  expect(
    passEffect({ scorelessEnd: rule }, { consecutivePasses: 1, currentPlayerId: "bob", log: [] }, []),
  ).toEqual({
    kind: "counts",
    number: 2,
    of: 4,
  });
});

test("where passing never ends the game, it does not", () => {
  expect(effect({ kind: "never" }, [pass("ann")])).toBe("none");
});
