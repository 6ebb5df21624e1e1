// What this device keeps: seats, names, hands. Storage may be full or forbidden; then it keeps nothing, and nothing breaks.
// Keys end with the base path: below another one on the same origin is another server, with tables of its own.

import { BASE } from "../base";

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key + BASE, JSON.stringify(value));
  } catch {
    // A private window may refuse; the game goes on without a memory.
  }
}

export function kept<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key + BASE);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key + BASE);
  } catch {
    // As above.
  }
}

/** A seat that this device holds the secret of. */
export type KeptSeat = {
  roomCode: string;
  playerId: string;
  token: string;
  playerName: string;
  /** The secret of the invitation link, where this device opened the table. */
  invite?: string;
  /** When it was last used, in milliseconds since 1970. */
  usedAt: number;
};

const SEATS = "dord.seats";
const SEAT_MONTH_MS = 30 * 24 * 3_600_000;

function seats(): KeptSeat[] {
  const all = kept<KeptSeat[]>(SEATS) ?? [];
  return all.filter((seat) => Date.now() - seat.usedAt < SEAT_MONTH_MS);
}

export function seatAt(roomCode: string): KeptSeat | undefined {
  return seats().find((seat) => seat.roomCode === roomCode);
}

export function recentSeats(): KeptSeat[] {
  return seats().sort((a, b) => b.usedAt - a.usedAt);
}

export function keepSeat(seat: Omit<KeptSeat, "usedAt">): void {
  const others = seats().filter((other) => other.roomCode !== seat.roomCode);
  keep(SEATS, [...others, { ...seat, usedAt: Date.now() }]);
}

export function forgetSeat(roomCode: string): void {
  keep(
    SEATS,
    seats().filter((seat) => seat.roomCode !== roomCode),
  );
  forget(`dord.hand.${roomCode}`);
}
