// The player's interaction with the board: selected tile, drag, cursor, open dialog.

import type { BoardPosition } from "../protocol";
import {
  advanceCursor,
  firstFreeSquare,
  moveCursor,
  step,
  toggleDirection,
  type Cursor,
} from "../table/cursor";
import * as hands from "../table/held-tiles";
import type { GameSession } from "../table/game-session";
import type { TableSession } from "../table/session.svelte";
import { layTypedPlay, type TypedProblem } from "../table/typed-play";
import { trackPointer, type Drag } from "./drag.svelte";

/** The dialog above the board. */
export type DialogName =
  | "pass"
  | "swap"
  | "resign"
  | "endGame"
  | "pause"
  | "challenge"
  | "lookUp"
  | "tracker"
  | "chat"
  | "inviteToWatch"
  | "moveSeat"
  | "settings"
  | "howToPlay"
  | "keys"
  | "word"
  | "more"
  | "typing";

/** A placed blank that has no letter yet. */
type PendingBlank = { key: number; at: BoardPosition; continuesTyping: boolean };

const CENTRE = { row: 7, col: 7 };

/** Whether squares are too small to tap: a finger needs about a centimetre. */
export function hasSmallSquares(): boolean {
  return matchMedia("(pointer: coarse) and (max-width: 40rem)").matches;
}

/** Table components need all of `TableSession`, so that is the default. */
export class BoardController<Session extends GameSession = TableSession> {
  /** The selected tile, which goes to the next tapped square. */
  selected = $state<number | null>(null);
  /** The current drag. */
  drag = $state.raw<Drag | null>(null);
  cursor = $state.raw<Cursor | null>(null);
  pendingBlank = $state.raw<PendingBlank | null>(null);
  dialog = $state<DialogName | null>(null);
  /** The words that the word dialog explains: those at a square, or those of a log line. */
  explained = $state.raw<{ at: BoardPosition } | { line: number } | null>(null);
  /** The log line after which the board is shown; null for the current board. */
  viewedLine = $state<number | null>(null);
  /** The tapped square on which the board is zoomed in, on small screens. */
  zoomedAt = $state.raw<BoardPosition | null>(null);

  constructor(
    readonly session: Session,
    /** Whether a tap on a played tile explains its words. */
    readonly words: "explained" | "notExplained" = "notExplained",
  ) {}

  /** The board that is shown. */
  readonly board: hands.Board = $derived.by(() =>
    this.viewedLine === null ? this.session.board : this.session.boardAfter(this.viewedLine),
  );

  /** The squares of the highlighted play: the last one, or that of the viewed line. */
  readonly highlightedSquares: ReadonlyArray<BoardPosition> = $derived.by(() =>
    this.session.squaresOf(this.viewedLine),
  );

  /** Whether tiles can be placed, also outside the player's turn. */
  get mayLay(): boolean {
    return this.viewedLine === null && this.session.mayLay;
  }

  isFree = (at: BoardPosition): boolean =>
    this.session.board[at.row]?.[at.col] === null && hands.heldAt(this.session.hand, at) === undefined;

  tapTile(key: number): void {
    if (!this.mayLay) return;
    // With a cursor on the board, tapped tiles go there as if they were typed.
    if (this.cursor) return this.#layAtCursor(key, null);
    this.selected = this.selected === key ? null : key;
  }

  tapSquare(at: BoardPosition): void {
    const isPlayed = this.board[at.row]?.[at.col] != null;
    if (isPlayed && this.words === "explained" && this.selected === null) return this.explain({ at });
    if (!this.mayLay) return;
    if (hasSmallSquares()) this.zoomedAt = at;
    const own = hands.heldAt(this.session.hand, at);
    if (this.selected !== null && this.session.board[at.row]?.[at.col] === null) {
      this.lay(this.selected, at);
    } else if (own) {
      this.session.setHand(hands.lift(this.session.hand, own.key));
    } else if (this.cursor && hands.isSameSquare(this.cursor.at, at)) {
      this.cursor = toggleDirection(this.cursor);
    } else {
      this.cursor = { at, direction: this.cursor?.direction ?? "across" };
    }
  }

  /** Opens the dialog about words. */
  explain(words: NonNullable<BoardController["explained"]>): void {
    this.explained = words;
    this.dialog = "word";
  }

