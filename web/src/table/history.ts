// The board as it was.

import { BOARD_SIZE, type LogLine, type Tile } from "../protocol";

/** The board after a line of the score pad. A play that was taken back is seen only at its own line. */
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
