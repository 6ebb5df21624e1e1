// The highlights of a game.

import type { LogLine, ScoredWord } from "../protocol";
import { didStand, earned, isPlay, lengthOf, type Play } from "./log-lines";

/** The number of tiles of a bingo. */
const BINGO_TILES = 7;

export type WordHighlight = { readonly play: Play; readonly word: ScoredWord };

export type Highlights = {
  /** The play with the highest score. */
  readonly bestPlay: Play | null;
  /** The single word with the highest score. */
  readonly bestWord: WordHighlight | null;
  readonly longestWord: WordHighlight | null;
  /** Plays of all seven tiles at once. */
  readonly bingos: ReadonlyArray<Play>;
  /** How often another player took the lead alone. */
  readonly leadChanges: number;
};

/** Ties go to the earliest play. */
export function highlightsOf(log: ReadonlyArray<LogLine>): Highlights {
  const plays = log.filter(isPlay).filter(didStand);
  const words = plays.flatMap((play) => play.deed.words.map((word) => ({ play, word })));
  return {
    bestPlay: firstMost(plays, ({ deed }) => deed.score),
    bestWord: firstMost(words, ({ word }) => word.score),
    // Of words of equal length, the higher score wins.
    longestWord: firstMost(words, ({ word }) => lengthOf(word.text) * 10_000 + word.score),
    bingos: plays.filter(({ deed }) => deed.placements.length >= BINGO_TILES),
    leadChanges: leadChanges(log),
  };
}

function firstMost<T>(all: ReadonlyArray<T>, value: (one: T) => number): T | null {
  let most: T | null = null;
  for (const one of all) if (most === null || value(one) > value(most)) most = one;
  return most;
}

function leadChanges(log: ReadonlyArray<LogLine>): number {
  const scores = new Map<string, number>();
  let [leader, changes] = ["", 0];
  for (const line of log) {
    scores.set(line.playerId, (scores.get(line.playerId) ?? 0) + earned(line));
    const most = Math.max(...scores.values());
    const leaders = [...scores].filter(([, score]) => score === most);
    const alone = leaders.length === 1 && most > 0 ? leaders[0]![0] : leader;
    if (leader && alone !== leader) changes++;
    leader = alone;
  }
  return changes;
}
