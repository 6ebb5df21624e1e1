// The tiles in the hand: the order of the rack, which is the player's own, and the tiles that lie on the board but are not
// played yet. An opponent's move changes neither, unless it takes a square.

import type { BoardPosition, ClaimedPlacement, Tile } from "../protocol";

/** A tile of one's own. */
export type HeldTile = {
  /** What tells it from another tile of the same letter. */
  readonly key: number;
  readonly tile: Tile;
  /** The square that it lies on tentatively; null on the rack. */
  readonly at: BoardPosition | null;
  /** The letter that a blank on the board stands for. */
  readonly as: string | null;
};

/** The tiles in the order of the rack; a tile on the board keeps its place for when it comes back. */
export type Hand = { readonly held: ReadonlyArray<HeldTile>; readonly nextKey: number };

export type Board = ReadonlyArray<ReadonlyArray<Tile | null>>;

export const EMPTY_HAND: Hand = { held: [], nextKey: 0 };

export function isSameSquare(a: BoardPosition | null, b: BoardPosition | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.col === b.col;
}

/** Takes in what the server says is on the rack: tiles that stay keep their places, new ones fill the gaps. */
export function syncRack(hand: Hand, tiles: ReadonlyArray<Tile>): Hand {
  const incoming = [...tiles];
  const kept = new Map<number, HeldTile>();
  // Tiles on the rack first: of two equal ones that which was laid is the one that went.
  const byPlace = [...hand.held].sort((a, b) => Number(a.at !== null) - Number(b.at !== null));
  for (const held of byPlace) {
    const found = incoming.findIndex(
      (tile) => tile.letter === held.tile.letter && tile.isBlank === held.tile.isBlank,
    );
    if (found >= 0) {
      incoming.splice(found, 1);
      kept.set(held.key, held);
    }
  }
  let nextKey = hand.nextKey;
  const fresh = incoming.map((tile): HeldTile => ({ key: nextKey++, tile, at: null, as: null }));
  const held: HeldTile[] = [];
  for (const before of hand.held) {
    const stays = kept.get(before.key) ?? fresh.shift();
    if (stays) held.push(stays);
  }
  return { held: [...held, ...fresh], nextKey };
}

/** Tiles that were played leave the hand, so that what is dealt next finds their places. */
export function removePlayed(hand: Hand, squares: ReadonlyArray<BoardPosition>): Hand {
  const isPlayed = (held: HeldTile) => squares.some((square) => isSameSquare(held.at, square));
  return { ...hand, held: hand.held.filter((held) => !isPlayed(held)) };
}

/** Tiles come back from squares that are taken now. */
export function returnFromTaken(hand: Hand, board: Board): Hand {
  const isTaken = (at: BoardPosition) => board[at.row]?.[at.col] != null;
  if (!hand.held.some((held) => held.at && isTaken(held.at))) return hand;
  return { ...hand, held: hand.held.map((held) => (held.at && isTaken(held.at) ? lifted(held) : held)) };
}

function lifted(held: HeldTile): HeldTile {
  return { ...held, at: null, as: null };
}

/** Lays a tile on a square; whatever of one's own lay there goes back to the rack. */
export function place(hand: Hand, key: number, at: BoardPosition, as: string | null = null): Hand {
  return {
    ...hand,
    held: hand.held.map((held) => {
      if (held.key === key) return { ...held, at, as: held.tile.isBlank ? (as ?? held.as) : null };
      return isSameSquare(held.at, at) ? lifted(held) : held;
    }),
  };
}

/** Takes one tile back. */
export function lift(hand: Hand, key: number): Hand {
  return { ...hand, held: hand.held.map((held) => (held.key === key ? lifted(held) : held)) };
}

/** Takes all tiles back. */
export function recall(hand: Hand): Hand {
  return { ...hand, held: hand.held.map((held) => (held.at ? lifted(held) : held)) };
}

/** Puts a tile at a place of the rack, and takes it off the board if it lay there. */
export function reorder(hand: Hand, key: number, place: number): Hand {
  const moved = hand.held.find((held) => held.key === key);
  if (!moved) return hand;
  const others = hand.held.filter((held) => held.key !== key);
  const index = Math.max(0, Math.min(place, others.length));
  return { ...hand, held: [...others.slice(0, index), lifted(moved), ...others.slice(index)] };
}

/** Shuffles the rack; tiles on the board stay where they are. */
export function shuffle(hand: Hand, random: () => number = Math.random): Hand {
  const held = [...hand.held];
  for (let last = held.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [held[last], held[other]] = [held[other]!, held[last]!];
  }
  return { ...hand, held };
}

/** The tiles on the rack. */
export function onRack(hand: Hand): HeldTile[] {
  return hand.held.filter((held) => held.at === null);
}

/** The tiles on the board. */
export function onBoard(hand: Hand): Array<HeldTile & { at: BoardPosition }> {
  return hand.held.filter((held): held is HeldTile & { at: BoardPosition } => held.at !== null);
}

/** One's own tile on a square. */
export function heldAt(hand: Hand, at: BoardPosition): HeldTile | undefined {
  return hand.held.find((held) => isSameSquare(held.at, at));
}

/** A tile on the rack with this letter, or a blank if there is none and one may be used. */
export function findTile(
  hand: Hand,
  letter: string,
  blank: "never" | "ifNeeded" | "always" = "ifNeeded",
): HeldTile | undefined {
  const rack = onRack(hand);
  const plain = rack.find((held) => !held.tile.isBlank && held.tile.letter === letter);
  if (blank === "never" || (plain && blank === "ifNeeded")) return plain;
  return rack.find((held) => held.tile.isBlank);
}

/** What is claimed with `submitWord` and `previewMove`. */
export function claimedPlacements(hand: Hand): ClaimedPlacement[] {
  return onBoard(hand)
    .map(({ tile, at, as }) => ({
      row: at.row,
      col: at.col,
      tile: { letter: tile.isBlank ? (as ?? "_") : tile.letter, points: tile.points, isBlank: tile.isBlank },
    }))
    .sort((a, b) => a.row - b.row || a.col - b.col);
}

/** The places of tiles in the last `yourTiles`, which `exchangeTiles` asks for. */
export function rackIndices(hand: Hand, keys: ReadonlySet<number>, tiles: ReadonlyArray<Tile>): number[] {
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

/** What a device keeps of a hand, so that a reload loses nothing. */
export type StoredHand = ReadonlyArray<{ letter: string; at: BoardPosition | null; as: string | null }>;

export function toStored(hand: Hand): StoredHand {
  return hand.held.map(({ tile, at, as }) => ({ letter: tile.letter, at, as }));
}

/** The hand as it was kept, as far as the tiles are still there and the squares still free. */
export function fromStored(kept: StoredHand, tiles: ReadonlyArray<Tile>, board: Board): Hand {
  const rest = [...tiles];
  let nextKey = 0;
  const held: HeldTile[] = [];
  for (const { letter, at, as } of kept) {
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
