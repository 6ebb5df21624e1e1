// The board after each move of a record.

import type { GameRecord, MoveRecord, Tile } from "../protocol";
import { BOARD_SIZE } from "../protocol";
import { didStand, isPlay } from "./log-lines";

export type Position = {
  readonly board: ReadonlyArray<ReadonlyArray<Tile | null>>;
  /** The squares of the move itself, as `row,col`. */
  readonly fresh: ReadonlySet<string>;
  /** Whether the move was taken back. */
  readonly isTakenBack: boolean;
};

export function squareKey(row: number, col: number): string {
  return `${row},${col}`;
}

/** The board after a number of moves; 0 is the start. A play that was taken back is shown only after its own move. */
export function positionAfter(record: GameRecord, moves: number): Position {
  const board: Array<Array<Tile | null>> = Array.from({ length: BOARD_SIZE }, () =>
    new Array<Tile | null>(BOARD_SIZE).fill(null),
  );
  layStartingWord(record, board);
  const last: MoveRecord | undefined = record.moves[moves - 1];
  const fresh = new Set<string>();
  for (const move of record.moves.slice(0, moves)) {
    if (!isPlay(move) || (!didStand(move) && move !== last)) continue;
    for (const { row, col, tile } of move.deed.placements) {
      board[row]![col] = tile;
      if (move === last) fresh.add(squareKey(row, col));
    }
  }
  return { board, fresh, isTakenBack: last !== undefined && isPlay(last) && !didStand(last) };
}

function layStartingWord({ startingWord, tileSet }: GameRecord, board: Array<Array<Tile | null>>): void {
  const centre = Math.floor(BOARD_SIZE / 2);
  const first = centre - Math.floor(startingWord.length / 2);
  startingWord.forEach((letter, index) => {
    const points = tileSet.find((kind) => kind.letter === letter)?.points ?? 0;
    board[centre]![first + index] = { letter, points, isBlank: false };
  });
}
