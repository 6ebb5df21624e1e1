// Verifies who goes first, by the rules and the opening draw.

import type { GameRecord, TileKind } from "../protocol";
import { pick } from "./bag-key";
import { VerificationError } from "./fault";

/** A full bag: each tile by its index in the tile set, sorted. */
export function fullBag(tileSet: ReadonlyArray<TileKind>): number[] {
  // No tile set has more than 1000 of a kind; a missing tile is detected when it is drawn.
  const length = (count: number) => Math.max(0, Math.min(count, 1000));
  return tileSet.flatMap(({ count }, place) => Array.from({ length: length(count) }, () => place));
}

/** The index of a tile in the tile set; negative if there is none. */
export function placeOf({ tileSet }: GameRecord, letter: string): number {
  return tileSet.findIndex((kind) => kind.letter === letter);
}

/** Repeats the opening draw and checks the turn order; returns the number of tiles drawn. */
export function checkOpeningDraw(record: GameRecord, key: Uint8Array): number {
  let drawing = record.players.map(({ seat }) => seat);
  let counter = 0;
  // Every round draws from a full bag; players tied for the best tile draw again.
  for (const round of record.openingDraw) {
    const bag = fullBag(record.tileSet);
    const drawn = drawing.map((seat) => {
      if (bag.length === 0) throw new VerificationError("openingDraw");
      const place = bag.splice(pick(key, "begin", counter++, bag.length), 1)[0]!;
      return { seat, place };
    });
    const isSame =
      round.length === drawn.length &&
      round.every(
        ({ seat, tile }, index) =>
          drawn[index]!.seat === seat && drawn[index]!.place === placeOf(record, tile),
      );
    if (!isSame) throw new VerificationError("openingDraw");
    const best = Math.min(...drawn.map(({ place }) => place));
    drawing = drawn.filter(({ place }) => place === best).map(({ seat }) => seat);
  }
  const order = turnOrder(record, drawing);
  const isSame =
    order.length === record.turnOrder.length && order.every((seat, turn) => seat === record.turnOrder[turn]);
  if (!isSame) throw new VerificationError("turnOrder");
  return counter;
}

/** The seats in turn order: by draw, host first, by join order, or by the rotation of a rematch. */
function turnOrder(record: GameRecord, drewBest: ReadonlyArray<number>): number[] {
  const { rematch, rules, openingDraw } = record;
  const joinOrder = record.players.map(({ seat }) => seat);
  const isDrawn = !rematch && rules.beginner === "drawn";
  if (!isDrawn && openingDraw.length > 0) throw new VerificationError("openingDraw");
  if (rematch) {
    const place = (seat: number) => (rematch.includes(seat) ? rematch.indexOf(seat) : rematch.length);
    return joinOrder.sort((a, b) => place(a) - place(b));
  }
  if (isDrawn) {
    if (openingDraw.length === 0 || drewBest.length !== 1) throw new VerificationError("openingDrawMissing");
    const first = joinOrder.indexOf(drewBest[0]!);
    return [...joinOrder.slice(first), ...joinOrder.slice(0, first)];
  }
  // The record does not name the host.
  const host = record.turnOrder[0];
  if (rules.beginner === "host") return joinOrder.sort((a, b) => Number(a !== host) - Number(b !== host));
  return joinOrder;
}
