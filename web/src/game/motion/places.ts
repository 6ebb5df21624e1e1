// Where things are on the game screen.

import type { BoardPosition } from "../../protocol";

/** The tile on a square of the board. */
export function faceAt({ row, col }: BoardPosition): HTMLElement | null {
  return document.querySelector(`[data-row="${row}"][data-col="${col}"] .face`);
}

/** The card of a player. */
export function cardOf(playerId: string): HTMLElement | null {
  return document.querySelector(`[data-player-id="${CSS.escape(playerId)}"]`);
}

/** The bag, from which tiles are drawn. */
export function bag(): HTMLElement | null {
  return document.querySelector("[data-bag]");
}

export function rack(): HTMLElement | null {
  return document.querySelector("[data-rack]");
}
