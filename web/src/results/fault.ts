// What can be wrong with a bag.

export type Fault =
  | "format"
  | "seed"
  | "promised"
  | "commitment"
  | "nonce"
  | "contributors"
  | "tableMismatch"
  | "tileSet"
  | "openingDraw"
  | "openingDrawMissing"
  | "turnOrder"
  | "deal"
  | "drawNumber"
  | "draw"
  | "putBack"
  | "tiles"
  | "drawSize"
  | "noReason"
  | "rack";

/** Where it is wrong: a step of the bag, from 1, or the number of a turn. */
export type FaultPlace = { readonly step?: number; readonly turn?: number };

/** Thrown where a record stops to agree with itself; `verify` makes a verdict of it. */
export class VerificationError extends Error {
  constructor(
    readonly fault: Fault,
    readonly place: FaultPlace = {},
  ) {
    super(fault);
  }

  /** At a step of the bag, counted from 0. */
  static at(fault: Fault, index: number): VerificationError {
    return new VerificationError(fault, { step: index + 1 });
  }
}
