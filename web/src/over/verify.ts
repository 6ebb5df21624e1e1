// Verifies on this device that the bag was fair: everything is drawn again from what the server has revealed. Nothing of
// the server's own answers is believed but the tiles themselves.

import type { BagReveal, BagStep, GameRecord, LogLine, OpeningDrawRecord, TileKind } from "../protocol";
import { bagKey, commitmentOf, fromHex, pick, toHex } from "./bag-key";
import type { Finished } from "./finished";
import { didStand, isPlay } from "./log";

type Seat = { readonly seat: number; readonly playerId: string; readonly nonce: string };

/** Everything that is needed to draw again. */
export type Evidence = {
  readonly gameId: string;
  readonly commitment: string;
  readonly seed: string;
  /** In the order in which the players came. */
  readonly seats: ReadonlyArray<Seat>;
  readonly tileSet: ReadonlyArray<TileKind>;
  readonly startingWord: ReadonlyArray<string>;
  readonly openingDraw: ReadonlyArray<ReadonlyArray<OpeningDrawRecord>>;
  readonly bag: ReadonlyArray<BagStep>;
  readonly log: ReadonlyArray<LogLine>;
  /** What every player had left. */
  readonly left: ReadonlyMap<string, ReadonlyArray<string>>;
};

export type Fault =
  | "seed"
  | "promised"
  | "commitment"
  | "openingDraw"
  | "beginner"
  | "drawNumber"
  | "draw"
  | "putBack"
  | "tiles";

export type BagVerdict =
  | { readonly isFair: true; readonly draws: number; readonly openingDraws: number }
  /** What is wrong, and at which step of the bag, from 1. */
  | { readonly isFair: false; readonly fault: Fault; readonly step?: number };

const BLANK = "_";

function leftOf({ outcome }: Pick<Finished, "outcome">): Evidence["left"] {
  const letters = outcome.finalScores.map(
    ({ playerId, remainingTiles }) =>
      [playerId, remainingTiles.map((tile) => (tile.isBlank ? BLANK : tile.letter))] as const,
  );
  return new Map(letters);
}

/** What a table has told at its end. */
export function evidenceOfReveal(reveal: BagReveal, finished: Finished): Evidence {
  const { gameId, commitment, seed, nonces, openingDraw, bag } = reveal;
  const { tileSet, log } = finished;
  const left = leftOf(finished);
  return { gameId, commitment, seed, seats: nonces, tileSet, startingWord: [], openingDraw, bag, log, left };
}

export function evidenceOfRecord(record: GameRecord): Evidence {
  const { id, commitment, seed, players, tileSet, startingWord, openingDraw, bag, moves } = record;
  const seats = players.map((player) => ({ ...player, playerId: player.id }));
  const left = leftOf(record);
  return { gameId: id, commitment, seed, seats, tileSet, startingWord, openingDraw, bag, log: moves, left };
}

/** Thrown where the evidence stops to agree with itself; `verify` makes a verdict of it. */
class Wrong extends Error {
  constructor(
    readonly fault: Fault,
    readonly step?: number,
  ) {
    super(fault);
  }
}

/**
 * Draws everything again. `promised` is the seal that this device was shown before the game, where it was there.
 */
export function verify(evidence: Evidence, promised: string | null = null): BagVerdict {
  try {
    const seed = fromHex(evidence.seed);
    if (!seed || !fromHex(evidence.commitment)) throw new Wrong("seed");
    if (promised !== null && promised !== evidence.commitment) throw new Wrong("promised");
    if (toHex(commitmentOf(seed, evidence.gameId)) !== evidence.commitment.toLowerCase()) {
      throw new Wrong("commitment");
    }
    const nonces = evidence.seats.map(({ nonce }) => nonce);
    const key = bagKey(seed, evidence.gameId, nonces);
    const openingDraws = checkOpeningDraw(evidence, key);
    const draws = checkDraws(evidence, key);
    checkTiles(evidence);
    return { isFair: true, draws, openingDraws };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const { fault, step } = error;
    return step === undefined ? { isFair: false, fault } : { isFair: false, fault, step };
  }
}

