// The typing cursor: a square and a direction.

import { BOARD_SIZE } from "../protocol";
import type { BoardPosition } from "../protocol";

export type Direction = "across" | "down";

export type Cursor = { readonly at: BoardPosition; readonly direction: Direction };

/** Whether a square has neither a played nor a tentative tile. */
export type IsFree = (square: BoardPosition) => boolean;

export function isOnBoard({ row, col }: BoardPosition): boolean {
  return row >= 0 && row < BOARD_SIZE && col >= 0 && col < BOARD_SIZE;
}

export function step(at: BoardPosition, direction: Direction, by: 1 | -1 = 1): BoardPosition {
  return direction === "across" ? { row: at.row, col: at.col + by } : { row: at.row + by, col: at.col };
}

export function toggleDirection(cursor: Cursor): Cursor {
  return { ...cursor, direction: cursor.direction === "across" ? "down" : "across" };
}

/** Moves the cursor by an arrow key; it stays on the board. */
export function moveCursor(cursor: Cursor, rows: number, cols: number): Cursor {
  const at = { row: cursor.at.row + rows, col: cursor.at.col + cols };
  return isOnBoard(at) ? { ...cursor, at } : cursor;
}

/** The first free square from the cursor on; null if the rest of the line is occupied. */
export function firstFreeSquare(cursor: Cursor, isFree: IsFree): BoardPosition | null {
  let at = cursor.at;
  while (isOnBoard(at) && !isFree(at)) at = step(at, cursor.direction);
  return isOnBoard(at) ? at : null;
}

/** The cursor after a tile was placed. */
export function advanceCursor(cursor: Cursor, laid: BoardPosition, isFree: IsFree): Cursor {
  const next = firstFreeSquare({ ...cursor, at: step(laid, cursor.direction) }, isFree);
  return { ...cursor, at: next ?? laid };
}
