import { describe, expect, test } from "vitest";
import { spreadLabels, graphOf, ticks } from "./series";
import { game, line, passed, played } from "./game.fixture";

describe("the graph", () => {
  test("follows each player from zero to the final score", () => {
    const log = [
      played("alice", { words: [["CAT", 10]] }),
      played("bob", { words: [["DOG", 7]] }),
      passed("alice"),
    ];
    const { series, turns, lowest, highest } = graphOf(game(log, { alice: 6, bob: 11 }));
    expect(turns).toBe(3);
    expect([lowest, highest]).toEqual([0, 11]);
    expect(series[0]!.points.map(({ turn, score }) => [turn, score])).toEqual([
      [0, 0],
      [1, 10],
      [3, 10],
      [4, 6],
    ]);
    expect(series[1]!.points.map(({ turn, score }) => [turn, score])).toEqual([
      [0, 0],
      [2, 7],
      [3, 7],
      [4, 11],
    ]);
  });

  test("gives no points for a play that was taken back", () => {
    const log = [played("alice", { words: [["XYZ", 40]], fate: "takenBack" })];
    expect(graphOf(game(log)).rows).toEqual([{ turn: 1, scores: [0, 0] }]);
  });

  test("counts neither a lost turn nor a resignation as a turn", () => {
    const log = [line("bob", { kind: "lostTurn" }), line("bob", { kind: "left", reason: "resigned" })];
    expect(graphOf(game(log)).turns).toBe(0);
  });

  test("goes below zero when remaining tiles cost more than was earned", () => {
    expect(graphOf(game([], { alice: -11, bob: 0 })).lowest).toBe(-11);
  });
});

test("the scale has a few round numbers", () => {
  expect(ticks(0, 287, 4)).toEqual([0, 100, 200]);
  expect(ticks(-11, 40, 4)).toEqual([0, 20, 40]);
  expect(ticks(0, 0, 4)).toEqual([0]);
});

describe("labels", () => {
  test("that are far apart do not move", () => {
    expect(spreadLabels([10, 50], 14, 0, 100)).toEqual([10, 50]);
  });

  test("that overlap move apart within the height", () => {
    expect(spreadLabels([98, 97, 99], 10, 0, 100)).toEqual([90, 80, 100]);
  });
});
