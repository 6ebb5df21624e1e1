// The link that moves a seat to another device. It carries the tentative tiles in the fragment, which no server sees.

import { onBoard, type HeldTiles, type StoredHand } from "./held-tiles";

/** The path of a link with a ticket, and the tiles that lie on the board. */
export function transferPath(roomCode: string, ticket: string, hand: HeldTiles): string {
  const tiles = onBoard(hand).map(({ tile, at, as }) => {
    const letter = tile.isBlank ? `*${as ?? ""}` : tile.letter;
    return [at.row, at.col, encodeURIComponent(letter)].join(".");
  });
  return `/${roomCode}#ticket=${ticket}${tiles.length > 0 ? `&tiles=${tiles.join(",")}` : ""}`;
}

/** The tiles of a link, as this device stores them. Anything malformed is left out. */
export function transferredTiles(text: string): StoredHand {
  return text.split(",").flatMap((part) => {
    const [, row, col, encoded] = /^(\d{1,2})\.(\d{1,2})\.(.{1,40})$/.exec(part) ?? [];
    if (row === undefined || col === undefined || encoded === undefined) return [];
    const letter = decoded(encoded);
    const at = { row: Number(row), col: Number(col) };
    return letter.startsWith("*")
      ? [{ letter: "_", at, as: letter.slice(1) || null }]
      : [{ letter, at, as: null }];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
