import { describe, expect, test } from "vitest";
import type { LogChallenge } from "../protocol";
import { mayBluff, recapOf, wordsOf } from "./bluffs";
import { game, line, played } from "./game.fixture";

const byBob: LogChallenge = { challengerId: "bob", judge: { kind: "dictionary", unknownWords: [] } };
const verdicts = new Map([
  ["DORD", false],
  ["CAT", true],
  ["AT", true],
]);

describe("the recap", () => {
  test("calls a phony that stood a dord and lists the players who did not challenge it", () => {
    const log = [
      played("alice", {
        words: [
          ["DORD", 12],
          ["AT", 2],
        ],
      }),
    ];
    expect(recapOf(game(log, { carol: 0 }), verdicts).bluffs).toMatchObject([
      { kind: "dord", words: ["DORD"], challengerId: null, notChallengedBy: ["bob", "carol"] },
    ]);
  });

  test("lists a word once even if the play formed it twice", () => {
    const twice: [string, number][] = [
      ["DORD", 12],
      ["DORD", 12],
    ];
    expect(recapOf(game([played("alice", { words: twice })]), verdicts).bluffs[0]!.words).toEqual(["DORD"]);
  });

  test("does not list players who had left", () => {
    const log = [
      line("carol", { kind: "left", reason: "resigned" }),
      played("alice", { words: [["DORD", 12]] }),
    ];
    expect(recapOf(game(log, { carol: 0 }), verdicts).bluffs[0]!.notChallengedBy).toEqual(["bob"]);
  });

  test("reports a phony that was challenged off", () => {
    const log = [played("alice", { words: [["DORD", 12]], fate: "takenBack" }, byBob)];
    expect(recapOf(game(log), verdicts).bluffs).toMatchObject([{ kind: "caught", challengerId: "bob" }]);
  });

  test("reports a phony that the table ruled valid", () => {
    const log = [played("alice", { words: [["DORD", 12]] }, byBob)];
    expect(recapOf(game(log), verdicts).bluffs).toMatchObject([{ kind: "dord", challengerId: "bob" }]);
  });

  test("reports a valid word that was challenged", () => {
    const log = [
      played(
        "alice",
        {
          words: [
            ["CAT", 5],
            ["AT", 2],
          ],
        },
        byBob,
      ),
    ];
    expect(recapOf(game(log), verdicts).bluffs).toMatchObject([
      { kind: "wronglyChallenged", words: ["CAT", "AT"] },
    ]);
  });

  test("reports a valid word that the table took back", () => {
    const log = [played("alice", { words: [["CAT", 5]], fate: "takenBack" }, byBob)];
    expect(recapOf(game(log), verdicts).bluffs).toMatchObject([{ kind: "wronglyTakenBack" }]);
  });

  test("ignores a challenge that lapsed", () => {
    const log = [played("alice", { words: [["CAT", 5]] }, { challengerId: "bob", judge: null })];
    expect(recapOf(game(log), verdicts).bluffs).toEqual([]);
  });

  test("lists words that could not be looked up as unchecked", () => {
    const log = [played("alice", { words: [["ZZZ", 5]] }, byBob)];
    expect(recapOf(game(log), verdicts)).toEqual({ bluffs: [], unchecked: ["ZZZ"] });
  });
});

test("words are looked up once, however often they were played", () => {
  const log = [
    played("alice", {
      words: [
        ["CAT", 5],
        ["AT", 2],
      ],
    }),
    played("bob", { words: [["AT", 2]] }),
  ];
  expect(wordsOf(game(log))).toEqual(["CAT", "AT"]);
});

test("bluffs are possible only where words can be challenged", () => {
  const { rules, ...rest } = game([]);
  expect(mayBluff({ ...rest, rules })).toBe(true);
  expect(mayBluff({ ...rest, rules: { ...rules, words: "checked" } })).toBe(false);
});
