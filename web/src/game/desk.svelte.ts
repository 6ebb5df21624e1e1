// What a player does with the hands at a table: which tile is taken up, where the cursor is, which question is open.

import type { BoardPosition } from "../protocol";
import { advanced, firstFree, moved, step, turned, type Cursor } from "../table/cursor";
import * as hands from "../table/hand";
import type { Playing } from "../table/playing";
import type { TableSession } from "../table/session.svelte";
import { typedPlay, type TypedProblem } from "../table/typed";
import { follow, type Drag } from "./drag.svelte";

/** What is open above the board. */
export type Opened =
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
type Naming = { key: number; at: BoardPosition; goesOn: boolean };

const CENTRE = { row: 7, col: 7 };

/** A finger needs about a centimetre; on a phone a square has less. */
function hasSmallSquares(): boolean {
  return matchMedia("(pointer: coarse) and (max-width: 40rem)").matches;
}

/** Tables ask for more than the hand needs, so whoever says nothing else means a table. */
export class Desk<Session extends Playing = TableSession> {
  /** The tile that was taken up and goes to the next square that is tapped. */
  selected = $state<number | null>(null);
  /** The tile that is being carried. */
  drag = $state.raw<Drag | null>(null);
  cursor = $state.raw<Cursor | null>(null);
  naming = $state.raw<Naming | null>(null);
  opened = $state<Opened | null>(null);
  /** The line of the score pad that the board is shown after; null is now. */
  viewed = $state<number | null>(null);
  /** On a small screen the board comes nearer around the square that was tapped. */
  nearAt = $state.raw<BoardPosition | null>(null);

  constructor(readonly session: Session) {}

  /** The board as it is shown. */
  readonly board: hands.Board = $derived.by(() =>
    this.viewed === null ? this.session.board : this.session.boardAfter(this.viewed),
  );

  /** The squares of the play that is pointed out: the last one, or the one that is looked at. */
  readonly pointedOut: ReadonlyArray<BoardPosition> = $derived.by(() => this.session.squaresOf(this.viewed));

  /** Whether tiles can be laid, in turn or for later. */
  get mayLay(): boolean {
    return this.viewed === null && this.session.mayLay;
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
    if (hasSmallSquares()) this.nearAt = at;
    const own = hands.heldAt(this.session.hand, at);
    if (this.selected !== null && this.session.board[at.row]?.[at.col] === null) {
      this.lay(this.selected, at);
    } else if (own) {
      this.session.rearrange(hands.lift(this.session.hand, own.key));
    } else if (this.cursor && hands.sameSquare(this.cursor.at, at)) {
      this.cursor = turned(this.cursor);
    } else {
      this.cursor = { at, direction: this.cursor?.direction ?? "across" };
    }
  }

  /** The pointer went down on a tile: it taps, or carries the tile to where it goes up. */
  hold(down: PointerEvent, key: number, tapped: () => void): void {
    follow(down, key, {
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
    else if (over?.kind === "rack") this.session.rearrange(hands.reorder(hand, key, over.place));
    else this.session.rearrange(hands.lift(hand, key));
  }

  /** Lays a tile on a free square; a blank is asked for its letter. */
  lay(key: number, at: BoardPosition, as: string | null = null): void {
    const held = this.session.hand.held.find((held) => held.key === key);
    if (!held || this.session.board[at.row]?.[at.col] !== null) return;
    this.selected = null;
    this.cursor = null;
    this.session.rearrange(hands.place(this.session.hand, key, at, as));
    if (held.tile.isBlank && as === null && held.as === null) this.naming = { key, at, goesOn: false };
  }

  #layAtCursor(key: number, as: string | null): void {
    const cursor = this.cursor ?? { at: CENTRE, direction: "across" as const };
    const at = firstFree(cursor, this.isFree);
    const held = this.session.hand.held.find((held) => held.key === key);
    if (!at || !held) return;
    this.session.rearrange(hands.place(this.session.hand, key, at, as));
    this.cursor = advanced(cursor, at, this.isFree);
    if (held.tile.isBlank && as === null) this.naming = { key, at, goesOn: true };
  }

  /** Gives the blank its letter, or takes it back if none is chosen. */
  name(letter: string | null): void {
    const naming = this.naming;
    this.naming = null;
    if (!naming) return;
    const { hand } = this.session;
    if (letter === null) {
      this.session.rearrange(hands.lift(hand, naming.key));
      if (naming.goesOn && this.cursor) this.cursor = { ...this.cursor, at: naming.at };
    } else {
      this.session.rearrange(hands.place(hand, naming.key, naming.at, letter));
    }
  }

  /** Types a letter at the cursor; with `asBlank` a blank is taken even if the letter is there. */
  type(letter: string, asBlank: boolean): boolean {
    if (!this.mayLay) return false;
    const held = hands.find(this.session.hand, letter, asBlank ? "always" : "ifNeeded");
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
      this.session.rearrange(hands.lift(this.session.hand, own.key));
      this.cursor = { ...cursor, at };
      return;
    }
  }

  moveCursor(rows: number, cols: number): void {
    this.cursor = this.cursor
      ? moved(this.cursor, rows, cols)
      : { at: CENTRE, direction: rows === 0 ? "across" : "down" };
  }

  turnCursor(): void {
    this.cursor = this.cursor ? turned(this.cursor) : { at: CENTRE, direction: "across" };
  }

  recall(): void {
    this.selected = null;
    this.cursor = null;
    this.nearAt = null;
    this.session.rearrange(hands.recall(this.session.hand));
  }

  shuffle(): void {
    this.session.rearrange(hands.shuffle(this.session.hand));
  }

  /** Lays what was typed as `8H WORD`; says what is wrong with it otherwise. */
  layTyped(text: string): TypedProblem | null {
    const { hand, board, letters } = this.session;
    const laid = typedPlay(text, hands.recall(hand), board, letters);
    if ("problem" in laid) return laid;
    this.cursor = null;
    this.session.rearrange(laid.hand);
    return null;
  }

  async play(): Promise<void> {
    if (hands.onBoard(this.session.hand).length === 0 || this.session.isBusy) return;
    const done = await this.session.play();
    if (done) {
      this.cursor = null;
      this.nearAt = null;
    }
  }
}
