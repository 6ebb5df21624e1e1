// Who begins, by the rules of the table and by the draw for it.

import type { GameRecord, TileKind } from "../protocol";
import { pick } from "./bag-key";
import { VerificationError } from "./fault";

/** A full bag: each tile by its place in the tile set, sorted. */
export function fullBag(tileSet: ReadonlyArray<TileKind>): number[] {
  // No tile set has more of a kind; what is not there is missed when it is drawn.
  const length = (count: number) => Math.max(0, Math.min(count, 1000));
  return tileSet.flatMap(({ count }, place) => Array.from({ length: length(count) }, () => place));
}

/** The place of a tile in the tile set; below 0 if there is none. */
export function placeOf({ tileSet }: GameRecord, letter: string): number {
  return tileSet.findIndex((kind) => kind.letter === letter);
}

/** Draws for who begins again, and says how many tiles that took. */
export function checkOpeningDraw(record: GameRecord, key: Uint8Array): number {
  let drawing = record.players.map(({ seat }) => seat);
  let counter = 0;
  // Every round draws from a full bag; those who are tied for the best tile draw again.
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

/** The seats in the order of turns: drawn, the host first, as they came, or, when a table plays again, the next in turn. */
function turnOrder(record: GameRecord, drewBest: ReadonlyArray<number>): number[] {
  const { rematch, rules, openingDraw } = record;
  const came = record.players.map(({ seat }) => seat);
  const isDrawn = !rematch && rules.beginner === "drawn";
  if (!isDrawn && openingDraw.length > 0) throw new VerificationError("openingDraw");
  if (rematch) {
    const place = (seat: number) => (rematch.includes(seat) ? rematch.indexOf(seat) : rematch.length);
    return came.sort((a, b) => place(a) - place(b));
  }
  if (isDrawn) {
    if (openingDraw.length === 0 || drewBest.length !== 1) throw new VerificationError("openingDrawMissing");
    const first = came.indexOf(drewBest[0]!);
    return [...came.slice(first), ...came.slice(0, first)];
  }
  // The record does not say who the host was.
  const host = record.turnOrder[0];
  if (rules.beginner === "host") return came.sort((a, b) => Number(a !== host) - Number(b !== host));
  return came;
}
