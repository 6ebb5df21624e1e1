import { describe, expect, test } from "vitest";
import { boardAfter } from "./history";
import { clockText, remainingMs } from "../game/clock";
import type { LogLine, PlacedTile, Tile } from "../protocol";
import { parseSquare, playName, squareName } from "./coordinates";
import { advanceCursor, firstFreeSquare, moveCursor, toggleDirection, type Cursor } from "./cursor";
import { claimedPlacements, syncRack, NO_TILES } from "./held-tiles";
import { layTypedPlay } from "./typed-play";

const tile = (letter: string): Tile => ({ letter, points: 1, isBlank: letter === "_" });
const placed = (row: number, col: number, letter: string): PlacedTile => ({ row, col, tile: tile(letter) });
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ", "_"];

describe("squares", () => {
  test("row before column means across, column before row means down", () => {
    expect(squareName({ row: 7, col: 7 })).toBe("8H");
    expect(squareName({ row: 7, col: 7 }, "down")).toBe("H8");
    expect(parseSquare("8h")).toEqual({ at: { row: 7, col: 7 }, direction: "across" });
    expect(parseSquare("O15")).toEqual({ at: { row: 14, col: 14 }, direction: "down" });
    expect(parseSquare("16A")).toBeNull();
    expect(parseSquare("P1")).toBeNull();
  });

  test("a play is named after the first square of its main word, including tiles already on the board", () => {
    const taken = ({ row, col }: { row: number; col: number }) => row === 7 && col === 6;
    expect(playName([placed(7, 7, "A"), placed(7, 8, "B")], taken)).toBe("8G");
    expect(playName([placed(8, 6, "A"), placed(9, 6, "B")], taken)).toBe("G8");
    expect(playName([placed(8, 6, "A")], taken)).toBe("G8");
  });
});

describe("the cursor", () => {
  const at = (row: number, col: number): Cursor => ({ at: { row, col }, direction: "across" });

  test("skips occupied squares", () => {
    const isFree = ({ col }: { col: number }) => col !== 8;
    expect(advanceCursor(at(7, 7), { row: 7, col: 7 }, isFree).at).toEqual({ row: 7, col: 9 });
  });

  test("stays on the board", () => {
    expect(moveCursor(at(0, 0), -1, 0)).toEqual(at(0, 0));
    expect(advanceCursor(at(7, 14), { row: 7, col: 14 }, () => true).at).toEqual({ row: 7, col: 14 });
    expect(firstFreeSquare(at(7, 14), () => false)).toBeNull();
  });

  test("toggles its direction", () => {
    expect(toggleDirection(at(1, 1)).direction).toBe("down");
  });
});

describe("a typed play", () => {
  const empty = Array.from({ length: 15 }, () => Array.from({ length: 15 }, (): Tile | null => null));
  const hand = syncRack(NO_TILES, [..."WORD_XY"].map(tile));

  test("is placed on free squares", () => {
    const laid = layTypedPlay("8H WORD", hand, empty, LETTERS);
    expect(
      "hand" in laid && claimedPlacements(laid.hand).map(({ col, tile }) => `${col}${tile.letter}`),
    ).toEqual(["7W", "8O", "9R", "10D"]);
  });

  test("skips letters already on the board and uses blanks for lowercase letters", () => {
    const board = empty.map((row) => [...row]);
    board[7]![8] = tile("O");
    const laid = layTypedPlay("8H WOrD", hand, board, LETTERS);
    expect(
      "hand" in laid && claimedPlacements(laid.hand).map(({ tile }) => [tile.letter, tile.isBlank]),
    ).toEqual([
      ["W", false],
      ["R", true],
      ["D", false],
    ]);
  });

  test("may contain diacritics that no tile has", () => {
    const laid = layTypedPlay("8H WÖRD", hand, empty, LETTERS);
    expect("hand" in laid && claimedPlacements(laid.hand).map(({ tile }) => tile.letter)).toEqual([
      "W",
      "O",
      "R",
      "D",
    ]);
  });

  test("reports what is missing or unreadable", () => {
    expect(layTypedPlay("8H ZZZ", hand, empty, LETTERS)).toEqual({ problem: "missing", letter: "Z" });
    expect(layTypedPlay("WORD", hand, empty, LETTERS)).toEqual({ problem: "unreadable" });
    expect(layTypedPlay("8M WORDY", hand, empty, LETTERS)).toEqual({ problem: "unreadable" });
  });
});

test("the board shows a play that was taken back only at its own log line", () => {
  const line = (fate: "stood" | "takenBack", ...placements: PlacedTile[]): LogLine => ({
    turnNumber: 1,
    playerId: "p1",
    at: 0,
    total: 0,
    deed: { kind: "played", placements, words: [], score: 0, fate, challenge: null },
  });
  const log = [line("takenBack", placed(7, 7, "Q")), line("stood", placed(7, 7, "A"))];
  expect(boardAfter(log, 0)[7]![7]?.letter).toBe("Q");
  expect(boardAfter(log, 1)[7]![7]?.letter).toBe("A");
  expect(boardAfter(log, -1)[7]![7]).toBeNull();
});

test("only the clock of the player to move runs between two updates", () => {
  const clock = {
    serverTime: 1_000,
    running: "p1",
    players: [
      { playerId: "p1", remainingMs: 61_000 },
      { playerId: "p2", remainingMs: 5_000 },
    ],
  };
  expect(clockText(remainingMs(clock, "p1", 3_000)!)).toBe("0:59");
  expect(clockText(remainingMs(clock, "p2", 3_000)!)).toBe("0:05");
  expect(clockText(-90_000)).toBe("−1:30");
});
