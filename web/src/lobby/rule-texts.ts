// The rules of a table as sentences.

import type { Texts } from "../i18n/index.svelte";
import type { ClockRule, TableRules } from "../protocol";

/** The most important rules. */
export function mainRules(rules: TableRules, texts: Texts): string[] {
  const t = texts.lobby.rule;
  return [
    wordsRule(rules, texts),
    clockRule(rules.clock, texts),
    ...timeOutRules(rules, texts),
    t.beginner[rules.beginner],
  ];
}

/** The other rules. */
export function furtherRules(rules: TableRules, texts: Texts): string[] {
  const t = texts.lobby.rule;
  return [
    t.lookUp[rules.lookUp],
    t.exchange(rules.exchangeNeeds),
    t.scorelessEnd(rules.scorelessEnd.kind, rules.scorelessEnd.count ?? 0),
    t.goingOut(rules.goingOutEarns),
    t.tracker(rules.tileTracker),
    t.absence(rules.absence.removedAfterSeconds),
    t.joining[rules.joining],
    t.watching[rules.watching],
    ...closingRules(rules, texts),
  ];
}

/** When the table closes, and whether the game can be paused. */
export function closingRules(rules: TableRules, texts: Texts): string[] {
  if (rules.clock.kind === "days") return [texts.days.pauseRule, texts.days.neverExpires];
  return rules.expiresAfterHours === null ? [] : [texts.lobby.rule.expires(rules.expiresAfterHours)];
}

/** What happens to a player whose time runs out again, in a game over days. */
export function timeOutRules(rules: TableRules, texts: Texts): string[] {
  if (rules.clock.kind !== "days") return [];
  return [rules.standIn === undefined ? texts.days.outRule : texts.days.standInRule(rules.standIn)];
}

/** How words are validated. */
export function wordsRule(rules: TableRules, texts: Texts): string {
  const t = texts.lobby.rule;
  if (rules.words === "checked") return t.checked;
  return t.challenge(rules.verdict ?? "anyone", rules.challengeWindowSeconds ?? 0);
}

/** The clock and its penalties. */
export function clockRule(clock: ClockRule, texts: Texts): string {
  const t = texts.lobby.rule;
  switch (clock.kind) {
    case "none":
      return t.noClock;
    case "soft":
      return t.softClock(clock.seconds ?? 0);
    case "turn":
      return t.turnClock(clock.seconds ?? 0);
    case "game":
      return t.gameClock(clock.minutes ?? 0, clock.incrementSeconds ?? 0);
    case "days":
      return texts.days.clockRule(clock.days ?? 0, clock.bankDays ?? 0);
  }
}
