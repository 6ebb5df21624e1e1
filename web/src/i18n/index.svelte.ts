// Texts in the chosen language.

import { settings } from "../ui/settings.svelte";
import { en } from "./en";
import { nl } from "./nl";

/** All texts; a language that lacks one does not compile. */
export type Texts = typeof en;

class Translations {
  get t(): Texts {
    return settings.current.language === "nl" ? nl : en;
  }
}

export const i18n = new Translations();
