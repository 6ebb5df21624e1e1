// What the page says before a player challenges.

import type { Texts } from "../i18n/index.svelte";
import type { OpenPlay, TableRules } from "../protocol";

/** The sentences of the dialog: what is challenged, who decides, and what a failed challenge costs. */
export function challengeTexts(
  { words, goesOut }: Pick<OpenPlay, "words" | "goesOut">,
  { verdict }: Pick<TableRules, "verdict">,
  t: Texts["challenge"],
): string[] {
  return [
    t.confirmText(words.map(({ text }) => text)),
    ...(verdict ? [t.confirmVerdict[verdict]] : []),
    goesOut ? t.confirmGoesOut : t.confirmCost(words.length),
  ];
}
