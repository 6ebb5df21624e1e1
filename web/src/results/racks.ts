// Whether every draw had its reason: a play that stands fills the rack, an exchange gives as many as it takes.

import type { BagStep, GameRecord, MoveRecord, RecordPlayer } from "../protocol";
import { VerificationError } from "./fault";

/** How many tiles a full rack has. */
const FULL = 7;
const BLANK = "_";

/** Follows each rack from turn to turn. The draws themselves must have been checked before. */
export function checkRacks(record: GameRecord): void {
  const sizes = bagSizes(record);
  for (const player of record.players) new RackChecker(player, record, sizes).follow(record.moves);
}

/** How many tiles the bag holds before each step, and after the last. */
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

/** One player's rack, and what the player did with the bag. */
class RackChecker {
  readonly #steps: ReadonlyArray<{ index: number; step: BagStep }>;
  /** The first of the steps that has had no reason yet. */
  #next = 0;
  #rack: string[] = [];
  /** Whether the last play waits for its draw: it comes when the play can no longer be challenged. */
  #isToDraw = false;

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
    this.#drawWhatIsDue();
    const left = this.#steps[this.#next];
    if (left) throw VerificationError.at("noReason", left.index);
  }

  #take(made: MoveRecord): void {
    switch (made.deed.kind) {
      // A turn can be lost while the play before it still waits for its draw.
      case "lostTurn":
        return;
      case "left":
        this.#drawWhatIsDue();
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
        this.#isToDraw = true;
    }
  }

  /** Takes the next step if it is a draw, and says which it was. */
  #draw(): { index: number; count: number } | null {
    const next = this.#steps[this.#next];
    if (next?.step.kind !== "draw") return null;
    this.#rack.push(...next.step.tiles);
    this.#next++;
    return { index: next.index, count: next.step.tiles.length };
  }

  /** The rack before a turn is the one that the record shows. */
  #expectRack(made: MoveRecord): void {
    if (areSame(this.#rack, made.rack)) {
      if (this.#isToDraw && this.#rack.length < FULL && !this.#wasBagEmpty()) throw otherRack(made);
      this.#isToDraw = false;
      return;
    }
    this.#drawWhatIsDue();
    if (!areSame(this.#rack, made.rack)) throw otherRack(made);
  }

  /** Whether the bag was empty at some moment between this player's last step and the next one. */
  #wasBagEmpty(): boolean {
    const first = this.#steps[this.#next - 1]?.index ?? 0;
    const next = this.#steps[this.#next];
    const end = next ? next.index + 1 : this.sizes.length;
    return this.sizes.slice(first, end).includes(0);
  }

  /** A play that stands fills the rack, or takes what the bag still has. */
  #drawWhatIsDue(): void {
    if (!this.#isToDraw) return;
    this.#isToDraw = false;
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

  /** A tile leaves the rack. */
  #lay(made: MoveRecord, letter: string): void {
    const place = this.#rack.indexOf(letter);
    if (place < 0) throw otherRack(made);
    this.#rack.splice(place, 1);
  }
}

function otherRack({ turnNumber }: MoveRecord): VerificationError {
  return new VerificationError("rack", { turn: turnNumber });
}
