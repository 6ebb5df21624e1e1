// The spoiler-free text that a player shares.

import type { DailyResults, DailyTurn } from "../protocol";

const BAR_LENGTH = 5;

/** A turn compared with its best play: five squares, all green if nothing better was possible. */
export function bar(score: number, best: number, kind: "played" | "exchanged"): string {
  if (kind === "exchanged") return `🔄${"⬜".repeat(BAR_LENGTH - 1)}`;
  if (score >= best) return "🟩".repeat(BAR_LENGTH);
  // Any score fills at least one square; below the best play the last square stays empty.
  const share = Math.floor((score / best) * BAR_LENGTH);
  const filled = Math.min(BAR_LENGTH - 1, Math.max(score > 0 ? 1 : 0, share));
  return "🟨".repeat(filled) + "⬜".repeat(BAR_LENGTH - filled);
}

export function bars(results: DailyResults, turns: ReadonlyArray<DailyTurn>): string[] {
  return results.turns.map(({ turnNumber, score, bestPlay }) => {
    const exchanged = (turns[turnNumber - 1]?.tilesExchanged ?? 0) > 0;
    return bar(score, bestPlay?.score ?? 0, exchanged ? "exchanged" : "played");
  });
}

/** The link to a puzzle in its language. */
export function linkTo(server: string, date: string, language: string): string {
  return `${server}/daily/${date}?language=${language}`;
}

export function shareText(
  results: DailyResults,
  turns: ReadonlyArray<DailyTurn>,
  words: { title: string; score: string },
  server: string,
): string {
  const { date, language } = results;
  const head = `${words.title} ${date} (${language})`;
  return [head, words.score, ...bars(results, turns), linkTo(server, date, language)].join("\n");
}
