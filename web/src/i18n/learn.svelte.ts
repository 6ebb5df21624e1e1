// The texts of "How to play" and of the tutorial in the chosen language; separate, because no first screen needs them.

import { settings } from "../ui/settings.svelte";
import { learn as en } from "./en-learn";
import { learn as nl } from "./nl-learn";

export type LearnTexts = typeof en;

class LearnTranslations {
  get t(): LearnTexts {
    return settings.current.language === "nl" ? nl : en;
  }
}

export const learnTexts = new LearnTranslations();
