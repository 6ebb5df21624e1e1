// Fetches the coach's review of a finished game: a stream of JSON lines, one per turn.

import { addressOf } from "../base";
import type { ReviewedTurn, ReviewLine, ReviewSum } from "../protocol";

/** The coach is busy or the server unreachable; a retry may succeed. */
export class CoachUnavailableError extends Error {}

/** The stream ended before its last line. */
export class ReviewInterruptedError extends Error {}

/** A review, possibly incomplete. */
export type Review = {
  /** The expected number of turns; null until the first line. */
  readonly expected: number | null;
  readonly turns: ReadonlyArray<ReviewedTurn>;
  /** The totals of each player; null until the last line. */
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

/** The lines of a stream, whose chunks may end inside a line or a character. */
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
    // Cancelling tells the server to stop computing.
    await reader.cancel().catch(() => undefined);
  }
  if (rest !== "") throw new ReviewInterruptedError();
}

/** Fetches a review and yields it after every line until it is complete. */
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