  /** Starts a tap or a drag of a tile. */
  onTilePointerDown(down: PointerEvent, key: number, tapped: () => void): void {
    trackPointer(down, key, {
      tapped,
      moved: (drag) => (this.drag = drag),
      dropped: (drag) => this.#drop(drag),
      cancelled: () => (this.drag = null),
    });
  }

  #drop({ key, over }: Drag): void {
    this.drag = null;
    if (!this.mayLay) return;
    const { hand } = this.session;
    if (over?.kind === "square") this.lay(key, over.at);
    else if (over?.kind === "rack") this.session.setHand(hands.reorder(hand, key, over.place));
    else this.session.setHand(hands.lift(hand, key));
  }

  /** Places a tile on a free square; for a blank, the letter picker opens. */
  lay(key: number, at: BoardPosition, as: string | null = null): void {
    const held = this.session.hand.held.find((held) => held.key === key);
    if (!held || this.session.board[at.row]?.[at.col] !== null) return;
    this.selected = null;
    this.cursor = null;
    this.session.setHand(hands.place(this.session.hand, key, at, as));
    if (held.tile.isBlank && as === null && held.as === null)
      this.pendingBlank = { key, at, continuesTyping: false };
  }

  #layAtCursor(key: number, as: string | null): void {
    const cursor = this.cursor ?? { at: CENTRE, direction: "across" as const };
    const at = firstFreeSquare(cursor, this.isFree);
    const held = this.session.hand.held.find((held) => held.key === key);
    if (!at || !held) return;
    this.session.setHand(hands.place(this.session.hand, key, at, as));
    this.cursor = advanceCursor(cursor, at, this.isFree);
    if (held.tile.isBlank && as === null) this.pendingBlank = { key, at, continuesTyping: true };
  }

  /** Sets the letter of the pending blank, or returns the blank if none is chosen. */
  chooseBlankLetter(letter: string | null): void {
    const pendingBlank = this.pendingBlank;
    this.pendingBlank = null;
    if (!pendingBlank) return;
    const { hand } = this.session;
    if (letter === null) {
      this.session.setHand(hands.lift(hand, pendingBlank.key));
      if (pendingBlank.continuesTyping && this.cursor) this.cursor = { ...this.cursor, at: pendingBlank.at };
    } else {
      this.session.setHand(hands.place(hand, pendingBlank.key, pendingBlank.at, letter));
    }
  }

  /** Types a letter at the cursor; `asBlank` uses a blank even if the rack has the letter. */
  typeLetter(letter: string, asBlank: boolean): boolean {
    if (!this.mayLay) return false;
    const held = hands.findTile(this.session.hand, letter, asBlank ? "always" : "ifNeeded");
    if (!held) return false;
    this.selected = null;
    this.#layAtCursor(held.key, held.tile.isBlank ? letter : null);
    return true;
  }

  /** Takes back the last tentative tile before the cursor. */
  takeBack(): void {
    const { cursor } = this;
    if (!cursor || !this.mayLay) return;
    for (let at = cursor.at; at.row >= 0 && at.col >= 0; at = step(at, cursor.direction, -1)) {
      const own = hands.heldAt(this.session.hand, at);
      if (!own) continue;
      this.session.setHand(hands.lift(this.session.hand, own.key));
      this.cursor = { ...cursor, at };
      return;
    }
  }

  moveCursor(rows: number, cols: number): void {
    this.cursor = this.cursor
      ? moveCursor(this.cursor, rows, cols)
      : { at: CENTRE, direction: rows === 0 ? "across" : "down" };
  }

  turnCursor(): void {
    this.cursor = this.cursor ? toggleDirection(this.cursor) : { at: CENTRE, direction: "across" };
  }

  recall(): void {
    this.selected = null;
    this.cursor = null;
    this.zoomedAt = null;
    this.session.setHand(hands.recall(this.session.hand));
  }

  shuffle(): void {
    this.session.setHand(hands.shuffle(this.session.hand));
  }

  /** Places a typed play such as `8H WORD`; returns the problem, if any. */
  layTyped(text: string): TypedProblem | null {
    const { hand, board, letters } = this.session;
    const laid = layTypedPlay(text, hands.recall(hand), board, letters);
    if ("problem" in laid) return laid;
    this.cursor = null;
    this.session.setHand(laid.hand);
    return null;
  }

  async play(): Promise<void> {
    if (hands.onBoard(this.session.hand).length === 0 || this.session.isBusy) return;
    const done = await this.session.play();
    if (done) {
      this.cursor = null;
      this.zoomedAt = null;
    }
  }
}
