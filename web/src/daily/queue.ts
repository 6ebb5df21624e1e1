// A turn that could not be submitted waits on the device and is tried again until the server has answered. The number of the
// turn keeps it from being played twice.

import type { DailyState, LaidDailyTile, SubmitTurn } from "../protocol";

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before a try, after so many that failed. */
export function waitMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
}

const FIRST_LOOK_AFTER_MS = 3_000;
const LOOKS_AT_LEAST_EVERY_MS = 60_000;

/** How long to wait before the results are asked for again, after so many that lacked the best line. */
export function resultsWaitMs(incompleteResults: number): number {
  return Math.min(LOOKS_AT_LEAST_EVERY_MS, FIRST_LOOK_AFTER_MS * 2 ** Math.max(0, incompleteResults - 1));
}

const PUBLISHED_SPREAD_MS = 30_000;

/** How long to wait for what is published when the day is over. Open pages do not all ask in the same second. */
export function publishedWaitMs(leftOfDayMs: number, chance: number): number {
  return leftOfDayMs + 1_000 + Math.floor(chance * PUBLISHED_SPREAD_MS);
}

/** Whether a queued turn is still the one to come. */
export function isNextTurn(queued: SubmitTurn, state: DailyState): boolean {
  return state.status === "in_progress" && queued.turnNumber === state.currentTurn;
}

const named = (tiles: ReadonlyArray<Pick<LaidDailyTile, "letter" | "position"> & { isBlank?: boolean }>) =>
  tiles
    .map(({ letter, position, isBlank }) => `${position.row},${position.col},${letter},${isBlank ?? false}`)
    .sort()
    .join(" ");

/** Whether a turn that was sent is the one that the server has: its answer may have been lost on the way. */
export function isAlreadyPlayed(sent: SubmitTurn, state: DailyState): boolean {
  const turn = state.turns[sent.turnNumber - 1];
  if (!turn) return false;
  if (sent.tilesExchanged) return turn.tilesExchanged === sent.tilesExchanged.length;
  return turn.tilesExchanged === 0 && named(turn.tilesPlaced) === named(sent.tilesPlaced ?? []);
}
