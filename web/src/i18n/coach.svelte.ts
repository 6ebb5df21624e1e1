// The coach's texts in the chosen language; separate, because no first screen needs them.

import { settings } from "../ui/settings.svelte";
import { coach as en } from "./en-coach";
import { coach as nl } from "./nl-coach";

class CoachTexts {
  get t(): typeof en {
    return settings.current.language === "nl" ? nl : en;
  }
}

export const coachTexts = new CoachTexts();
