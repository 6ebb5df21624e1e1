// What the score pad of a finished game tells at a glance.

import type { LogDeed, LogLine } from "../protocol";

export type Play = LogLine & { readonly deed: Extract<LogDeed, { kind: "played" }> };

export function isPlay(line: LogLine): line is Play {
  return line.deed.kind === "played";
}

/** Whether its tiles stayed on the board. A play that was open when the game ended did. */
export function didStand({ deed }: Play): boolean {
  return deed.fate !== "takenBack";
}

/** What a line added to its player's score, in the end. */
export function earned(line: LogLine): number {
  return isPlay(line) && didStand(line) ? line.deed.score : 0;
}

/** How many letters a word has, as people count them. */
export function lengthOf(word: string): number {
  return Array.from(word).length;
}
