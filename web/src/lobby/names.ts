// Validation of player names. The server decides; this gives earlier feedback.

import { i18n } from "../i18n/index.svelte";
import { settings } from "../ui/settings.svelte";

export const NAME_LENGTH_MAX = 20;

/** Normalises a name: NFC, trimmed, with plain apostrophes and hyphens. */
export function normalizeName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010\u2011]/g, "-")
    .trim();
}

const LETTERS = "(?:[\\p{L}\\p{N}]\\p{M}*)+";
const WORD = `${LETTERS}(?:[-'.]${LETTERS})*`;
const NAME = new RegExp(`^${WORD}(?: ${WORD})*\\.?$`, "u");

/** 1 to 20 letters and digits of any script, with single spaces, hyphens, apostrophes or dots between them. */
export function isValidName(name: string): boolean {
  const text = normalizeName(name);
  return (
    [...text].length <= NAME_LENGTH_MAX && NAME.test(text) && !/\p{Default_Ignorable_Code_Point}/u.test(text)
  );
}

/** The chosen name, or the default for a practice game. */
export function nameOrDefault(): string {
  return normalizeName(settings.current.playerName) || i18n.t.menu.defaultName;
}
