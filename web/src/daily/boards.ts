// Boards of the puzzle: the current one, and those after each turn of a line.

import { BOARD_SIZE, type DailyState, type LaidDailyTile, type StartingWord, type Tile } from "../protocol";
import { step } from "../table/cursor";
import type { Board } from "../table/held-tiles";
import { laidTile } from "./letters";

/** The start of a puzzle, common to all its boards. */
export type PuzzleStart = { startingWord: StartingWord; language: string };

export function boardOf({ board, language }: DailyState): Board {
  const isBlank = (row: number, col: number) =>
    board.blanks.some((square) => square.row === row && square.col === col);
  return board.grid.map((line, row) =>
    line.map((letter, col) => (letter === null ? null : laidTile(letter, language, isBlank(row, col)))),
  );
}

/** The board with only the starting word. */
function startingBoard({ startingWord, language }: PuzzleStart): Array<Array<Tile | null>> {
  const board = Array.from({ length: BOARD_SIZE }, () =>
    Array.from({ length: BOARD_SIZE }, (): Tile | null => null),
  );
  const { word, position } = startingWord;
  let at = { row: position.row, col: position.col };
  for (const letter of word) {
    board[at.row]![at.col] = laidTile(letter, language, false);
    at = step(at, position.direction === "horizontal" ? "across" : "down");
  }
  return board;
}

/** The board after a sequence of turns. */
export function boardWith(
  puzzle: PuzzleStart,
  turns: ReadonlyArray<{ tilesPlaced: ReadonlyArray<LaidDailyTile> }>,
): Board {
  const board = startingBoard(puzzle);
  for (const { tilesPlaced } of turns) {
    for (const { letter, position, isBlank } of tilesPlaced) {
      board[position.row]![position.col] = laidTile(letter, puzzle.language, isBlank);
    }
  }
  return board;
}
