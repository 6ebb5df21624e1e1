// Names of languages in the language of the page, from the browser.

import { settings } from "../ui/settings.svelte";

export function languageName(code: string): string {
  return new Intl.DisplayNames([settings.current.language], { type: "language" }).of(code) ?? code;
}
