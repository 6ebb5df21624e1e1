// Looks words up in the server's list, a few at a time, and each only once.

import { addressOf } from "../base";

/** How many questions are on their way at once. */
const AT_ONCE = 6;

const known = new Map<string, boolean>();

/** Whether the list of a language has each word; null for those that nobody could say anything about. */
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
