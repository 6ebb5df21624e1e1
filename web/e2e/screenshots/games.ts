// Plays games with real words.

import { findPlays } from "../../../contract/lib/finder.mjs";
import { openTable, WirePlayer, type TableWish } from "../lib/seats";
import type { FoundPlay } from "../lib/words";

/** The player to move plays the best word, or swaps a tile if there is none. */
export async function move(players: ReadonlyArray<WirePlayer>): Promise<void> {
  for (const player of players) {
    const { game, you } = await player.fetchState();
    if (game!.currentPlayerId !== you.playerId) continue;
    const plays = findPlays(game!.board, you.tiles) as FoundPlay[];
    const [best] = plays.sort((a, b) => b.score - a.score);
    if (best) await player.send("submitWord", { placements: best.placements });
    else await player.send("exchangeTiles", { tileIndices: [0] });
    return;
  }
}

export async function gameAfter(url: string, moves: number, wish: TableWish = {}): Promise<WirePlayer[]> {
  const players = await openTable(url, wish);
  for (let done = 0; done < moves; done++) await move(players);
  return players;
}
