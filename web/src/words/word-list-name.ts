// The name of the word list that judges a language, from the server.

import { addressOf } from "../base";

const known = new Map<string, Promise<string | null>>();

/** The name of the list; null if the server did not answer. */
export function wordListName(language: string, ask: typeof fetch = fetch): Promise<string | null> {
  const before = known.get(language);
  if (before) return before;
  const asked = fetchName(language, ask);
  known.set(language, asked);
  // A failure is not remembered.
  void asked.then((name) => name === null && known.delete(language));
  return asked;
}

async function fetchName(language: string, ask: typeof fetch): Promise<string | null> {
  try {
    const response = await ask(addressOf(`/api/words/${encodeURIComponent(language)}`));
    const { source } = (await response.json()) as { source?: unknown };
    return response.ok && typeof source === "string" ? source : null;
  } catch {
    return null;
  }
}
