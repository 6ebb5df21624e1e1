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
    return `${menu.rulesRefused} ${error.message}`;
  }
  return errors.code[error.code];
}
