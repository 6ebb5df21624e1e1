// Asks whether words are valid and what they mean, where the rules of the table allow it.

import type { LookedUp, TableRules } from "../protocol";
import type { TableSession } from "../table/session.svelte";
import { fetchWord } from "./fetch-word";

/** `notAllowed`: the table allows no look-up now. `unknown`: no answer. */
export type Verdict = { kind: "judged"; answer: LookedUp } | { kind: "notAllowed" | "unknown" };

/** Whether the table answers look-ups of its players now. */
export function mayLookUp({ lookUp }: Pick<TableRules, "lookUp">, hasEnded: boolean): boolean {
  return lookUp === "always" || hasEnded;
}

/** Judges a word: during the game by the table, afterwards by the public list. */
export async function judgeWord(session: TableSession, word: string): Promise<Verdict> {
  const { model } = session;
  if (!model) return { kind: "unknown" };
  const hasEnded = model.progress === "ended";
  if (!mayLookUp(model.rules, hasEnded)) return { kind: "notAllowed" };
  if (hasEnded) return judged(await fetchWord(model.rules.language, word));
  // Spectators cannot ask the table.
  if (!model.you) return { kind: "notAllowed" };
  return judged(await session.send("lookupWord", { word }));
}

function judged(answer: LookedUp | null): Verdict {
  return answer ? { kind: "judged", answer } : { kind: "unknown" };
}
