// A turn that could not be submitted is queued on the device and retried until the server answers. Its turn number
// prevents it from being played twice.

import type { DailyState, LaidDailyTile, SubmitTurn } from "../protocol";

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** The delay before the next attempt after a number of failures. */
export function waitMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
}

const FIRST_RESULTS_WAIT_MS = 3_000;
const LONGEST_RESULTS_WAIT_MS = 60_000;

/** The delay before the next results request, after a number of results without the best line. */
export function resultsWaitMs(incompleteResults: number): number {
  return Math.min(LONGEST_RESULTS_WAIT_MS, FIRST_RESULTS_WAIT_MS * 2 ** Math.max(0, incompleteResults - 1));
}

const PUBLISHED_SPREAD_MS = 30_000;

/** The delay until results are published at the end of the day, spread so that pages do not all ask at once. */
export function publishedWaitMs(leftOfDayMs: number, chance: number): number {
  return leftOfDayMs + 1_000 + Math.floor(chance * PUBLISHED_SPREAD_MS);
}

/** Whether a queued turn is still the next turn. */
export function isNextTurn(queued: SubmitTurn, state: DailyState): boolean {
  return state.status === "in_progress" && queued.turnNumber === state.currentTurn;
}

const keyOf = (tiles: ReadonlyArray<Pick<LaidDailyTile, "letter" | "position"> & { isBlank?: boolean }>) =>
  tiles
    .map(({ letter, position, isBlank }) => `${position.row},${position.col},${letter},${isBlank ?? false}`)
    .sort()
    .join(" ");

/** Whether the server already has a sent turn, whose answer was lost. */
export function isAlreadyPlayed(sent: SubmitTurn, state: DailyState): boolean {
  const turn = state.turns[sent.turnNumber - 1];
  if (!turn) return false;
  if (sent.tilesExchanged) return turn.tilesExchanged === sent.tilesExchanged.length;
  return turn.tilesExchanged === 0 && keyOf(turn.tilesPlaced) === keyOf(sent.tilesPlaced ?? []);
}
