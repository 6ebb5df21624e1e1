// Reconnect delays after the server disconnected the client: exponential backoff with jitter.

/** The upper bound of the first delay; it doubles with every attempt. */
const FIRST_MS = 500;
/** The upper bound of all delays, so that all clients return within seconds of a restart. */
const LONGEST_MS = 3_000;
/** Jitter: a delay is at least this part of its upper bound. */
const MIN_FRACTION = 0.2;

export class Backoff {
  #attempts = 0;
  #notBefore = 0;

  /** Applies a `retryAfterMs` of the server. */
  waitAtLeast(retryAfterMs: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + retryAfterMs);
  }

  /** The next delay. `random` is from 0 to 1. */
  nextDelayMs(random: number): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#attempts++);
    const own = longest * (MIN_FRACTION + (1 - MIN_FRACTION) * random);
    return Math.max(own, this.#notBefore - Date.now());
  }

  /** Resets the backoff after the server has served a request. */
  reset(): void {
    this.#attempts = 0;
    this.#notBefore = 0;
  }
}
