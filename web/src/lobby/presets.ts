// The presets of tables, and the changes to a preset.

import { PRESETS as RULES, type PresetName, type TableRules } from "../protocol";

/** The presets of tables; the daily puzzle has its own page. */
export type PresetChoice = Exclude<PresetName, "daily">;

/** The rules that can be changed until the start. */
export type RuleChoice = Omit<TableRules, "preset" | "language" | "turns">;

export const PRESET_CHOICES: ReadonlyArray<PresetChoice> = ["social", "classic", "validated", "open"];

const CHALLENGE_WINDOW_SECONDS = RULES.social.challengeWindowSeconds ?? 60;
/** In a game over days. */
const DAY_SECONDS = 86_400;
/** What the clock `days` decides; the server sets it. */
const FIXED_BY_DAYS: ReadonlySet<keyof RuleChoice> = new Set([
  "absence",
  "challengeWindowSeconds",
  "expiresAfterHours",
]);

/** The form's initial values; only changes are sent to the server. */
export const PRESETS: Record<PresetChoice, RuleChoice> = {
  social: choiceOf(RULES.social),
  classic: choiceOf(RULES.classic),
  validated: choiceOf(RULES.validated),
  open: choiceOf(RULES.open),
};

/** The changeable part of rules. */
export function choiceOf(rules: TableRules): RuleChoice {
  const { preset: _preset, language: _language, turns: _turns, ...choice } = rules;
  return choice;
}

/** The rules that differ from the preset. */
export function changesTo(preset: PresetChoice, choice: RuleChoice): Partial<TableRules> {
  const base = PRESETS[preset];
  const fields = Object.keys(choice) as Array<keyof RuleChoice>;
  const isFixed = (field: keyof RuleChoice) => choice.clock.kind === "days" && FIXED_BY_DAYS.has(field);
  const changed = fields.filter((field) => !isFixed(field) && !isSame(choice[field], base[field]));
  return Object.fromEntries(changed.map((field) => [field, choice[field]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sets the words rule. Checked words cannot be challenged, so the challenge rules depend on it. */
export function withWords(choice: RuleChoice, words: RuleChoice["words"]): RuleChoice {
  const { verdict, challengeWindowSeconds, ...rest } = choice;
  if (words === "checked") return { ...rest, words };
  return {
    ...rest,
    words,
    verdict: verdict ?? "anyone",
    challengeWindowSeconds: challengeWindowSeconds ?? windowOf(choice.clock.kind),
  };
}

function windowOf(clock: RuleChoice["clock"]["kind"]): number {
  return clock === "days" ? DAY_SECONDS : CHALLENGE_WINDOW_SECONDS;
}

/** Sets the clock. A game over days keeps seats and does not expire; with another clock these are the preset's again. */
export function withClock(
  choice: RuleChoice,
  kind: RuleChoice["clock"]["kind"],
  preset: RuleChoice,
): RuleChoice {
  const { standIn: _, ...rest } = choice;
  const next: RuleChoice = { ...rest, clock: clockOf(kind) };
  if (kind !== "days" && choice.clock.kind !== "days") return next;
  const base = kind === "days" ? { expiresAfterHours: null, absence: { removedAfterSeconds: null } } : preset;
  return {
    ...next,
    expiresAfterHours: base.expiresAfterHours,
    absence: base.absence,
    ...(choice.words === "challenge" && { challengeWindowSeconds: windowOf(kind) }),
  };
}

/** A clock of a kind with default times. */
export function clockOf(kind: RuleChoice["clock"]["kind"]): RuleChoice["clock"] {
  switch (kind) {
    case "none":
      return { kind };
    case "soft":
    case "turn":
      return { kind, seconds: 120 };
    case "game":
      return { kind, minutes: 25, incrementSeconds: 0 };
    case "days":
      return { kind, days: 3, bankDays: 2 };
  }
}

/** A scoreless end of a kind with the presets' count. */
export function scorelessEndOf(kind: RuleChoice["scorelessEnd"]["kind"]): RuleChoice["scorelessEnd"] {
  switch (kind) {
    case "everyPlayerPassed":
    case "never":
      return { kind };
    case "passes":
      return { kind, count: 4 };
    case "passesOrExchanges":
      return { kind, count: 6 };
  }
}
