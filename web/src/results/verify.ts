// Verifies on this device that the bag was fair: repeats all draws from the game record and compares them with what
// this page has seen. It checks the same as `dord verify`, with independent code.

import type { BagReveal, GameRecord, RecordPlayer } from "../protocol";
import type { SeenNonces } from "../table/nonces";
import { bagKey, commitmentOf, fromHex, nonceCommitment, pick, toHex } from "./bag-key";
import { checkOpeningDraw, fullBag, placeOf } from "./opening-draw";
import { VerificationError, type Fault, type FaultPlace } from "./fault";
import type { FinishedGame } from "./finished-game";
import { didStand, isPlay } from "./log-lines";
import { checkRacks } from "./check-racks";
import type { KindCount } from "./tile-sets";

/** What this page knows independent of the record; nothing if it only opened the finished game. */
export type Seen = {
  /** The game as this page followed it. */
  readonly finished?: FinishedGame | null;
  /** The commitment shown before the game. */
  readonly promised?: string | null;
  /** What the table revealed at its end. */
  readonly reveal?: BagReveal | null;
  /** This device's contribution and the published contributors. */
  readonly nonces?: SeenNonces | null;
  /** The player on this device. */
  readonly you?: string | null;
  /** The tile set of the language, if this page knows it. */
  readonly tileSet?: ReadonlyArray<KindCount> | null;
};

export type BagVerdict =
  | {
      readonly isFair: true;
      readonly draws: number;
      readonly openingDraws: number;
      /** Names of the human players whose committed nonce is part of the key: their tiles cannot have been chosen. */
      readonly provenFor: ReadonlyArray<string>;
      /** Names of the other human players, who have to trust one of those or the server. */
      readonly notProvenFor: ReadonlyArray<string>;
      /** How often a start failed before, which gave the players another deal. */
      readonly failedStarts: number;
    }
  | ({ readonly isFair: false; readonly fault: Fault } & FaultPlace);

/** The record formats and their key versions. */
const KEY_FORMS: Readonly<Record<string, 1 | 2>> = { "dord/game/1": 1, "dord/game/2": 2 };
const RACK_SIZE = 7;
const BLANK = "_";

/** Repeats all draws and checks that each has a reason and that no tiles appear or vanish. */
export function verify(record: GameRecord, seen: Seen = {}): BagVerdict {
  try {
    const form = KEY_FORMS[record.format];
    if (form === undefined) throw new VerificationError("format");
    const seed = fromHex(record.seed);
    if (!seed || !fromHex(record.commitment)) throw new VerificationError("seed");
    if (seen.promised != null && seen.promised !== record.commitment) throw new VerificationError("promised");
    if (toHex(commitmentOf(seed, record.id)) !== record.commitment.toLowerCase()) {
      throw new VerificationError("commitment");
    }
    if (seen.reveal) checkReveal(record, seen.reveal);
    if (seen.finished) checkGame(record, seen.finished);
    if (seen.tileSet) checkTileSet(record, seen.tileSet);
    if (form === 2) checkNonces(record, seen);
    const contributors = form === 2 ? contributorsOf(record) : record.players;
    const nonces = contributors.map(({ nonce }) => nonce);
    const key = bagKey(seed, record.id, nonces, form);
    const openingDraws = checkOpeningDraw(record, key);
    checkDeal(record);
    const draws = checkDraws(record, key);
    checkTiles(record);
    checkRacks(record);
    const persons = record.players.filter(({ botLevel }) => botLevel === undefined);
    const isProven = ({ nonceCommitment: published }: RecordPlayer) => form === 2 && published !== undefined;
    const names = (players: ReadonlyArray<RecordPlayer>) => players.map(({ name }) => name);
    const provenFor = names(persons.filter(isProven));
    const notProvenFor = names(persons.filter((player) => !isProven(player)));
    const failedStarts = record.failedStarts ?? 0;
    return { isFair: true, draws, openingDraws, provenFor, notProvenFor, failedStarts };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { isFair: false, fault: error.fault, ...error.place };
  }
}

/** The players whose nonce is part of the key, in seat order. */
function contributorsOf({ players }: GameRecord): ReadonlyArray<RecordPlayer> {
  return players.filter(({ nonce }) => nonce !== "").sort((a, b) => a.seat - b.seat);
}

/** Checks that nonces match their commitments and the contributors that this device was shown. */
function checkNonces(record: GameRecord, { nonces, you }: Seen): void {
  for (const { nonce, nonceCommitment: published } of record.players) {
    if (published === undefined) continue;
    if (nonce === "" || nonceCommitment(nonce) !== published.toLowerCase())
      throw new VerificationError("nonce");
  }
  if (!nonces?.published) return;
  const went = contributorsOf(record).map(({ id, nonce }) => [id, nonceCommitment(nonce)]);
  const shown = nonces.published.map(({ playerId, commitment }) => [playerId, commitment]);
  if (!areEqual(went, shown)) throw new VerificationError("contributors");
  const isListed = nonces.published.some(({ playerId }) => playerId === you);
  const mine = record.players.find(({ id }) => id === you);
  if (isListed && nonces.own && mine?.nonceCommitment !== nonces.own.commitment) {
    throw new VerificationError("contributors");
  }
}

