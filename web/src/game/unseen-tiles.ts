// The tiles a player cannot see: the tile set minus the board and the player's rack.

import type { UnseenTiles } from "../protocol";
import type { TableModel } from "../table/model";

export function unseenTiles(model: TableModel): UnseenTiles[] {
  const left = new Map(model.tileSet.map((kind) => [kind.letter, kind.count]));
  const see = (letter: string) => left.set(letter, (left.get(letter) ?? 0) - 1);
  for (const tile of model.game?.board.flat() ?? []) if (tile) see(tile.isBlank ? "_" : tile.letter);
  for (const tile of model.you?.tiles ?? []) see(tile.letter);
  return [...left].map(([letter, count]) => ({ letter, count }));
}
