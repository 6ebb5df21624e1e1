// A valid play for a person's page, found from what the page shows.

import type { Tile } from "../../src/protocol";
import type { TablePage } from "./table-page";
import { shortestPlay, type FoundPlay } from "./words";

/** The letters on the board, read from the names of its squares. */
async function boardOf(table: TablePage): Promise<Array<Array<Tile | null>>> {
  const labels = await table.board
    .getByRole("gridcell")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  const tiles = labels.map((label): Tile | null => {
    const [, letter, blank] = /^\w+: (?:([A-Z]) \d+|blank as ([A-Z]))$/.exec(label) ?? [];
    return letter || blank ? { letter: (letter ?? blank)!, points: 1, isBlank: !letter } : null;
  });
  return Array.from({ length: 15 }, (_, row) => tiles.slice(row * 15, row * 15 + 15));
}

/** The shortest play of at least two tiles; undefined if there is none. */
export async function findPlay(table: TablePage): Promise<FoundPlay | undefined> {
  const letters = await table.letters();
  const tiles = letters.map((letter) => ({ letter, points: 1, isBlank: letter === "_" }));
  const state = { game: { board: await boardOf(table) }, you: { tiles } };
  return shortestPlay(state as unknown as Parameters<typeof shortestPlay>[0], 2);
}
