// What languages are called, in the language of the page. The browser knows it of every language.

import { settings } from "../ui/settings.svelte";

export function languageName(code: string): string {
  return new Intl.DisplayNames([settings.current.language], { type: "language" }).of(code) ?? code;
}
