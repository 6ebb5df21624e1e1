// Today's puzzle on the menu. It uses local storage only, without a request.

import { LANGUAGES } from "../protocol";
import { settings } from "../ui/settings.svelte";
import { utcDate } from "./dates";
import { loadDays, loadDevice } from "./storage";

export type Progress = { kind: "new" } | { kind: "begun"; turn: number } | { kind: "done"; score: number };

/** The language of the puzzle: the chosen one, or that of the page. */
export function puzzleLanguage(): string {
  const { language } = loadDevice();
  return language && LANGUAGES.includes(language) ? language : settings.current.language;
}

/** Today's date on the server, by the stored clock offset. */
export function todayByDevice(): string {
  return utcDate(Date.now() + loadDevice().clockAheadMs);
}

export function progressOfToday(): Progress {
  const today = todayByDevice();
  const day = loadDays(puzzleLanguage()).find(({ date }) => date === today);
  if (!day || (day.status === "in_progress" && day.turnsPlayed === 0)) return { kind: "new" };
  return day.status === "completed"
    ? { kind: "done", score: day.score }
    : { kind: "begun", turn: day.turnsPlayed + 1 };
}
