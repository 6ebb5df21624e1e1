// Game clocks between two updates of the server.

import type { ClockUpdate } from "../protocol";

/** A player's remaining time at a server time; null if the player has no clock. */
export function remainingMs(clock: ClockUpdate, playerId: string, serverNow: number): number | null {
  const isRunning = clock.running === playerId;
  const passed = isRunning ? Math.max(0, serverNow - clock.serverTime) : 0;
  const own = clock.players.find((player) => player.playerId === playerId);
  if (own) return own.remainingMs - passed;
  return isRunning && clock.turnRemainingMs !== undefined ? clock.turnRemainingMs - passed : null;
}

export function clockText(ms: number): string {
  const seconds = Math.ceil(Math.abs(ms) / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 0 ? `−${text}` : text;
}
