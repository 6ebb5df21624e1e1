// The player's tiles: the rack in the player's own order, and tentative tiles on the board. An opponent's move changes
// neither, unless it takes the square of a tentative tile.

import type { BoardPosition, ClaimedPlacement, Tile } from "../protocol";

/** A tile of this player, on the rack or tentatively on the board. */
export type HeldTile = {
  /** Distinguishes tiles of the same letter. */
  readonly key: number;
  readonly tile: Tile;
  /** The square of a tentative tile; null on the rack. */
  readonly at: BoardPosition | null;
  /** The letter of a blank on the board. */
  readonly as: string | null;
};

/** The tiles in rack order. A tile on the board keeps its place in that order. */
export type HeldTiles = { readonly held: ReadonlyArray<HeldTile>; readonly nextKey: number };

export type Board = ReadonlyArray<ReadonlyArray<Tile | null>>;

export const NO_TILES: HeldTiles = { held: [], nextKey: 0 };

export function isSameSquare(a: BoardPosition | null, b: BoardPosition | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.col === b.col;
}

/** Applies the rack that the server sent: remaining tiles keep their places, new tiles fill the gaps. */
export function syncRack(hand: HeldTiles, tiles: ReadonlyArray<Tile>): HeldTiles {
  const incoming = [...tiles];
  const remaining = new Map<number, HeldTile>();
  // Match tiles on the rack first: of two equal tiles, the one on the board was played.
  const byPlace = [...hand.held].sort((a, b) => Number(a.at !== null) - Number(b.at !== null));
  for (const held of byPlace) {
    const found = incoming.findIndex(
      (tile) => tile.letter === held.tile.letter && tile.isBlank === held.tile.isBlank,
    );
    if (found >= 0) {
      incoming.splice(found, 1);
      remaining.set(held.key, held);
    }
  }
  let nextKey = hand.nextKey;
  const fresh = incoming.map((tile): HeldTile => ({ key: nextKey++, tile, at: null, as: null }));
  const held: HeldTile[] = [];
  for (const before of hand.held) {
    const stays = remaining.get(before.key) ?? fresh.shift();
    if (stays) held.push(stays);
  }
  return { held: [...held, ...fresh], nextKey };
}

/** Removes played tiles, so that the next rack fills their places. */
export function removePlayed(hand: HeldTiles, squares: ReadonlyArray<BoardPosition>): HeldTiles {
  const isPlayed = (held: HeldTile) => squares.some((square) => isSameSquare(held.at, square));
  return { ...hand, held: hand.held.filter((held) => !isPlayed(held)) };
}

/** Returns tentative tiles whose squares are now taken. */
export function returnFromTaken(hand: HeldTiles, board: Board): HeldTiles {
  const isTaken = (at: BoardPosition) => board[at.row]?.[at.col] != null;
  if (!hand.held.some((held) => held.at && isTaken(held.at))) return hand;
  return { ...hand, held: hand.held.map((held) => (held.at && isTaken(held.at) ? lifted(held) : held)) };
}

function lifted(held: HeldTile): HeldTile {
  return { ...held, at: null, as: null };
}

/** Places a tile on a square; a tentative tile there returns to the rack. */
export function place(hand: HeldTiles, key: number, at: BoardPosition, as: string | null = null): HeldTiles {
  return {
    ...hand,
    held: hand.held.map((held) => {
      if (held.key === key) return { ...held, at, as: held.tile.isBlank ? (as ?? held.as) : null };
      return isSameSquare(held.at, at) ? lifted(held) : held;
    }),
  };
}

/** Returns one tile to the rack. */
export function lift(hand: HeldTiles, key: number): HeldTiles {
  return { ...hand, held: hand.held.map((held) => (held.key === key ? lifted(held) : held)) };
}

/** Returns all tentative tiles to the rack. */
export function recall(hand: HeldTiles): HeldTiles {
  return { ...hand, held: hand.held.map((held) => (held.at ? lifted(held) : held)) };
}

