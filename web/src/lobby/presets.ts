// The presets of tables, and the changes to a preset.

import { PRESETS as RULES, type PresetName, type TableRules } from "../protocol";

/** The presets of tables; the daily puzzle has its own page. */
export type PresetChoice = Exclude<PresetName, "daily">;

/** The rules that can be changed until the start. */
export type RuleChoice = Omit<TableRules, "preset" | "language" | "turns">;

export const PRESET_CHOICES: ReadonlyArray<PresetChoice> = ["social", "classic", "validated", "open"];

const CHALLENGE_WINDOW_SECONDS = RULES.social.challengeWindowSeconds ?? 60;

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
  const changed = fields.filter((field) => !isSame(choice[field], base[field]));
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
    challengeWindowSeconds: challengeWindowSeconds ?? CHALLENGE_WINDOW_SECONDS,
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
