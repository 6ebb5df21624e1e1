// What a player may be called. The server decides; this only spares a person the way there.

import { i18n } from "../i18n/index.svelte";
import { settings } from "../ui/settings.svelte";

export const NAME_LENGTH_MAX = 20;

/** A name as it is sent: composed, without spaces around it, with apostrophes and hyphens as they are typed. */
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

/** The chosen name; who plays alone needs none. */
export function nameOrDefault(): string {
  return normalizeName(settings.current.playerName) || i18n.t.menu.defaultName;
}
