// Local storage of this device: seats, names and hands. If storage is full or forbidden, nothing is stored and nothing
// breaks. Keys end with the base path, because another base path on the same origin is another server.

import { BASE } from "../base";

export function saveItem(key: string, value: unknown): void {
  try {
    localStorage.setItem(key + BASE, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the game works without storage.
  }
}

export function loadItem<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key + BASE);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key + BASE);
  } catch {
    // Private windows may refuse.
  }
}

/** A seat whose token this device holds. */
export type StoredSeat = {
  roomCode: string;
  playerId: string;
  token: string;
  playerName: string;
  /** The secret of the invitation link, if this device knows it. */
  invite?: string;
  /** When the seat was last used, in milliseconds since 1970. */
  usedAt: number;
};

const SEATS = "dord.seats";
const SEAT_LIFETIME_MS = 30 * 24 * 3_600_000;

function seats(): StoredSeat[] {
  const all = loadItem<StoredSeat[]>(SEATS) ?? [];
  return all.filter((seat) => Date.now() - seat.usedAt < SEAT_LIFETIME_MS);
}

export function seatAt(roomCode: string): StoredSeat | undefined {
  return seats().find((seat) => seat.roomCode === roomCode);
}

export function recentSeats(): StoredSeat[] {
  return seats().sort((a, b) => b.usedAt - a.usedAt);
}

/** Stores a seat, and returns it with the time of its use. */
export function saveSeat(seat: Omit<StoredSeat, "usedAt">): StoredSeat {
  const others = seats().filter((other) => other.roomCode !== seat.roomCode);
  const stored = { ...seat, usedAt: Date.now() };
  saveItem(SEATS, [...others, stored]);
  return stored;
}

/** Whether another page of this device has taken the seat since this page stored it. */
export function isTakenByAnotherPage({ roomCode, token, usedAt }: StoredSeat): boolean {
  const stored = seatAt(roomCode);
  return stored !== undefined && (stored.token !== token || stored.usedAt !== usedAt);
}

export function forgetSeat(roomCode: string): void {
  saveItem(
    SEATS,
    seats().filter((seat) => seat.roomCode !== roomCode),
  );
  removeItem(`dord.hand.${roomCode}`);
  removeItem(`dord.glance.${roomCode}`);
  removeItem(`dord.chat.${roomCode}`);
}

/** What this device last saw of a table, for the menu. */
export type TableGlance = { others: ReadonlyArray<string>; state: "yourTurn" | "waiting" | "over" };

export function saveGlance(roomCode: string, glance: TableGlance): void {
  saveItem(`dord.glance.${roomCode}`, glance);
}

export function glanceAt(roomCode: string): TableGlance | null {
  return loadItem<TableGlance>(`dord.glance.${roomCode}`);
}