/** A full bag: each tile by its place in the tile set, sorted. */
function fullBag(tileSet: ReadonlyArray<TileKind>): number[] {
  // No tile set has more of a kind; what is not there is missed when it is drawn.
  const length = (count: number) => Math.min(count, 1000);
  return tileSet.flatMap(({ count }, place) => Array.from({ length: length(count) }, () => place));
}

function placeOf({ tileSet }: Evidence, letter: string): number {
  return tileSet.findIndex((kind) => kind.letter === letter);
}

/** Every round draws from a full bag; those who are tied for the best tile draw again. */
function checkOpeningDraw(evidence: Evidence, key: Uint8Array): number {
  let drawing = evidence.seats.map(({ seat }) => seat);
  let counter = 0;
  for (const round of evidence.openingDraw) {
    const bag = fullBag(evidence.tileSet);
    const drawn = drawing.map((seat) => {
      if (bag.length === 0) throw new Wrong("openingDraw");
      const place = bag.splice(pick(key, "begin", counter++, bag.length), 1)[0]!;
      return { seat, place };
    });
    const isSame =
      round.length === drawn.length &&
      round.every(
        ({ seat, tile }, index) =>
          drawn[index]!.seat === seat && drawn[index]!.place === placeOf(evidence, tile),
      );
    if (!isSame) throw new Wrong("openingDraw");
    const best = Math.min(...drawn.map(({ place }) => place));
    drawing = drawn.filter(({ place }) => place === best).map(({ seat }) => seat);
  }
  // The first rack is dealt to whoever begins.
  if (evidence.openingDraw.length > 0 && (drawing.length !== 1 || evidence.bag[0]?.seat !== drawing[0])) {
    throw new Wrong("beginner");
  }
  return counter;
}

function checkDraws(evidence: Evidence, key: Uint8Array): number {
  const bag = fullBag(evidence.tileSet);
  for (const letter of evidence.startingWord) {
    const found = bag.indexOf(placeOf(evidence, letter));
    if (found < 0) throw new Wrong("tiles");
    bag.splice(found, 1);
  }
  let next = 0;
  evidence.bag.forEach((done, index) => {
    if (done.kind === "putBack") {
      for (const tile of done.tiles) bag.push(placeOf(evidence, tile));
      bag.sort((a, b) => a - b);
      return;
    }
    if (done.t !== next) throw new Wrong("drawNumber", index + 1);
    if (done.count !== done.tiles.length) throw new Wrong("draw", index + 1);
    for (const tile of done.tiles) {
      if (bag.length === 0) throw new Wrong("draw", index + 1);
      const place = bag.splice(pick(key, "draw", next++, bag.length), 1)[0]!;
      if (evidence.tileSet[place]?.letter !== tile) throw new Wrong("draw", index + 1);
    }
  });
  return next;
}

/** Whatever a player drew was laid, put back or left. */
function checkTiles(evidence: Evidence): void {
  const held = new Map<string, number>();
  const change = (seat: number, tile: string, by: 1 | -1): number => {
    const key = `${seat} ${tile}`;
    const count = (held.get(key) ?? 0) + by;
    held.set(key, count);
    return count;
  };
  evidence.bag.forEach((done, index) => {
    for (const tile of done.tiles) {
      const count = change(done.seat, tile, done.kind === "draw" ? 1 : -1);
      if (count < 0) throw new Wrong("putBack", index + 1);
    }
  });
  for (const { seat, playerId } of evidence.seats) {
    for (const play of evidence.log.filter(isPlay)) {
      if (play.playerId !== playerId || !didStand(play)) continue;
      for (const { tile } of play.deed.placements) change(seat, tile.isBlank ? BLANK : tile.letter, -1);
    }
    for (const tile of evidence.left.get(playerId) ?? []) change(seat, tile, -1);
  }
  if ([...held.values()].some((count) => count !== 0)) throw new Wrong("tiles");
}
