// How long to wait before coming again to a server that has hung up.

/** The longest first wait; each later one may be twice as long as the one before. */
const FIRST_MS = 500;
/** Nobody waits longer of their own accord: a server that is back has everybody back within seconds. */
const LONGEST_MS = 3_000;
/** Not all come at once: a wait is any part of the longest, but never less than this one. */
const SMALLEST_PART = 0.2;

export class Backoff {
  #waits = 0;
  #askedUntil = 0;

  /** The server asked to be left alone for so long. */
  waitAtLeast(retryAfterMs: number): void {
    this.#askedUntil = Math.max(this.#askedUntil, Date.now() + retryAfterMs);
  }

  /** How long to wait now. `chance` is from 0 to 1. */
  nextDelayMs(chance: number): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#waits++);
    const own = longest * (SMALLEST_PART + (1 - SMALLEST_PART) * chance);
    return Math.max(own, this.#askedUntil - Date.now());
  }

  /** The server serves: whatever comes next is another matter. */
  reset(): void {
    this.#waits = 0;
    this.#askedUntil = 0;
  }
}
