// Earlier states of the board.

import { BOARD_SIZE, type LogLine, type Tile } from "../protocol";

/** The board after a log line. A play that was taken back is visible only at its own line. */
export function boardAfter(log: ReadonlyArray<LogLine>, index: number): Array<Array<Tile | null>> {
  const board: Array<Array<Tile | null>> = Array.from({ length: BOARD_SIZE }, () =>
    Array.from({ length: BOARD_SIZE }, () => null),
  );
  log.slice(0, index + 1).forEach((line, at) => {
    if (line.deed.kind !== "played" || (line.deed.fate === "takenBack" && at !== index)) return;
    for (const { row, col, tile } of line.deed.placements) board[row]![col] = tile;
  });
  return board;
}
