// Bluffs and challenges of a game whose words could be challenged.

import type { FinishedGame } from "./finished-game";
import { didStand, isPlay, type Play } from "./log-lines";

/** Whether the word list has each word; null if the lookup failed. */
export type Verdicts = ReadonlyMap<string, boolean | null>;

export type Bluff = {
  /**
   * `dord`: a phony that stood. `caught`: a phony that was challenged off. `wronglyChallenged`: a valid word that was
   * challenged without success. `wronglyTakenBack`: a valid word that the table took back.
   */
  readonly kind: "dord" | "caught" | "wronglyChallenged" | "wronglyTakenBack";
  readonly play: Play;
  /** The invalid words; for valid plays, all challenged words. */
  readonly words: ReadonlyArray<string>;
  /** The challenger; null without a challenge. */
  readonly challengerId: string | null;
  /** The other players in the game, who could have challenged it. */
  readonly notChallengedBy: ReadonlyArray<string>;
};

export type Recap = { readonly bluffs: ReadonlyArray<Bluff>; readonly unchecked: ReadonlyArray<string> };

/** Whether words could be challenged in this game. */
export function mayBluff({ rules }: FinishedGame): boolean {
  return rules.words === "challenge";
}

/** The distinct words of the game. */
export function wordsOf({ log }: FinishedGame): string[] {
  return [...new Set(log.filter(isPlay).flatMap(({ deed }) => deed.words.map(({ text }) => text)))];
}

export function recapOf(finished: FinishedGame, verdicts: Verdicts): Recap {
  const bluffs: Bluff[] = [];
  const out = new Set<string>();
  for (const line of finished.log) {
    if (line.deed.kind === "left") out.add(line.playerId);
    if (!isPlay(line)) continue;
    const bluff = bluffOf(line, verdicts);
    if (!bluff) continue;
    const others = finished.players.map(({ id }) => id);
    bluffs.push({ ...bluff, notChallengedBy: others.filter((id) => id !== line.playerId && !out.has(id)) });
  }
  const unchecked = wordsOf(finished).filter((word) => (verdicts.get(word) ?? null) === null);
  return { bluffs, unchecked };
}

function bluffOf(play: Play, verdicts: Verdicts): Omit<Bluff, "notChallengedBy"> | null {
  // A play can form one word twice; it is listed once.
  const words = [...new Set(play.deed.words.map(({ text }) => text))];
  const phonies = words.filter((word) => verdicts.get(word) === false);
  const { challenge } = play.deed;
  const challengerId = challenge?.challengerId ?? null;
  if (phonies.length > 0) {
    return { kind: didStand(play) ? "dord" : "caught", play, words: phonies, challengerId };
  }
  // An undecided challenge or a failed lookup proves nothing.
  const areGood = words.every((word) => verdicts.get(word) === true);
  if (!challenge?.judge || !areGood) return null;
  return { kind: didStand(play) ? "wronglyChallenged" : "wronglyTakenBack", play, words, challengerId };
}
