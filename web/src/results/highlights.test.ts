import { expect, test } from "vitest";
import { highlightsOf } from "./highlights";
import { passed, played } from "./game.fixture";

test("a game without a play has no highlights", () => {
  expect(highlightsOf([passed("alice"), passed("bob")])).toEqual({
    bestPlay: null,
    bestWord: null,
    longestWord: null,
    bingos: [],
    leadChanges: 0,
  });
});

test("the best play has the highest score; the first one wins a tie", () => {
  const [first, second] = [
    played("alice", { words: [["CAT", 20]] }),
    played("bob", { words: [["DOG", 20]] }),
  ];
  expect(highlightsOf([first, second]).bestPlay).toBe(first);
});

test("the best word may be in another play than the best play", () => {
  const many = played("alice", {
    words: [
      ["AB", 10],
      ["CD", 10],
      ["EF", 10],
    ],
  });
  const one = played("bob", { words: [["QUIZ", 22]] });
  const highlights = highlightsOf([many, one]);
  expect(highlights.bestPlay).toBe(many);
  expect(highlights.bestWord?.word.text).toBe("QUIZ");
});

test("of two longest words, the one with the higher score counts", () => {
  const log = [
    played("alice", { words: [["HOUSE", 8]] }),
    played("bob", {
      words: [
        ["ZEBRA", 30],
        ["AT", 2],
      ],
    }),
  ];
  expect(highlightsOf(log).longestWord?.word.text).toBe("ZEBRA");
});

test("a bingo is a play of seven tiles, not a word of seven letters", () => {
  const bingo = played("alice", { words: [["RETAINS", 70]], tiles: 7 });
  const long = played("bob", { words: [["RETAINED", 12]], tiles: 2 });
  expect(highlightsOf([bingo, long]).bingos).toEqual([bingo]);
});

test("a play that was taken back is not a highlight", () => {
  const gone = played("alice", { words: [["ZZZZZZZ", 90]], tiles: 7, fate: "takenBack" });
  expect(highlightsOf([gone])).toMatchObject({ bestPlay: null, bingos: [], leadChanges: 0 });
});

test("the lead changes when another player leads alone, not by a tie", () => {
  const log = [
    played("alice", { words: [["AB", 10]] }),
    played("bob", { words: [["CD", 10]] }),
    passed("alice"),
    played("bob", { words: [["EF", 1]] }),
    played("alice", { words: [["GH", 50]] }),
  ];
  expect(highlightsOf(log).leadChanges).toBe(2);
});
