import { describe, expect, test } from "vitest";
import type { Tile } from "../protocol";
import * as hands from "./held-tiles";

const tile = (letter: string): Tile => ({ letter, points: letter === "_" ? 0 : 1, isBlank: letter === "_" });
const tiles = (letters: string) => [...letters].map(tile);
const rack = (hand: hands.HeldTiles) =>
  hands
    .onRack(hand)
    .map((held) => held.tile.letter)
    .join("");
const keyOf = (hand: hands.HeldTiles, letter: string) =>
  hand.held.find((held) => held.tile.letter === letter)!.key;
const emptyBoard = (): Array<Array<Tile | null>> =>
  Array.from({ length: 15 }, () => Array.from({ length: 15 }, () => null));

function handOf(letters: string): hands.HeldTiles {
  return hands.syncRack(hands.NO_TILES, tiles(letters));
}

/** Places letters in row 7 from a column on. */
function laid(hand: hands.HeldTiles, letters: string, col = 7): hands.HeldTiles {
  return [...letters].reduce(
    (hand, letter, index) => hands.place(hand, keyOf(hand, letter), { row: 7, col: col + index }),
    hand,
  );
}

describe("the rack", () => {
  test("a rack that is sent again keeps its order", () => {
    const shuffled = hands.reorder(handOf("ABCDEFG"), 6, 0);
    expect(rack(hands.syncRack(shuffled, tiles("ABCDEFG")))).toBe("GABCDEF");
  });

  test("new tiles take the places of played ones", () => {
    const hand = laid(handOf("ABCDEFG"), "CD");
    const squares = hands.onBoard(hand).map((held) => held.at);
    expect(rack(hands.syncRack(hands.removePlayed(hand, squares), tiles("ABEFGXY")))).toBe("ABEFGXY");
    expect(rack(hands.syncRack(handOf("ABCDEFG"), tiles("ABXYEFG")))).toBe("ABXYEFG");
  });

  test("of two equal tiles, the one on the board counts as played", () => {
    const hand = hands.place(handOf("AAB"), 0, { row: 7, col: 7 });
    const after = hands.syncRack(hand, tiles("AB"));
    expect(hands.onBoard(after)).toEqual([]);
    expect(rack(after)).toBe("AB");
  });

  test("shuffling loses no tile and leaves tiles on the board", () => {
    const hand = hands.shuffle(laid(handOf("ABCDEFG"), "C"), () => 0.3);
    expect([...rack(hand)].sort().join("")).toBe("ABDEFG");
    expect(hands.onBoard(hand)).toHaveLength(1);
  });

  test("a tile dropped on the rack leaves the board", () => {
    const hand = laid(handOf("ABC"), "B");
    expect(rack(hands.reorder(hand, keyOf(hand, "B"), 2))).toBe("ACB");
  });
});

describe("tentative tiles", () => {
  test("an opponent's move does not change them", () => {
    const hand = laid(handOf("ABCDEFG"), "BC");
    const board = emptyBoard();
    board[3]![3] = tile("Q");
    expect(hands.returnFromTaken(hand, board)).toBe(hand);
    expect(hands.syncRack(hand, tiles("ABCDEFG")).held).toEqual(hand.held);
  });

  test("an opponent's move returns only tiles on the squares it takes", () => {
    const hand = laid(handOf("ABCDEFG"), "BC");
    const board = emptyBoard();
    board[7]![8] = tile("Q");
    const after = hands.returnFromTaken(hand, board);
    expect(hands.onBoard(after).map((held) => held.tile.letter)).toEqual(["B"]);
    expect(rack(after)).toBe("ACDEFG");
  });

  test("a tile placed on another returns that one to the rack", () => {
    const hand = hands.place(laid(handOf("AB"), "A"), 1, { row: 7, col: 7 });
    expect(rack(hand)).toBe("A");
  });

  test("recall returns all tiles and clears the letters of blanks", () => {
    const blank = hands.place(handOf("_A"), 0, { row: 7, col: 7 }, "Q");
    expect(hands.claimedPlacements(blank)).toEqual([
      { row: 7, col: 7, tile: { letter: "Q", points: 0, isBlank: true } },
    ]);
    const back = hands.recall(blank);
    expect(rack(back)).toBe("_A");
    expect(back.held[0]!.as).toBeNull();
  });

  test("a blank is used for a missing letter or on request", () => {
    const hand = handOf("A_");
    expect(hands.findTile(hand, "A")?.tile.letter).toBe("A");
    expect(hands.findTile(hand, "B")?.tile.isBlank).toBe(true);
    expect(hands.findTile(hand, "A", "always")?.tile.isBlank).toBe(true);
    expect(hands.findTile(hand, "B", "never")).toBeUndefined();
  });

  test("they survive a reload where tile and square are still available", () => {
    const hand = hands.reorder(laid(handOf("ABCDEFG"), "BC"), 6, 0);
    const board = emptyBoard();
    const back = hands.fromStored(hands.toStored(hand), tiles("ABCDEFG"), board);
    expect(rack(back)).toBe(rack(hand));
    expect(hands.claimedPlacements(back)).toEqual(hands.claimedPlacements(hand));
    board[7]![7] = tile("Q");
    const late = hands.fromStored(hands.toStored(hand), tiles("ACDEFGX"), board);
    expect(hands.onBoard(late).map((held) => held.tile.letter)).toEqual(["C"]);
    expect([...rack(late)].sort().join("")).toBe("ADEFGX");
  });
});

test("an exchange uses indices into the last rack that was sent", () => {
  const sent = tiles("ABAC");
  const hand = hands.reorder(handOf("ABAC"), 3, 0);
  const keys = new Set([0, 2, 3]);
  expect(hands.rackIndices(hand, keys, sent).sort()).toEqual([0, 2, 3]);
});
