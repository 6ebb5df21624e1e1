// Helpers for log lines.

import type { LogAction, LogLine } from "../protocol";

export type Play = LogLine & { readonly deed: Extract<LogAction, { kind: "played" }> };

export function isPlay(line: LogLine): line is Play {
  return line.deed.kind === "played";
}

/** Whether the tiles stayed on the board, including a play that was open when the game ended. */
export function didStand({ deed }: Play): boolean {
  return deed.fate !== "takenBack";
}

/** The points that a line finally added to its player's score. */
export function earned(line: LogLine): number {
  return isPlay(line) && didStand(line) ? line.deed.score : 0;
}

/** The number of letters of a word. */
export function lengthOf(word: string): number {
  return Array.from(word).length;
}
