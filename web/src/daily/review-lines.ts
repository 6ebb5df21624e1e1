// The lines to review after the last turn.

import type {
  BoardPosition,
  DailyResults,
  DailyState,
  DailyTurn,
  FormedWord,
  LaidDailyTile,
} from "../protocol";
import type { Board } from "../table/held-tiles";
import { boardWith } from "./boards";

/** Own plays; the best play of each own turn; the greedy line (par); the best line found. */
export type LineName = "own" | "bestPlays" | "par" | "best";

export const LINE_NAMES: ReadonlyArray<LineName> = ["bestPlays", "own", "par", "best"];

/** One turn of a line. */
export type Reviewed = {
  turn: number;
  /** Null if no play was possible. */
  play: { tilesPlaced: ReadonlyArray<LaidDailyTile>; wordsFormed: ReadonlyArray<FormedWord> } | null;
  exchanged: number;
  score: number;
  board: Board;
  squares: ReadonlyArray<BoardPosition>;
};

/** The turns of a line, each with its board; null while the line is unknown or unpublished. */
export function reviewOf(line: LineName, state: DailyState, results: DailyResults): Reviewed[] | null {
  if (line === "bestPlays") {
    return results.turns.map(({ turnNumber, bestPlay }) => {
      // The best play is shown on the board before the player's own turn.
      const before = state.turns.slice(0, turnNumber - 1);
      const tilesPlaced = bestPlay?.tilesPlaced ?? [];
      return {
        turn: turnNumber,
        play: bestPlay,
        exchanged: 0,
        score: bestPlay?.score ?? 0,
        board: boardWith(state, [...before, { tilesPlaced }]),
        squares: tilesPlaced.map(({ position }) => position),
      };
    });
  }
  const turns = line === "own" ? state.turns : results[line]?.turns;
  return turns ? lineOf(turns, state) : null;
}

function lineOf(turns: ReadonlyArray<DailyTurn>, state: DailyState): Reviewed[] {
  return turns.map((turn, index) => ({
    turn: turn.turnNumber,
    play: turn.tilesPlaced.length > 0 ? turn : null,
    exchanged: turn.tilesExchanged,
    score: turn.totalScore,
    board: boardWith(state, turns.slice(0, index + 1)),
    squares: turn.tilesPlaced.map(({ position }) => position),
  }));
}
