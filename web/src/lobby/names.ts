// What a player may be called. The server decides; this only spares a person the way there.

import { i18n } from "../i18n/index.svelte";
import { settings } from "../ui/settings.svelte";

export const NAME_LENGTH_MAX = 20;
const NAME_LENGTH_MIN = 3;

/** A name as it is sent: composed, without spaces around it. */
export function tidied(name: string): string {
  return name.normalize("NFC").trim();
}

/** 3 to 20 letters and digits of any script, with single spaces between them. */
export function isName(name: string): boolean {
  const text = tidied(name);
  const length = [...text].length;
  if (length < NAME_LENGTH_MIN || length > NAME_LENGTH_MAX) return false;
  return /^[\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*$/u.test(text);
}

/** The chosen name; who plays alone needs none. */
export function nameOrDefault(): string {
  return tidied(settings.chosen.playerName) || i18n.t.menu.defaultName;
}
