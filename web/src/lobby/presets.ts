// The presets as a person chooses them, and what a choice differs in from its preset.

import type { PresetName, TableRules } from "../protocol";

/** The presets of tables; the daily puzzle has its own page. */
export type PresetChoice = Exclude<PresetName, "daily">;

/** The rules that can be changed when a table is created. */
export type RuleChoice = Omit<TableRules, "preset" | "language" | "turns">;

export const PRESET_CHOICES: ReadonlyArray<PresetChoice> = ["social", "classic", "validated", "open"];

/** The languages that tables are played in. */
export const GAME_LANGUAGES: ReadonlyArray<string> = ["en", "nl"];

export const CHALLENGE_WINDOW_SECONDS = 60;

const USUAL: RuleChoice = {
  maxPlayers: 4,
  words: "checked",
  lookUp: "always",
  beginner: "joinOrder",
  exchangeNeeds: 7,
  scorelessEnd: { kind: "everyPlayerPassed" },
  goingOutEarns: true,
  absence: { removedAfterSeconds: null },
  clock: { kind: "none" },
  expiresAfterHours: 24,
  watching: "byLink",
  joining: "anyone",
  tileTracker: true,
};

/** What the server's presets say: a form starts from it, and only what is changed goes to the server. */
export const PRESETS: Record<PresetChoice, RuleChoice> = {
  social: {
    ...USUAL,
    words: "challenge",
    verdict: "anyone",
    challengeWindowSeconds: CHALLENGE_WINDOW_SECONDS,
    beginner: "host",
    exchangeNeeds: "asManyAsSwapped",
  },
  classic: {
    ...USUAL,
    words: "challenge",
    verdict: "dictionary",
    challengeWindowSeconds: CHALLENGE_WINDOW_SECONDS,
    lookUp: "never",
    beginner: "drawn",
    exchangeNeeds: 8,
  },
  validated: {
    ...USUAL,
    scorelessEnd: { kind: "passes", count: 4 },
    goingOutEarns: false,
    expiresAfterHours: 14 * 24,
  },
  open: {
    ...USUAL,
    scorelessEnd: { kind: "passesOrExchanges", count: 6 },
    absence: { removedAfterSeconds: 60 },
  },
};

/** The fields of a choice that differ from its preset. */
export function changesTo(preset: PresetChoice, choice: RuleChoice): Partial<TableRules> {
  const base = PRESETS[preset];
  const fields = Object.keys(choice) as Array<keyof RuleChoice>;
  const changed = fields.filter((field) => !isSame(choice[field], base[field]));
  return Object.fromEntries(changed.map((field) => [field, choice[field]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Words that are checked cannot be challenged: what decides a challenge comes and goes with the rule. */
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

/** A clock of that kind, with times that suit most tables. */
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

/** A way to end by passing, with the number that presets use. */
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
