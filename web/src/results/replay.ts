// The board after each move of a game.

import type { LogLine, PlacedTile, Tile, TileKind } from "../protocol";
import { BOARD_SIZE } from "../protocol";
import { didStand, isPlay } from "./log-lines";

export type Position = {
  readonly board: ReadonlyArray<ReadonlyArray<Tile | null>>;
  /** The squares of the move itself, as `row,col`. */
  readonly fresh: ReadonlySet<string>;
  /** Whether the move was taken back. */
  readonly isTakenBack: boolean;
};

/** A move on the board of a replay. */
export type ShownMove = {
  /** The number of moves on the board. */
  readonly move: number;
  /** Tiles instead of those of the last move, such as a better move. */
  readonly tiles: ReadonlyArray<PlacedTile> | null;
};

/** A game to step through. */
export type ReplayedGame = {
  readonly moves: ReadonlyArray<LogLine>;
  /** The letters of a word on the centre row at the start. */
  readonly startingWord?: ReadonlyArray<string>;
  readonly tileSet: ReadonlyArray<TileKind>;
};

export function squareKey(row: number, col: number): string {
  return `${row},${col}`;
}

/** The board after a number of moves; 0 is the start. A play that was taken back is shown only after its own move. */
export function positionAfter(game: ReplayedGame, moves: number): Position {
  const last = game.moves[moves - 1];
  const board = boardBefore(game, moves);
  if (!last || !isPlay(last)) return { board, fresh: new Set(), isTakenBack: false };
  return { ...withTiles(board, last.deed.placements), isTakenBack: !didStand(last) };
}

/** The board before a move, with tiles that were not played there, such as a better move. */
export function positionWith(game: ReplayedGame, move: number, tiles: ReadonlyArray<PlacedTile>): Position {
  return { ...withTiles(boardBefore(game, move), tiles), isTakenBack: false };
}

function withTiles(
  board: Array<Array<Tile | null>>,
  tiles: ReadonlyArray<PlacedTile>,
): Omit<Position, "isTakenBack"> {
  for (const { row, col, tile } of tiles) board[row]![col] = tile;
  return { board, fresh: new Set(tiles.map(({ row, col }) => squareKey(row, col))) };
}

/** The board before a move, counted from 1. */
function boardBefore(game: ReplayedGame, move: number): Array<Array<Tile | null>> {
  const board: Array<Array<Tile | null>> = Array.from({ length: BOARD_SIZE }, () =>
    new Array<Tile | null>(BOARD_SIZE).fill(null),
  );
  layStartingWord(game, board);
  for (const line of game.moves.slice(0, Math.max(0, move - 1))) {
    if (!isPlay(line) || !didStand(line)) continue;
    for (const { row, col, tile } of line.deed.placements) board[row]![col] = tile;
  }
  return board;
}

function layStartingWord(
  { startingWord = [], tileSet }: ReplayedGame,
  board: Array<Array<Tile | null>>,
): void {
  const centre = Math.floor(BOARD_SIZE / 2);
  const first = centre - Math.floor(startingWord.length / 2);
  startingWord.forEach((letter, index) => {
    const points = tileSet.find((kind) => kind.letter === letter)?.points ?? 0;
    board[centre]![first + index] = { letter, points, isBlank: false };
  });
}
