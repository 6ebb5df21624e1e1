// What a player does with the hands at a table: which tile is taken up, where the cursor is, which question is open.

import type { BoardPosition } from "../protocol";
import {
  advanceCursor,
  firstFreeSquare,
  moveCursor,
  step,
  toggleDirection,
  type Cursor,
} from "../table/cursor";
import * as hands from "../table/hand";
import type { GameSession } from "../table/game-session";
import type { TableSession } from "../table/session.svelte";
import { layTypedPlay, type TypedProblem } from "../table/typed-play";
import { trackPointer, type Drag } from "./drag.svelte";

/** What is open above the board. */
export type DialogName =
  | "pass"
  | "swap"
  | "resign"
  | "endGame"
  | "challenge"
  | "lookUp"
  | "tracker"
  | "chat"
  | "inviteToWatch"
  | "moveSeat"
  | "settings"
  | "more"
  | "typing";

/** A blank that was laid and has no letter yet. */
type PendingBlank = { key: number; at: BoardPosition; continuesTyping: boolean };

const CENTRE = { row: 7, col: 7 };

/** A finger needs about a centimetre; on a phone a square has less. */
function hasSmallSquares(): boolean {
  return matchMedia("(pointer: coarse) and (max-width: 40rem)").matches;
}

/** Tables ask for more than the hand needs, so whoever says nothing else means a table. */
export class BoardController<Session extends GameSession = TableSession> {
  /** The tile that was taken up and goes to the next square that is tapped. */
  selected = $state<number | null>(null);
  /** The tile that is being carried. */
  drag = $state.raw<Drag | null>(null);
  cursor = $state.raw<Cursor | null>(null);
  pendingBlank = $state.raw<PendingBlank | null>(null);
  dialog = $state<DialogName | null>(null);
  /** The line of the score pad that the board is shown after; null is now. */
  viewedLine = $state<number | null>(null);
  /** On a small screen the board comes nearer around the square that was tapped. */
  zoomedAt = $state.raw<BoardPosition | null>(null);

  constructor(readonly session: Session) {}

  /** The board as it is shown. */
  readonly board: hands.Board = $derived.by(() =>
    this.viewedLine === null ? this.session.board : this.session.boardAfter(this.viewedLine),
  );

  /** The squares of the play that is pointed out: the last one, or the one that is looked at. */
  readonly highlightedSquares: ReadonlyArray<BoardPosition> = $derived.by(() =>
    this.session.squaresOf(this.viewedLine),
  );

  /** Whether tiles can be laid, in turn or for later. */
  get mayLay(): boolean {
    return this.viewedLine === null && this.session.mayLay;
  }

  isFree = (at: BoardPosition): boolean =>
    this.session.board[at.row]?.[at.col] === null && hands.heldAt(this.session.hand, at) === undefined;

  tapTile(key: number): void {
    if (!this.mayLay) return;
    // With a cursor on the board tiles go there one after another, as if they were typed.
    if (this.cursor) return this.#layAtCursor(key, null);
    this.selected = this.selected === key ? null : key;
  }

  tapSquare(at: BoardPosition): void {
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

  /** The pointer went down on a tile: it taps, or carries the tile to where it goes up. */
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

  /** Lays a tile on a free square; a blank is asked for its letter. */
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

  /** Gives the blank its letter, or takes it back if none is chosen. */
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

  /** Types a letter at the cursor; with `asBlank` a blank is taken even if the letter is there. */
  typeLetter(letter: string, asBlank: boolean): boolean {
    if (!this.mayLay) return false;
    const held = hands.findTile(this.session.hand, letter, asBlank ? "always" : "ifNeeded");
    if (!held) return false;
    this.selected = null;
    this.#layAtCursor(held.key, held.tile.isBlank ? letter : null);
    return true;
  }

  /** Takes back the tile before the cursor. */
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

  /** Lays what was typed as `8H WORD`; says what is wrong with it otherwise. */
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
