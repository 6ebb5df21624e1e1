// Looks up words in the server's list, a few at a time.

import { fetchWord } from "../words/fetch-word";

/** The number of concurrent requests. */
const AT_ONCE = 6;

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
      answers.set(word, (await fetchWord(language, word, ask))?.valid ?? null);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}
