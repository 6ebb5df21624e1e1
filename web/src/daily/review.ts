// What there is to look at after the last turn: one's own plays, the best play of each turn, and the lines of others.

import type {
  BoardPosition,
  DailyResults,
  DailyState,
  DailyTurn,
  FormedWord,
  LaidDailyTile,
} from "../protocol";
import type { Board } from "../table/hand";
import { boardWith } from "./boards";

/** One's own plays; the best play that each of one's turns allowed; the greedy line; the best line that was found. */
export type LineName = "own" | "bestPlays" | "par" | "best";

export const LINE_NAMES: ReadonlyArray<LineName> = ["bestPlays", "own", "par", "best"];

/** One turn of a line. */
export type Reviewed = {
  turn: number;
  /** Null where nothing could be played. */
  play: { tilesPlaced: ReadonlyArray<LaidDailyTile>; wordsFormed: ReadonlyArray<FormedWord> } | null;
  exchanged: number;
  score: number;
  board: Board;
  squares: ReadonlyArray<BoardPosition>;
};

/** The turns of a line with the board that each leads to; null while the line is not known, or not yet published. */
export function reviewOf(line: LineName, state: DailyState, results: DailyResults): Reviewed[] | null {
  if (line === "bestPlays") {
    return results.turns.map(({ turnNumber, bestPlay }) => {
      // The best play lies where one's own did: on the board as it was before that turn.
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
