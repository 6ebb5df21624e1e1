// Verifies that every draw has a reason: a play that stands refills the rack, an exchange draws as many as it returns.

import type { BagStep, GameRecord, MoveRecord, RecordPlayer } from "../protocol";
import { VerificationError } from "./fault";

/** The size of a full rack. */
const FULL = 7;
const BLANK = "_";

/** Checks each rack from turn to turn. The draws themselves must be verified before. */
export function checkRacks(record: GameRecord): void {
  const sizes = bagSizes(record);
  for (const player of record.players) new RackChecker(player, record, sizes).follow(record.moves);
}

/** The size of the bag before each step and after the last. */
function bagSizes({ tileSet, startingWord, bag }: GameRecord): number[] {
  let size = tileSet.reduce((sum, { count }) => sum + count, 0) - startingWord.length;
  const sizes = [size];
  for (const step of bag) {
    size += step.kind === "draw" ? -step.tiles.length : step.tiles.length;
    sizes.push(size);
  }
  return sizes;
}

function areSame(some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean {
  const sorted = [...others].sort();
  return some.length === others.length && [...some].sort().every((tile, index) => tile === sorted[index]);
}

/** Replays one player's rack and bag steps. */
class RackChecker {
  readonly #steps: ReadonlyArray<{ index: number; step: BagStep }>;
  /** The index of the first step without a reason so far. */
  #next = 0;
  #rack: string[] = [];
  /** Whether the draw for the last play is pending; it happens when the play can no longer be challenged. */
  #hasPendingDraw = false;

  constructor(
    readonly player: RecordPlayer,
    { bag }: GameRecord,
    readonly sizes: ReadonlyArray<number>,
  ) {
    this.#steps = bag.map((step, index) => ({ index, step })).filter(({ step }) => step.seat === player.seat);
  }

  follow(moves: ReadonlyArray<MoveRecord>): void {
    this.#draw();
    for (const made of moves) if (made.playerId === this.player.id) this.#take(made);
    this.#applyPendingDraw();
    const left = this.#steps[this.#next];
    if (left) throw VerificationError.at("noReason", left.index);
  }

  #take(made: MoveRecord): void {
    switch (made.deed.kind) {
      // A turn can be lost while the previous play still waits for its draw.
      case "lostTurn":
      case "standInStarted":
      case "standInEnded":
        return;
      case "left":
        this.#applyPendingDraw();
        this.#putBack(made, this.#rack);
        this.#rack = [];
        return;
      case "passed":
        return this.#expectRack(made);
      case "exchanged":
        this.#expectRack(made);
        return this.#exchange(made);
      case "played":
        this.#expectRack(made);
        if (made.deed.fate === "takenBack") return;
        for (const { tile } of made.deed.placements) this.#lay(made, tile.isBlank ? BLANK : tile.letter);
        this.#hasPendingDraw = true;
    }
  }

  /** Applies the next step if it is a draw; null otherwise. */
  #draw(): { index: number; count: number } | null {
    const next = this.#steps[this.#next];
    if (next?.step.kind !== "draw") return null;
    this.#rack.push(...next.step.tiles);
    this.#next++;
    return { index: next.index, count: next.step.tiles.length };
  }

  /** Checks that the rack before a turn matches the record. */
  #expectRack(made: MoveRecord): void {
    if (areSame(this.#rack, made.rack)) {
      if (this.#hasPendingDraw && this.#rack.length < FULL && !this.#wasBagEmpty()) throw otherRack(made);
      this.#hasPendingDraw = false;
      return;
    }
    this.#applyPendingDraw();
    if (!areSame(this.#rack, made.rack)) throw otherRack(made);
  }

  /** Whether the bag was empty at any time between this player's last step and the next. */
  #wasBagEmpty(): boolean {
    const first = this.#steps[this.#next - 1]?.index ?? 0;
    const next = this.#steps[this.#next];
    const end = next ? next.index + 1 : this.sizes.length;
    return this.sizes.slice(first, end).includes(0);
  }

  /** Applies a pending draw, which fills the rack or empties the bag. */
  #applyPendingDraw(): void {
    if (!this.#hasPendingDraw) return;
    this.#hasPendingDraw = false;
    const room = Math.max(0, FULL - this.#rack.length);
    const drawn = this.#draw();
    if (drawn && drawn.count !== Math.min(room, this.sizes[drawn.index]!)) {
      throw VerificationError.at("drawSize", drawn.index);
    }
  }

  #exchange(made: MoveRecord): void {
    const swapped = made.swapped ?? [];
    const drawn = this.#draw();
    if (!drawn) throw otherRack(made);
    if (drawn.count !== swapped.length) throw VerificationError.at("drawSize", drawn.index);
    for (const tile of swapped) this.#lay(made, tile);
    this.#putBack(made, swapped);
  }

  #putBack(made: MoveRecord, expected: ReadonlyArray<string>): void {
    if (expected.length === 0) return;
    const next = this.#steps[this.#next];
    if (next?.step.kind !== "putBack" || !areSame(next.step.tiles, expected)) throw otherRack(made);
    this.#next++;
  }

  /** Removes a tile from the rack. */
  #lay(made: MoveRecord, letter: string): void {
    const place = this.#rack.indexOf(letter);
    if (place < 0) throw otherRack(made);
    this.#rack.splice(place, 1);
  }
}

function otherRack({ turnNumber }: MoveRecord): VerificationError {
  return new VerificationError("rack", { turn: turnNumber });
}
