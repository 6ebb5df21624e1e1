// Texts for refusals. The server sends a code, a rule, words or a field; the sentence is composed here in the
// language of the page.

import { RefusalError } from "../connection/link";
import type { WireError } from "../protocol";
import { i18n } from "./index.svelte";

/** The refusal of an error; no answer counts as unavailable. */
export function refusalOf(error: unknown): WireError {
  if (error instanceof RefusalError) return error.error;
  return { code: "UNAVAILABLE", message: "" };
}

export function refusalText(error: WireError): string {
  const { errors, menu } = i18n.t;
  if (error.words && error.words.length > 0) return errors.notWords(error.words);
  if (error.code === "BAD_REQUEST" && error.path?.startsWith("rules")) {
    return `${menu.rulesRefused} ${reasonOf(error.path, error.message)}`;
  }
  if (error.code === "RATE_LIMITED" && error.path === "connections") return i18n.t.game.tooManyConnections;
  const minutes = Math.ceil((error.retryAfterMs ?? 0) / 60_000);
  if (error.code === "RATE_LIMITED" && minutes > 1) return menu.tooOften(minutes);
  return (error.rule && errors.rule[error.rule]) ?? errors.code[error.code];
}

/** Explains a refused field by its label; only the bounds are taken from the server's message. */
function reasonOf(path: string, message: string): string {
  const { field, wholeNumber, endless } = i18n.t.menu;
  const labels: Record<string, string> = {
    "rules.maxPlayers": field.maxPlayers,
    "rules.words": field.words,
    "rules.verdict": field.verdict,
    "rules.challengeWindowSeconds": field.challengeWindow,
    "rules.lookUp": field.lookUp,
    "rules.beginner": field.beginner,
    "rules.clock": field.clock,
    "rules.clock.seconds": field.secondsATurn,
    "rules.clock.minutes": field.minutesAPlayer,
    "rules.clock.incrementSeconds": field.increment,
    "rules.clock.days": i18n.t.days.daysATurn,
    "rules.clock.bankDays": i18n.t.days.bankDays,
    "rules.standIn": i18n.t.days.standInField,
    "rules.exchangeNeeds": field.exchangeNeeds,
    "rules.scorelessEnd": field.scorelessEnd,
    "rules.scorelessEnd.count": field.scorelessCount,
    "rules.absence": field.removedAfter,
    "rules.absence.removedAfterSeconds": field.removedSeconds,
    "rules.expiresAfterHours": field.expiresAfter,
    "rules.watching": field.watching,
    "rules.joining": field.joining,
  };
  // The form has no number of turns, so this means that no rule ends the game.
  if (path === "rules.turns") return `${endless}.`;
  const label = labels[path];
  const bounds = /from (\d+) to (\d+)$/.exec(message);
  const range = bounds && wholeNumber(Number(bounds[1]), Number(bounds[2]));
  return [label, range].filter(Boolean).join(": ") + (label || range ? "." : "");
}
