import { expect, test } from "vitest";
import { puzzle, turn } from "./puzzle.fixture";
import { isNextTurn, publishedWaitMs, resultsWaitMs, waitMs, isAlreadyPlayed } from "./queue";

const tiles = (word: string) =>
  [...word].map((letter, index) => ({ letter, position: { row: 8, col: 1 + index } }));

test("retries slow down but never stop", () => {
  const waits = [1, 2, 3, 4, 5, 6, 50].map(waitMs);
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("results without the best line are requested less and less often, at least once a minute", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 50].map(resultsWaitMs);
  expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000]);
});

test("a queued turn is valid only while it is the next turn", () => {
  const queued = { turnNumber: 2, tilesPlaced: tiles("SABLE") };
  expect(isNextTurn(queued, puzzle([turn(1)]))).toBe(true);
  expect(isNextTurn(queued, puzzle())).toBe(false);
  expect(isNextTurn(queued, puzzle([turn(1), turn(2)]))).toBe(false);
  const last = { turnNumber: 5, tilesPlaced: tiles("SABLE") };
  expect(isNextTurn(last, puzzle([1, 2, 3, 4, 5].map((number) => turn(number))))).toBe(false);
});

test("a play with a lost answer is recognised by its tiles, in any order", () => {
  const state = puzzle([turn(1)]);
  expect(isAlreadyPlayed({ turnNumber: 1, tilesPlaced: tiles("SABLE").reverse() }, state)).toBe(true);
  expect(isAlreadyPlayed({ turnNumber: 1, tilesPlaced: tiles("CABLE") }, state)).toBe(false);
  expect(isAlreadyPlayed({ turnNumber: 1, tilesPlaced: tiles("SABL") }, state)).toBe(false);
  expect(isAlreadyPlayed({ turnNumber: 2, tilesPlaced: tiles("SABLE") }, state)).toBe(false);
});

test("an exchange is recognised by its number of tiles, never as a play", () => {
  const swapped = turn(1, { tilesPlaced: [], wordsFormed: [], totalScore: 0, tilesExchanged: 2 });
  const state = puzzle([swapped]);
  expect(isAlreadyPlayed({ turnNumber: 1, tilesExchanged: ["tile_001", "tile_002"] }, state)).toBe(true);
  expect(isAlreadyPlayed({ turnNumber: 1, tilesExchanged: ["tile_001"] }, state)).toBe(false);
  expect(isAlreadyPlayed({ turnNumber: 1, tilesPlaced: tiles("SABLE") }, state)).toBe(false);
});

test("published results are requested within half a minute after the day ends", () => {
  expect(publishedWaitMs(5_000, 0)).toBe(6_000);
  expect(publishedWaitMs(0, 0.999_999)).toBe(30_999);
});
