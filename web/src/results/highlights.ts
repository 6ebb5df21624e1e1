// The moments of a game that are worth telling again.

import type { LogLine, ScoredWord } from "../protocol";
import { didStand, earned, isPlay, lengthOf, type Play } from "./log";

/** How many tiles laid at once are a bingo. */
const BINGO_TILES = 7;

export type WordHighlight = { readonly play: Play; readonly word: ScoredWord };

export type Highlights = {
  /** The play that scored most. */
  readonly bestPlay: Play | null;
  /** The single word that scored most, whatever else its play formed. */
  readonly bestWord: WordHighlight | null;
  readonly longestWord: WordHighlight | null;
  /** Plays of all seven tiles at once. */
  readonly bingos: ReadonlyArray<Play>;
  /** How often somebody else came to lead alone. */
  readonly leadChanges: number;
};

/** Of equals the first one counts: whoever did it earlier did it. */
export function highlightsOf(log: ReadonlyArray<LogLine>): Highlights {
  const plays = log.filter(isPlay).filter(didStand);
  const words = plays.flatMap((play) => play.deed.words.map((word) => ({ play, word })));
  return {
    bestPlay: firstMost(plays, ({ deed }) => deed.score),
    bestWord: firstMost(words, ({ word }) => word.score),
    // Of words of one length the one that scored more is the better story.
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
