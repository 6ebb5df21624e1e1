// What the coach says about a finished game: one line of JSON for each turn, as they come.

import { addressOf } from "../base";
import type { ReviewedTurn, ReviewLine, ReviewSum } from "../protocol";

/** The server has too much to do, or is not there: what failed now may work in a moment. */
export class CoachUnavailableError extends Error {}

/** The stream ended before its last line. */
export class ReviewInterruptedError extends Error {}

/** A review as far as it has come. */
export type Review = {
  /** How many turns there will be; null as long as nobody has said. */
  readonly expected: number | null;
  readonly turns: ReadonlyArray<ReviewedTurn>;
  /** What came together for each player; null until the last turn was looked at. */
  readonly sums: ReadonlyArray<ReviewSum> | null;
};

export const EMPTY_REVIEW: Review = { expected: null, turns: [], sums: null };

export function withLine(review: Review, line: ReviewLine): Review {
  switch (line.kind) {
    case "begin":
      return { ...review, expected: line.turns };
    case "turn":
      return { ...review, turns: [...review.turns, line] };
    case "end":
      return { ...review, sums: line.sums };
  }
}

/** The lines of a stream, wherever its pieces were cut: in the middle of a line, or of a letter. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<ReviewLine> {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split("\n");
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as ReviewLine;
      if (done) break;
    }
  } finally {
    // Whoever does not want the rest says so, and the server stops thinking.
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== "") throw new ReviewInterruptedError();
}

/** Asks for a review and tells how far it has come after every line, until it is complete. */
export async function* reviewOf(
  gameId: string,
  signal: AbortSignal,
  ask: typeof fetch = fetch,
): AsyncGenerator<Review> {
  const response = await ask(addressOf(`/api/games/${encodeURIComponent(gameId)}/review`), { signal });
  if (!response.ok || !response.body) throw new CoachUnavailableError();
  let review = EMPTY_REVIEW;
  for await (const line of linesOf(response.body)) {
    review = withLine(review, line);
    yield review;
  }
  if (!review.sums) throw new ReviewInterruptedError();
}
