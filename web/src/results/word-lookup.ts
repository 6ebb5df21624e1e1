// Looks up words in the server's list, a few at a time, with a cache.

import { addressOf } from "../base";

/** The number of concurrent requests. */
const AT_ONCE = 6;

const known = new Map<string, boolean>();

/** Whether the word list of a language has each word; null if the lookup failed. */
export async function lookUp(
  language: string,
  words: ReadonlyArray<string>,
  ask: typeof fetch = fetch,
): Promise<Map<string, boolean | null>> {
  const answers = new Map<string, boolean | null>();
  const waiting = [...words];
  const worker = async () => {
    for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
      answers.set(word, await lookUpOne(language, word, ask));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

async function lookUpOne(language: string, word: string, ask: typeof fetch): Promise<boolean | null> {
  const path = addressOf(`/api/words/${encodeURIComponent(language)}/${encodeURIComponent(word)}`);
  const before = known.get(path);
  if (before !== undefined) return before;
  try {
    const response = await ask(path);
    const { valid } = (await response.json()) as { valid?: unknown };
    if (!response.ok || typeof valid !== "boolean") return null;
    known.set(path, valid);
    return valid;
  } catch {
    return null;
  }
}
