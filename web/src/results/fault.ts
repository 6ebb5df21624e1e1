// The faults that verification can find.

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

/** The location of a fault: a step of the bag, from 1, or a turn number. */
export type FaultPlace = { readonly step?: number; readonly turn?: number };

/** Thrown where a record is inconsistent; `verify` converts it to a verdict. */
export class VerificationError extends Error {
  constructor(
    readonly fault: Fault,
    readonly place: FaultPlace = {},
  ) {
    super(fault);
  }

  /** A fault at a step of the bag, counted from 0. */
  static at(fault: Fault, index: number): VerificationError {
    return new VerificationError(fault, { step: index + 1 });
  }
}
