// Names of languages in the language of the page.

import { i18n } from "../i18n/index.svelte";
import { settings } from "../ui/settings.svelte";

/** The browser names languages that the page has no text for; loading its names takes a slow phone a while. */
export function languageName(code: string): string {
  const known = i18n.t.common.languages[code];
  return known ?? new Intl.DisplayNames([settings.current.language], { type: "language" }).of(code) ?? code;
}
