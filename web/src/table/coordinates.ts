// Squares in standard notation: `8H` for across, `H8` for down.

import type { BoardPosition } from "../protocol";
import { BOARD_SIZE } from "../protocol";
import { isOnBoard, type Direction } from "./cursor";

export function columnName(col: number): string {
  return String.fromCharCode(65 + col);
}

export function squareName({ row, col }: BoardPosition, direction: Direction = "across"): string {
  const [number, letter] = [String(row + 1), columnName(col)];
  return direction === "across" ? number + letter : letter + number;
}

/** Parses `8H` or `H8`; null if the text is not a square. */
export function parseSquare(text: string): { at: BoardPosition; direction: Direction } | null {
  const across = /^(\d{1,2})([A-Z])$/i.exec(text);
  const down = /^([A-Z])(\d{1,2})$/i.exec(text);
  const [number, letter] = across ? [across[1], across[2]] : down ? [down[2], down[1]] : [];
  if (!number || !letter) return null;
  const at = { row: Number(number) - 1, col: letter.toUpperCase().charCodeAt(0) - 65 };
  return isOnBoard(at) ? { at, direction: across ? "across" : "down" } : null;
}

/** The first square of a play's main word, in standard notation. */
export function playName(
  placements: ReadonlyArray<BoardPosition>,
  isTaken: (square: BoardPosition) => boolean,
): string {
  const first = placements[0];
  if (!first) return "";
  const isNew = (square: BoardPosition) =>
    placements.some((other) => other.row === square.row && other.col === square.col);
  const isFilled = (square: BoardPosition) => isOnBoard(square) && (isNew(square) || isTaken(square));
  const isDown =
    placements.length > 1
      ? placements.every((placed) => placed.col === first.col)
      : !isFilled({ row: first.row, col: first.col - 1 }) &&
        !isFilled({ row: first.row, col: first.col + 1 });
  let [row, col] = [Math.min(...placements.map((p) => p.row)), Math.min(...placements.map((p) => p.col))];
  if (isDown) while (isFilled({ row: row - 1, col })) row--;
  else while (isFilled({ row, col: col - 1 })) col--;
  return squareName({ row, col }, isDown ? "down" : "across");
}

export const SQUARES: ReadonlyArray<BoardPosition> = Array.from(
  { length: BOARD_SIZE * BOARD_SIZE },
  (_, index) => ({
    row: Math.floor(index / BOARD_SIZE),
    col: index % BOARD_SIZE,
  }),
);
