import { describe, expect, test } from "vitest";
import type { GameChange, LogLine, ServerEvents, StateChange } from "../protocol";
import { mergeChange, VersionedModel, type Received, type TableEvent } from "./model";
import { model, tile } from "./model.fixture";

function event<E extends keyof ServerEvents>(name: E, payload: object, seq: number): TableEvent {
  return { name, payload: { ...payload, seq } } as unknown as TableEvent;
}

const pass = (seq: number) => event("turnPassed", { playerId: "p1", automatic: false }, seq);
const change = (payload: StateChange, seq: number) => event("stateChange", payload, seq);

const line = (turnNumber: number): LogLine => ({
  turnNumber,
  playerId: "p1",
  at: 0,
  total: 0,
  deed: { kind: "passed", automatic: false },
});

/** A change of the game that changes nothing but what is given. */
const game = (fields: Partial<GameChange>): StateChange => ({
  gameChange: {
    rows: [],
    log: { from: 0, lines: [] },
    tileBagCount: 86,
    currentPlayerId: "p1",
    nextPlayerId: "p2",
    waitsForChallenge: false,
    turnNumber: 1,
    consecutivePasses: 0,
    passEndsGame: false,
    ...fields,
  },
});

/** The model at version 10, and what came of the last of the events. */
function receive(...events: TableEvent[]): { table: VersionedModel; last: Received } {
  const table = new VersionedModel();
  table.receive(event("tableState", model(), 10));
  return { table, last: events.map((event) => table.receive(event)).at(-1)! };
}

describe("a version", () => {
  test("is applied as a whole when its change arrives", () => {
    const { table, last } = receive(pass(11));
    expect(last.kind).toBe("incomplete");
    expect(table.model?.seq).toBe(10);
    const update = table.receive(change(game({ currentPlayerId: "p2" }), 11));
    expect(update).toMatchObject({
      kind: "update",
      events: [{ name: "turnPassed" }],
      before: { seq: 10, game: { currentPlayerId: "p1" } },
      after: { seq: 11, game: { currentPlayerId: "p2" } },
    });
  });

  test("that is earlier changes nothing", () => {
    expect(receive(pass(9)).last.kind).toBe("outdated");
  });

  test("that is skipped requires the whole state", () => {
    expect(receive(pass(12)).last.kind).toBe("gap");
    expect(receive(pass(11), pass(12)).last.kind).toBe("gap");
  });

  test("that came in parts before a gap is not mixed with a later one", () => {
    const { last } = receive(pass(11), pass(12), event("tableState", model(), 12), change({}, 13));
    expect(last).toMatchObject({ kind: "update", events: [] });
  });

  test("before the first state requires that state", () => {
    expect(new VersionedModel().receive(pass(1)).kind).toBe("gap");
  });

  test("of a whole state replaces the model unless it is older", () => {
    expect(receive(event("tableState", model(), 9)).last.kind).toBe("outdated");
    expect(receive(event("tableState", model(), 30)).table.model?.seq).toBe(30);
  });
});

describe("an event without a new version", () => {
  test("is reported at once", () => {
    const { last } = receive(event("chat", { playerId: "p1", playerName: "p1", text: "hm", at: 0 }, 10));
    expect(last).toMatchObject({ kind: "update", events: [{ name: "chat" }] });
  });

  test("can change who is connected", () => {
    const players = model().players.map((player) => ({ ...player, connected: player.id === "p2" }));
    const { table } = receive(change({ players }, 10));
    expect(table.model?.players[0]?.connected).toBe(false);
  });
});

describe("a change", () => {
  const rack = event("yourTiles", { tiles: [tile("Z")] }, 11);

  test("comes together with the player's own rack", () => {
    const { table } = receive(rack, change({}, 11));
    expect(table.model?.you?.tiles).toEqual([tile("Z")]);
  });

  test("leaves the player's own tiles alone", () => {
    const before = model();
    expect(mergeChange(before, game({})).you).toBe(before.you);
  });

  test("replaces the rows it names and keeps the board if there are none", () => {
    const before = model();
    expect(mergeChange(before, game({})).game!.board).toBe(before.game!.board);
    const squares = before.game!.board[7]!.map((square, col) => (col === 7 ? tile("H") : square));
    const { board } = mergeChange(before, game({ rows: [{ row: 7, squares }] })).game!;
    expect(board[7]).toBe(squares);
    expect(board[8]).toBe(before.game!.board[8]);
  });

  test("replaces the end of the score sheet", () => {
    const one = mergeChange(model(), game({ log: { from: 0, lines: [line(1), line(2)] } }));
    const other = mergeChange(one, game({ log: { from: 1, lines: [line(5)] } }));
    expect(other.game!.log).toEqual([line(1), line(5)]);
  });

  test("tells a play that is no longer open from one that stays open", () => {
    const open = { playerId: "p1" } as GameChange["openPlay"];
    const opened = mergeChange(model(), game({ openPlay: open! }));
    expect(mergeChange(opened, game({})).game!.openPlay).toBe(open);
    expect(mergeChange(opened, game({ openPlay: null })).game!.openPlay).toBeNull();
  });
});
