// Asks whether words are valid, where the rules of the table allow it.

import type { LookedUp, TableRules } from "../protocol";
import { lookUp } from "../results/word-lookup";
import type { TableSession } from "../table/session.svelte";
import { wordListName } from "./word-list";

/** `notAllowed`: the table allows no look-up now. `unknown`: no answer. */
export type Verdict = { kind: "judged"; valid: boolean; list: string } | { kind: "notAllowed" | "unknown" };

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
  if (hasEnded) return judgeByList(model.rules.language, word);
  // Spectators cannot ask the table.
  if (!model.you) return { kind: "notAllowed" };
  return judged(await session.send("lookupWord", { word }));
}

async function judgeByList(language: string, word: string): Promise<Verdict> {
  const [answers, list] = await Promise.all([lookUp(language, [word]), wordListName(language)]);
  const valid = answers.get(word);
  return typeof valid === "boolean" && list !== null ? judged({ valid, list }) : { kind: "unknown" };
}

function judged(answer: LookedUp | null): Verdict {
  return answer ? { kind: "judged", valid: answer.valid, list: answer.list } : { kind: "unknown" };
}
