import { expect, test } from "vitest";
import { fromStored, toStored, type HeldTiles } from "./held-tiles";
import { transferPath, transferredTiles } from "./transfer";

const tile = (letter: string, isBlank = false) => ({ letter, points: 1, isBlank });
const hand: HeldTiles = {
  held: [
    { key: 0, tile: tile("Q"), at: { row: 7, col: 10 }, as: null },
    { key: 1, tile: tile("A"), at: null, as: null },
    { key: 2, tile: tile("_", true), at: { row: 7, col: 11 }, as: "L·L" },
    { key: 3, tile: tile("_", true), at: { row: 7, col: 12 }, as: null },
  ],
  nextKey: 4,
};

test("a link carries the tiles on the board", () => {
  const path = transferPath("ABCD", "t1", hand);
  expect(path).toBe("/ABCD#ticket=t1&tiles=7.10.Q,7.11.*L%C2%B7L,7.12.*");
  const board = Array.from({ length: 15 }, () => Array<null>(15).fill(null));
  const rack = hand.held.map(({ tile }) => tile);
  const moved = fromStored(transferredTiles(path.split("&tiles=")[1]!), rack, board);
  const laid = ({ at }: { at: unknown }) => at !== null;
  expect(toStored(moved).filter(laid)).toEqual(toStored(hand).filter(laid));
});

test("a link without tiles on the board has none", () => {
  expect(transferPath("ABCD", "t1", { held: [], nextKey: 0 })).toBe("/ABCD#ticket=t1");
});

test("malformed tiles are left out", () => {
  expect(transferredTiles("7.7.A,,x,1.2,99.7.%E0%A4%A,-1.2.B")).toEqual([
    { letter: "A", at: { row: 7, col: 7 }, as: null },
    { letter: "", at: { row: 99, col: 7 }, as: null },
  ]);
});
