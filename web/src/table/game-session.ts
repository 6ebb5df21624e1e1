// What the board controller needs of a game: implemented by a table and by the daily puzzle.

import type { BoardPosition, MovePreview, WireError } from "../protocol";
import type { Board, HeldTiles } from "./held-tiles";

/** The score of the tentative tiles, or why they cannot be played. */
export type Preview = { kind: "score"; preview: MovePreview } | { kind: "refused"; error: WireError };

export interface GameSession {
  readonly hand: HeldTiles;
  /** The played tiles. */
  readonly board: Board;
  /** All letters of the language, and `_` if there are blanks. */
  readonly letters: ReadonlyArray<string>;
  readonly preview: Preview | null;
  /** The last refusal, until the next attempt. */
  readonly refusal: WireError | null;
  /** Whether a command is in flight. */
  readonly isBusy: boolean;
  /** Whether a move can be submitted now. */
  readonly mayMove: boolean;
  /** Whether tiles can be placed, also outside the player's turn. */
  readonly mayLay: boolean;
  /** The board after a log line. */
  boardAfter(line: number): Board;
  /** The squares of the play in a log line; null means the last play. */
  squaresOf(line: number | null): ReadonlyArray<BoardPosition>;
  /** Whether a dialog that a key opens is available now. */
  canOpen(dialog: "pass" | "swap" | "challenge" | "lookUp"): boolean;
  /** Sets the hand, stores it, and requests a preview of its score. */
  setHand(hand: HeldTiles): void;
  /** Plays the tentative tiles; returns whether that succeeded. */
  play(): Promise<boolean>;
  /** Swaps tiles by their keys; returns whether that succeeded. */
  exchange(keys: ReadonlySet<number>): Promise<boolean>;
}
