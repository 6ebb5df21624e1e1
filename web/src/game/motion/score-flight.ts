// The points of a play fly from its last tile to the card of the player, which then counts up.

import type { BoardPosition } from "../../protocol";
import { settings } from "../../ui/settings.svelte";
import { ghostOf, sendGhost } from "./ghost";
import { cardOf } from "./places";

const FLIGHT_MS = 420;

/** When points arrive at a player's card, in the time of `performance.now`. */
const arrivals = new Map<string, number>();

/** The time until points that are on their way arrive at a player's card. */
export function msUntilScore(playerId: string): number {
  return Math.max(0, (arrivals.get(playerId) ?? 0) - performance.now());
}

export function flyScore(playerId: string, score: number, from: BoardPosition, delayMs: number): void {
  const square = document.querySelector(`[data-row="${from.row}"][data-col="${from.col}"]`);
  const end = cardOf(playerId)?.querySelector(".score")?.getBoundingClientRect();
  if (!square || !end || settings.reducesMotion) return;
  arrivals.set(playerId, performance.now() + delayMs + FLIGHT_MS);
  const { left, top, width, height } = square.getBoundingClientRect();
  const size = Math.max(24, height * 0.6);
  const chip = document.createElement("span");
  chip.className = "score-chip";
  const points = document.createElement("b");
  points.textContent = `+${score}`;
  chip.append(points);
  const place = {
    left: left + width / 2 - size,
    top: top + height / 2 - size / 2,
    width: size * 2,
    height: size,
  };
  sendGhost(ghostOf(chip, place), end, { name: "score", durationMs: FLIGHT_MS, delayMs, appears: true });
}
