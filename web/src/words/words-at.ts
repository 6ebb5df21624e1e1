// The words on the board through a square, and how they scored.

import type { BoardPosition, LogLine, Tile } from "../protocol";
import { didStand, isPlay, type Play } from "../results/log-lines";
import { isSameSquare, type Board } from "../table/held-tiles";

/** A word as it was played. */
export type PlayedWord = {
  readonly text: string;
  readonly tiles: ReadonlyArray<Tile>;
  /** The play that last formed it; null for a word that no play formed. */
  readonly play: Play | null;
  /** Its score in that play. */
  readonly score: number | null;
};

type Run = { readonly squares: ReadonlyArray<BoardPosition>; readonly tiles: ReadonlyArray<Tile> };

const DIRECTIONS = [
  { row: 0, col: 1 },
  { row: 1, col: 0 },
] as const;

/** The words of two or more letters through a square, across before down. */
export function wordsAt(board: Board, at: BoardPosition, log: ReadonlyArray<LogLine>): PlayedWord[] {
  const runs = DIRECTIONS.map((step) => runThrough(board, at, step));
  return runs.filter(({ tiles }) => tiles.length > 1).map((run) => playedWord(run, log));
}

/** The words of a play, the main word first. */
export function wordsOfPlay(board: Board, play: Play): PlayedWord[] {
  return play.deed.words.map(({ text, score }) => ({ text, score, play, tiles: tilesOf(board, play, text) }));
}

function runThrough(board: Board, at: BoardPosition, step: BoardPosition): Run {
  const isTaken = ({ row, col }: BoardPosition) => board[row]?.[col] != null;
  const move = ({ row, col }: BoardPosition, by: number) => ({
    row: row + by * step.row,
    col: col + by * step.col,
  });
  let square = at;
  if (!isTaken(square)) return { squares: [], tiles: [] };
  while (isTaken(move(square, -1))) square = move(square, -1);
  const squares = [];
  for (; isTaken(square); square = move(square, 1)) squares.push(square);
  return { squares, tiles: squares.map(({ row, col }) => board[row]![col]!) };
}

function playedWord({ squares, tiles }: Run, log: ReadonlyArray<LogLine>): PlayedWord {
  const text = tiles.map(({ letter }) => letter).join("");
  const isHere = (play: Play) =>
    play.deed.words.some((word) => word.text === text) &&
    play.deed.placements.some((placed) => squares.some((square) => isSameSquare(placed, square)));
  const play = log.filter(isPlay).filter(didStand).findLast(isHere) ?? null;
  const score = play?.deed.words.find((word) => word.text === text)?.score ?? null;
  return { text, tiles, play, score };
}

/** The tiles of a word of a play; blanks are known only from the board. */
function tilesOf(board: Board, play: Play, text: string): ReadonlyArray<Tile> {
  const runs = play.deed.placements.flatMap((at) => DIRECTIONS.map((step) => runThrough(board, at, step)));
  const found = runs.find(({ tiles }) => tiles.map(({ letter }) => letter).join("") === text);
  return found?.tiles ?? Array.from(text, (letter) => ({ letter, points: 0, isBlank: false }));
}