/** Moves a tile to a place in the rack, also from the board. */
export function reorder(hand: HeldTiles, key: number, place: number): HeldTiles {
  const moved = hand.held.find((held) => held.key === key);
  if (!moved) return hand;
  const others = hand.held.filter((held) => held.key !== key);
  const index = Math.max(0, Math.min(place, others.length));
  return { ...hand, held: [...others.slice(0, index), lifted(moved), ...others.slice(index)] };
}

/** Shuffles the rack; tiles on the board stay where they are. */
export function shuffle(hand: HeldTiles, random: () => number = Math.random): HeldTiles {
  const held = [...hand.held];
  for (let last = held.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [held[last], held[other]] = [held[other]!, held[last]!];
  }
  return { ...hand, held };
}

/** The tiles on the rack. */
export function onRack(hand: HeldTiles): HeldTile[] {
  return hand.held.filter((held) => held.at === null);
}

/** The tiles on the board. */
export function onBoard(hand: HeldTiles): Array<HeldTile & { at: BoardPosition }> {
  return hand.held.filter((held): held is HeldTile & { at: BoardPosition } => held.at !== null);
}

/** The tentative tile on a square. */
export function heldAt(hand: HeldTiles, at: BoardPosition): HeldTile | undefined {
  return hand.held.find((held) => isSameSquare(held.at, at));
}

/** A rack tile with this letter, or a blank as `blank` allows. */
export function findTile(
  hand: HeldTiles,
  letter: string,
  blank: "never" | "ifNeeded" | "always" = "ifNeeded",
): HeldTile | undefined {
  const rack = onRack(hand);
  const plain = rack.find((held) => !held.tile.isBlank && held.tile.letter === letter);
  if (blank === "never" || (plain && blank === "ifNeeded")) return plain;
  return rack.find((held) => held.tile.isBlank);
}

/** The placements for `submitWord` and `previewMove`, in board order. */
export function claimedPlacements(hand: HeldTiles): ClaimedPlacement[] {
  return onBoard(hand)
    .map(({ tile, at, as }) => ({
      row: at.row,
      col: at.col,
      tile: { letter: tile.isBlank ? (as ?? "_") : tile.letter, points: tile.points, isBlank: tile.isBlank },
    }))
    .sort((a, b) => a.row - b.row || a.col - b.col);
}

/** The indices of tiles in the last `yourTiles`, for `exchangeTiles`. */
export function rackIndices(
  hand: HeldTiles,
  keys: ReadonlySet<number>,
  tiles: ReadonlyArray<Tile>,
): number[] {
  const used = new Set<number>();
  const found: number[] = [];
  for (const held of hand.held.filter((held) => keys.has(held.key))) {
    const index = tiles.findIndex(
      (tile, place) =>
        !used.has(place) && tile.letter === held.tile.letter && tile.isBlank === held.tile.isBlank,
    );
    if (index >= 0) {
      used.add(index);
      found.push(index);
    }
  }
  return found;
}

/** The stored form of a hand, so that a reload loses nothing. */
export type StoredHand = ReadonlyArray<{ letter: string; at: BoardPosition | null; as: string | null }>;

export function toStored(hand: HeldTiles): StoredHand {
  return hand.held.map(({ tile, at, as }) => ({ letter: tile.letter, at, as }));
}

/** Restores a stored hand: tiles the player still has, on squares that are still free. */
export function fromStored(stored: StoredHand, tiles: ReadonlyArray<Tile>, board: Board): HeldTiles {
  const rest = [...tiles];
  let nextKey = 0;
  const held: HeldTile[] = [];
  for (const { letter, at, as } of stored) {
    const index = rest.findIndex((tile) => tile.letter === letter);
    if (index < 0) continue;
    const [tile] = rest.splice(index, 1);
    const isFree =
      at !== null && board[at.row]?.[at.col] === null && !held.some((other) => isSameSquare(other.at, at));
    held.push({
      key: nextKey++,
      tile: tile!,
      at: isFree ? at : null,
      as: isFree && tile!.isBlank ? as : null,
    });
  }
  for (const tile of rest) held.push({ key: nextKey++, tile, at: null, as: null });
  return { held, nextKey };
}
