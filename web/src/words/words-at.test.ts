import { expect, test } from "vitest";
import { BOARD_SIZE, type LogLine, type PlacedTile, type PlayStatus } from "../protocol";
import type { Play } from "../results/log-lines";
import { boardAfter } from "../table/history";
import { wordsAt, wordsOfPlay } from "./words-at";

/** A play of letters at squares; an empty letter stands for a tile that was there. */
function played(
  squares: ReadonlyArray<[string, number, number]>,
  words: ReadonlyArray<[string, number]>,
  fate: PlayStatus = "stood",
): LogLine {
  const placements = squares.map(([letter, row, col]): PlacedTile => ({
    row,
    col,
    tile: { letter, points: 1, isBlank: false },
  }));
  const scored = words.map(([text, score]) => ({ text, score }));
  const deed = { kind: "played" as const, placements, words: scored, score: 10, fate, challenge: null };
  return { turnNumber: 1, playerId: "ann", at: 0, total: 10, deed };
}

const CAT = played(
  [
    ["C", 7, 6],
    ["A", 7, 7],
    ["T", 7, 8],
  ],
  [["CAT", 10]],
);
const TEA = played(
  [
    ["E", 8, 8],
    ["A", 9, 8],
  ],
  [["TEA", 3]],
);
const LOG = [CAT, TEA];
const BOARD = boardAfter(LOG, 1);
const textsAt = (row: number, col: number, log = LOG) =>
  wordsAt(BOARD, { row, col }, log).map(({ text, score }) => [text, score]);

test("a square in one word has that word with its score", () => {
  expect(textsAt(7, 6)).toEqual([["CAT", 10]]);
  expect(textsAt(9, 8)).toEqual([["TEA", 3]]);
});

test("a square in two words has both, across first", () => {
  expect(textsAt(7, 8)).toEqual([
    ["CAT", 10],
    ["TEA", 3],
  ]);
});

test("an empty square has no words", () => {
  expect(textsAt(0, 0)).toEqual([]);
  expect(textsAt(BOARD_SIZE, 0)).toEqual([]);
});

test("a play that was taken back did not form a word", () => {
  expect(textsAt(9, 8, [CAT, { ...TEA, deed: { ...TEA.deed, fate: "takenBack" } as Play["deed"] }])).toEqual([
    ["TEA", null],
  ]);
});

test("a word played twice has the score of the play at this place", () => {
  const elsewhere = played(
    [
      ["T", 0, 0],
      ["E", 1, 0],
      ["A", 2, 0],
    ],
    [["TEA", 27]],
  );
  expect(textsAt(9, 8, [CAT, TEA, elsewhere])).toEqual([["TEA", 3]]);
});

test("the words of a play have their tiles from the board", () => {
  const [word] = wordsOfPlay(BOARD, TEA as Play);
  expect(word).toMatchObject({ text: "TEA", score: 3 });
  expect(word!.tiles.map(({ letter }) => letter)).toEqual(["T", "E", "A"]);
});
