import { describe, expect, test } from "vitest";
import { en } from "../i18n/en";
import { nl } from "../i18n/nl";
import type { TableModel } from "../table/model";
import type { TableUpdate } from "../table/session.svelte";
import { announcement } from "./announce";

const player = (id: string, name: string) => ({ id, name });

/** The parts of a table model that announcements need. */
function table(change: object = {}, game: object = {}): TableModel {
  const board = Array.from({ length: 15 }, () => new Array(15).fill(null));
  return {
    progress: "playing",
    players: [player("a", "Alice"), player("b", "Bob")],
    you: { playerId: "a", tiles: [] },
    game: { board, currentPlayerId: "a", turnNumber: 1, ...game },
    ...change,
  } as unknown as TableModel;
}

function said(name: string, payload: object, before = table(), after = before, texts = en): string | null {
  return announcement({ event: { name, payload }, before, after } as unknown as TableUpdate, texts);
}

const tile = (letter: string) => ({ letter, points: 1, isBlank: false });

describe("a screen reader announces", () => {
  const play = {
    playerId: "b",
    placements: [
      { row: 7, col: 7, tile: tile("C") },
      { row: 7, col: 8, tile: tile("A") },
      { row: 7, col: 9, tile: tile("T") },
    ],
    words: [{ text: "CAT", score: 10 }],
    score: 10,
    newScore: 31,
  };

  test("a play with its player, words, square and score", () => {
    expect(said("playMade", play)).toBe("Bob played CAT at 8H for 10 points, 31 in all.");
  });

  test("the same in Dutch", () => {
    expect(said("playMade", play, table(), table(), nl)).toBe(
      "Bob legde CAT op 8H voor 10 punten, 31 in totaal.",
    );
  });

  test("whose turn it is", () => {
    const theirs = table({}, { currentPlayerId: "b", turnNumber: 2 });
    expect(said("turnChange", {}, table(), theirs)).toBe("It is Bob's turn.");
    expect(said("turnChange", {}, theirs, table({}, { turnNumber: 3 }))).toBe("It is your turn.");
  });

  test("nothing if the turn did not change", () => {
    expect(said("turnChange", {}, table(), table())).toBeNull();
  });

  test("a challenge and its verdict", () => {
    const about = { challengerId: "a", playerId: "b", words: ["DORD"] };
    expect(said("challengeStarted", about)).toBe("Alice challenges DORD.");
    expect(said("challengeResolved", { ...about, valid: false })).toContain("Bob's play is taken back");
  });

  test("what time does in a game over days", () => {
    expect(said("turnPassed", { playerId: "b", automatic: true })).toBe("Bob ran out of time and passed.");
    expect(said("turnPassed", { playerId: "b", automatic: false })).toBe("Bob passed.");
    const bob = { playerId: "b", playerName: "Bob", level: 3 };
    expect(said("standInStarted", bob)).toBe("Bob ran out of time. The computer plays for Bob.");
    expect(said("standInEnded", bob)).toBe("Bob is back and plays again.");
  });

  test("a pause from its proposal to its end", () => {
    expect(said("pauseProposed", { playerId: "b", until: 1 })).toBe("Bob proposes a pause.");
    expect(said("pauseAgreed", { playerId: "a", agreed: [] })).toBe("Alice agrees to the pause.");
    expect(said("pauseLapsed", {})).toBe("There is no pause.");
    expect(said("gamePaused", { until: 1 })).toBe("The game is paused.");
    expect(said("gameResumed", {})).toBe("The game continues.");
    expect(said("gamePaused", { until: 1 }, table(), table(), nl)).toBe("Het spel staat op pauze.");
  });

  test("new players only", () => {
    const more = table({ players: [player("a", "Alice"), player("b", "Bob"), player("c", "Carol")] });
    expect(said("lobbyUpdate", {}, table(), more)).toBe("Carol has joined.");
    expect(said("lobbyUpdate", {}, more, more)).toBeNull();
  });

  test("the rack when it has changed", () => {
    const tiles = [tile("Q"), { letter: "_", points: 0, isBlank: true }];
    const dealt = table({ you: { playerId: "a", tiles } });
    expect(said("yourTiles", { tiles }, table(), dealt)).toBe("Your rack: Q blank.");
  });

  test("the winners", () => {
    const winners = [{ playerId: "a", playerName: "Alice", score: 3 }];
    expect(said("gameEnded", { winners })).toBe("The game is over. Alice wins!");
    expect(said("gameEnded", { winners: [] })).toBe("The game is over. No one wins.");
  });
});
