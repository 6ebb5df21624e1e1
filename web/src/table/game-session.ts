// A game as the hand on the board needs it: a table with others, or the puzzle of a day.

import type { BoardPosition, MovePreview, WireError } from "../protocol";
import type { Board, Hand } from "./hand";

/** What the tentative tiles would score, or why they cannot be played. */
export type Preview = { kind: "score"; preview: MovePreview } | { kind: "refused"; error: WireError };

export interface GameSession {
  readonly hand: Hand;
  /** What lies on the board now. */
  readonly board: Board;
  /** Every letter of the language, and `_` where there are blanks. */
  readonly letters: ReadonlyArray<string>;
  readonly preview: Preview | null;
  /** The last refusal, until something else is tried. */
  readonly refusal: WireError | null;
  /** Whether something is on its way to the server. */
  readonly isBusy: boolean;
  /** Whether a move would be taken now. */
  readonly mayMove: boolean;
  /** Whether tiles can be laid, in turn or for later. */
  readonly mayLay: boolean;
  /** The board after a line of the score pad. */
  boardAfter(line: number): Board;
  /** The squares of the play in a line of the score pad; null asks for the last play. */
  squaresOf(line: number | null): ReadonlyArray<BoardPosition>;
  /** Whether a question can be answered now that a key asks. */
  canOpen(dialog: "pass" | "swap" | "challenge" | "lookUp"): boolean;
  /** Changes the hand, keeps it on the device, and asks what it would score. */
  setHand(hand: Hand): void;
  /** Plays the tentative tiles; says whether that was done. */
  play(): Promise<boolean>;
  /** Swaps tiles by their keys; says whether that was done. */
  exchange(keys: ReadonlySet<number>): Promise<boolean>;
}
