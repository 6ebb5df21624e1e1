// The puzzle's texts in the language of the page.

import { dailyEn } from "../i18n/en-daily";
import { dailyNl } from "../i18n/nl-daily";
import { settings } from "../ui/settings.svelte";

class DailyTranslations {
  get t(): typeof dailyEn {
    return settings.current.language === "nl" ? dailyNl : dailyEn;
  }
}

export const texts = new DailyTranslations();
