import { describe, expect, test } from "vitest";
import type { ServerEvents } from "../protocol";
import { applyEvent, type TableEvent, type TableModel } from "./model";
import { model, tile } from "./model.fixture";

function event<E extends keyof ServerEvents>(
  name: E,
  payload: Omit<ServerEvents[E], "seq">,
  seq: number,
): TableEvent {
  return { name, payload: { ...payload, seq } } as unknown as TableEvent;
}

const play = (seq: number) =>
  event(
    "playMade",
    {
      playerId: "p1",
      turnNumber: 1,
      placements: [{ row: 7, col: 7, tile: tile("H") }],
      words: [{ text: "HI", score: 8 }],
      score: 8,
      newScore: 8,
      goesOut: false,
      challengeUntil: 1,
    },
    seq,
  );

function after(start: TableModel, ...events: TableEvent[]): TableModel {
  return events.reduce((model, event) => {
    const received = applyEvent(model, event);
    expect(received.stale).toBe(false);
    return received.model!;
  }, start);
}

describe("versions", () => {
  test("an event of an earlier version changes nothing", () => {
    const now = model();
    expect(applyEvent(now, play(9))).toEqual({ model: now, stale: false });
  });

  test("a skipped version requires the whole state", () => {
    expect(applyEvent(model(), play(12)).stale).toBe(true);
  });

  test("events before the first state are ignored", () => {
    expect(applyEvent(null, play(1))).toEqual({ model: null, stale: true });
  });

  test("a whole state replaces the model unless it is older", () => {
    const now = model();
    const older = { ...model(), seq: 9 };
    const newer = { ...model(), seq: 30, roomCode: "WXYZ" };
    expect(applyEvent(now, { name: "tableState", payload: older }).model).toBe(now);
    expect(applyEvent(now, { name: "tableState", payload: newer }).model).toBe(newer);
  });

  test("several events share a version", () => {
    const turn = event(
      "turnChange",
      {
        currentPlayerId: "p2",
        nextPlayerId: "p1",
        consecutivePasses: 0,
        turnNumber: 2,
        waitsForChallenge: false,
      },
      11,
    );
    expect(after(model(), play(11), turn).seq).toBe(11);
  });
});

describe("an opponent's move", () => {
  test("does not change the player's own tiles", () => {
    const now = model();
    expect(after(now, play(11)).you).toBe(now.you);
  });

  test("can be challenged only where words are challenged", () => {
    expect(after(model("challenge"), play(11)).game?.openPlay?.words[0]?.text).toBe("HI");
    expect(after(model("checked"), play(11)).game?.openPlay).toBeNull();
  });
});

describe("a challenge", () => {
  const started = event(
    "challengeStarted",
    { challengerId: "p2", playerId: "p1", turnNumber: 1, words: ["HI"], verdict: "anyone" },
    12,
  );
  const resolved = (valid: boolean) =>
    event(
      "challengeResolved",
      {
        challengerId: "p2",
        playerId: "p1",
        turnNumber: 1,
        words: ["HI"],
        valid,
        judge: { kind: "player", playerId: "p2" },
        pointsLost: valid ? 0 : 8,
        challengerLosesTurn: valid,
      },
      13,
    );

  test("that succeeds takes back the play and its points", () => {
    const now = after(model(), play(11), started, resolved(false));
    const line = now.game!.log[0]!;
    expect(now.game!.openPlay).toBeNull();
    expect(line.deed).toMatchObject({ kind: "played", fate: "takenBack" });
    expect(line.total).toBe(0);
    expect(now.players[0]!.tileCount).toBe(7);
  });

  test("that fails costs the challenger a turn", () => {
    const now = after(model(), play(11), started, resolved(true));
    expect(now.players[1]!.lostTurns).toBe(1);
    const lost = after(now, event("turnLost", { playerId: "p2" }, 14));
    expect(lost.players[1]!.lostTurns).toBe(0);
    expect(lost.game!.log.at(-1)!.deed.kind).toBe("lostTurn");
  });
});
