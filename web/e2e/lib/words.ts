// Finds valid plays by trying every word of the list, as the contract tests do.

import { findPlays } from "../../../contract/lib/finder.mjs";
import type { SeatState, Tile } from "../../src/protocol";

export type FoundPlay = {
  placements: Array<{ row: number; col: number; tile: Tile }>;
  words: Array<{ text: string; score: number }>;
  score: number;
};

/** The play with the fewest tiles, which is quick to place; undefined if there is none. */
export function shortestPlay(
  { game, you }: Pick<SeatState, "game" | "you">,
  tilesMin = 1,
): FoundPlay | undefined {
  const plain = you.tiles.filter((tile) => !tile.isBlank);
  return (findPlays(game!.board, plain) as FoundPlay[])
    .filter((play) => play.placements.length >= tilesMin)
    .sort((a, b) => a.placements.length - b.placements.length)[0];
}
