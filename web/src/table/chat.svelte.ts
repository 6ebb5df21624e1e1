// The chat of a table. The server stores it; this device remembers how far it was read.

import { loadItem, saveItem } from "../connection/storage";
import type { ChatLine } from "../protocol";

const LINES_MAX = 200;

export class TableChat {
  lines = $state.raw<ReadonlyArray<ChatLine>>([]);
  /** When the last line that was visible was sent. */
  #readUntil = $state(0);
  readonly #key: string;

  constructor(roomCode: string) {
    this.#key = `dord.chat.${roomCode}`;
    this.#readUntil = loadItem<number>(this.#key) ?? 0;
  }

  /** The number of lines that have not been visible. */
  get unread(): number {
    return this.lines.filter(({ at }) => at > this.#readUntil).length;
  }

  add(line: ChatLine): void {
    this.lines = [...this.lines, line].slice(-LINES_MAX);
  }

  /** Adds what the server stored; lines that arrived in the meantime are among them or follow. */
  restore(stored: ReadonlyArray<ChatLine>): void {
    const known = new Set(stored.map(identity));
    const later = this.lines.filter((line) => !known.has(identity(line)));
    this.lines = [...stored, ...later].sort((a, b) => a.at - b.at).slice(-LINES_MAX);
  }

  /** Marks all lines as read. */
  markRead(): void {
    const last = this.lines.at(-1)?.at ?? 0;
    if (last <= this.#readUntil) return;
    this.#readUntil = last;
    saveItem(this.#key, last);
  }
}

/** A player sends at most one line in a millisecond. */
function identity({ playerId, at }: ChatLine): string {
  return `${at} ${playerId}`;
}