/** Checks that the record matches what the table revealed at its end. */
function checkReveal(record: GameRecord, reveal: BagReveal): void {
  const { id: gameId, commitment, seed, openingDraw, bag } = record;
  const seats = (all: ReadonlyArray<{ seat: number; nonce: string }>) =>
    all.map(({ seat, nonce }) => ({ seat, nonce }));
  const steps = (all: GameRecord["bag"]) =>
    all.map((step) => [step.kind, step.seat, step.kind === "draw" ? [step.t, step.count] : [], step.tiles]);
  const rounds = (all: GameRecord["openingDraw"]) =>
    all.map((round) => round.map(({ seat, tile }) => [seat, tile]));
  const recorded = [gameId, commitment, seed, seats(record.players), rounds(openingDraw), steps(bag)];
  const { nonces } = reveal;
  const revealed = [reveal.gameId, reveal.commitment, reveal.seed, seats(nonces), rounds(reveal.openingDraw)];
  if (KEY_FORMS[record.format] !== reveal.keyVersion) throw new VerificationError("tableMismatch");
  if (!areEqual(recorded, [...revealed, steps(reveal.bag)])) throw new VerificationError("tableMismatch");
}

/** Checks that the record has the plays and remaining tiles that this page has seen. */
function checkGame(record: GameRecord, finished: FinishedGame): void {
  const { moves, outcome } = record;
  const recorded = [record.id, plays(moves), left(outcome)];
  if (!areEqual(recorded, [finished.gameId, plays(finished.log), left(finished.outcome)])) {
    throw new VerificationError("tableMismatch");
  }
}

function plays(log: FinishedGame["log"]): unknown[] {
  const standing = log.filter(isPlay).filter(didStand);
  return standing.map(({ playerId, deed }) => [
    playerId,
    deed.placements.map(({ row, col, tile }) => [row, col, tile.letter, tile.isBlank]),
  ]);
}

function left({ finalScores }: FinishedGame["outcome"]): unknown[] {
  const byPlayer = finalScores.map(({ playerId, remainingTiles }) => {
    const tiles = remainingTiles.map((tile) => (tile.isBlank ? BLANK : tile.letter)).sort();
    return [playerId, ...tiles].join(" ");
  });
  return byPlayer.sort();
}

function areEqual(some: unknown, other: unknown): boolean {
  return JSON.stringify(some) === JSON.stringify(other);
}

/** Checks that the bag has the tile set of its language. */
function checkTileSet({ tileSet }: GameRecord, known: ReadonlyArray<KindCount>): void {
  const counts = (set: ReadonlyArray<KindCount>) => set.map(({ letter, count }) => [letter, count]);
  if (!areEqual(counts(tileSet), counts(known))) throw new VerificationError("tileSet");
}

/** Checks that the first racks were dealt in turn order. */
function checkDeal({ turnOrder, bag }: GameRecord): void {
  turnOrder.forEach((seat, index) => {
    const step = bag[index];
    const isDealt = step?.kind === "draw" && step.seat === seat && step.count === RACK_SIZE;
    if (!isDealt) throw VerificationError.at("deal", index);
  });
}

function checkDraws(record: GameRecord, key: Uint8Array): number {
  const bag = fullBag(record.tileSet);
  for (const letter of record.startingWord) {
    const found = bag.indexOf(placeOf(record, letter));
    if (found < 0) throw new VerificationError("tiles");
    bag.splice(found, 1);
  }
  let next = 0;
  record.bag.forEach((done, index) => {
    if (done.kind === "putBack") {
      for (const tile of done.tiles) {
        const place = placeOf(record, tile);
        if (place < 0) throw VerificationError.at("putBack", index);
        bag.push(place);
      }
      bag.sort((a, b) => a - b);
      return;
    }
    if (done.t !== next) throw VerificationError.at("drawNumber", index);
    if (done.count !== done.tiles.length) throw VerificationError.at("draw", index);
    for (const tile of done.tiles) {
      if (bag.length === 0) throw VerificationError.at("draw", index);
      const place = bag.splice(pick(key, "draw", next++, bag.length), 1)[0]!;
      if (record.tileSet[place]?.letter !== tile) throw VerificationError.at("draw", index);
    }
  });
  return next;
}

/** Checks that every drawn tile was played, put back or left over. */
function checkTiles(record: GameRecord): void {
  const held = new Map<string, number>();
  const change = (seat: number, tile: string, by: 1 | -1): number => {
    const key = `${seat} ${tile}`;
    const count = (held.get(key) ?? 0) + by;
    held.set(key, count);
    return count;
  };
  record.bag.forEach((done, index) => {
    for (const tile of done.tiles) {
      const count = change(done.seat, tile, done.kind === "draw" ? 1 : -1);
      if (count < 0) throw VerificationError.at("putBack", index);
    }
  });
  for (const { seat, id } of record.players) {
    const own: FinishedGame["log"] = record.moves.filter(({ playerId }) => playerId === id);
    for (const play of own.filter(isPlay).filter(didStand)) {
      for (const { tile } of play.deed.placements) change(seat, tile.isBlank ? BLANK : tile.letter, -1);
    }
    for (const { playerId, remainingTiles } of record.outcome.finalScores) {
      if (playerId !== id) continue;
      for (const tile of remainingTiles) change(seat, tile.isBlank ? BLANK : tile.letter, -1);
    }
  }
  if ([...held.values()].some((count) => count !== 0)) throw new VerificationError("tiles");
}
