// The chat of a table.

import type { ChatLine } from "../protocol";

const LINES_MAX = 200;

export class TableChat {
  lines = $state.raw<ReadonlyArray<ChatLine>>([]);
  /** How many lines have been visible. */
  seen = $state(0);

  get unread(): number {
    return Math.max(0, this.lines.length - this.seen);
  }

  add(line: ChatLine): void {
    this.lines = [...this.lines, line].slice(-LINES_MAX);
  }
}
