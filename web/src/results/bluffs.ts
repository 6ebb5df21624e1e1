// Who bluffed, who let it pass, and who doubted a good word: only where the players were the judges of words.

import type { FinishedGame } from "./finished-game";
import { didStand, isPlay, type Play } from "./log";

/** What the word list says; null if it could not be asked. */
export type Verdicts = ReadonlyMap<string, boolean | null>;

export type Bluff = {
  /**
   * `dord`: a phony that stood. `caught`: one that was challenged off. `wronglyChallenged`: a good word that was challenged in vain.
   * `wronglyTakenBack`: a good word that the table took back.
   */
  readonly kind: "dord" | "caught" | "wronglyChallenged" | "wronglyTakenBack";
  readonly play: Play;
  /** The words that are none; for good words all that were challenged. */
  readonly words: ReadonlyArray<string>;
  /** Who challenged; null if nobody did. */
  readonly challengerId: string | null;
  /** Everybody else who was in the game and could have challenged it. */
  readonly notChallengedBy: ReadonlyArray<string>;
};

export type Recap = { readonly bluffs: ReadonlyArray<Bluff>; readonly unchecked: ReadonlyArray<string> };

/** Whether this game had room for bluffs. */
export function mayBluff({ rules }: FinishedGame): boolean {
  return rules.words === "challenge";
}

/** Every word that was laid, once. */
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
  // A play can form one word twice; it is told once.
  const words = [...new Set(play.deed.words.map(({ text }) => text))];
  const phonies = words.filter((word) => verdicts.get(word) === false);
  const { challenge } = play.deed;
  const challengerId = challenge?.challengerId ?? null;
  if (phonies.length > 0) {
    return { kind: didStand(play) ? "dord" : "caught", play, words: phonies, challengerId };
  }
  // A challenge that nobody decided says nothing about the word; neither does a word that could not be looked up.
  const areGood = words.every((word) => verdicts.get(word) === true);
  if (!challenge?.judge || !areGood) return null;
  return { kind: didStand(play) ? "wronglyChallenged" : "wronglyTakenBack", play, words, challengerId };
}
