// What to tell a person whose wish was not granted.

import { Refused } from "../connection/link";
import { i18n } from "../i18n/index.svelte";
import type { WireError } from "../protocol";

/** The refusal that an error carries; a server that did not answer is unavailable. */
export function refusalOf(error: unknown): WireError {
  if (error instanceof Refused) return error.error;
  return { code: "UNAVAILABLE", message: "" };
}

export function refusalText(error: WireError): string {
  const { errors, menu } = i18n.t;
  // Rules that contradict each other have no text of their own: the server names the field and the reason.
  if (error.code === "BAD_REQUEST" && error.path?.startsWith("rules")) {
    return `${menu.rulesRefused} ${reasonOf(error.path, error.message)}`;
  }
  const minutes = Math.ceil((error.retryAfterMs ?? 0) / 60_000);
  if (error.code === "RATE_LIMITED" && minutes > 1) return menu.tooOften(minutes);
  return errors.code[error.code];
}

/** The server names a field by its path; a person knows it by its label. */
function reasonOf(path: string, message: string): string {
  const { field, wholeNumber } = i18n.t.menu;
  const labels: Record<string, string> = {
    "rules.challengeWindowSeconds": field.challengeWindow,
    "rules.clock.seconds": field.secondsATurn,
    "rules.clock.minutes": field.minutesAPlayer,
    "rules.clock.incrementSeconds": field.increment,
    "rules.scorelessEnd.count": field.scorelessCount,
    "rules.absence.removedAfterSeconds": field.removedSeconds,
    "rules.expiresAfterHours": field.expiresAfter,
    "rules.turns": field.scorelessEnd,
  };
  const reason = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
  const bounds = /from (\d+) to (\d+)$/.exec(reason);
  const text = bounds ? wholeNumber(Number(bounds[1]), Number(bounds[2])) : reason;
  return `${labels[path] ?? path}: ${text}.`;
}
