// What the public word list of a language says about a word, from the server, with a cache.

import { addressOf } from "../base";
import type { LookedUp } from "../protocol";

const known = new Map<string, LookedUp>();

/** The answer about a word; null if the lookup failed. */
export async function fetchWord(
  language: string,
  word: string,
  ask: typeof fetch = fetch,
): Promise<LookedUp | null> {
  const path = addressOf(`/api/words/${encodeURIComponent(language)}/${encodeURIComponent(word)}`);
  const before = known.get(path);
  if (before) return before;
  try {
    const response = await ask(path);
    const { valid, list, meanings } = (await response.json()) as Partial<LookedUp>;
    if (!response.ok || typeof valid !== "boolean" || typeof list !== "string") return null;
    const answer = { valid, list, ...(Array.isArray(meanings) && { meanings }) };
    known.set(path, answer);
    return answer;
  } catch {
    return null;
  }
}
