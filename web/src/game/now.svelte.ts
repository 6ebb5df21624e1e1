// The time, for countdowns. It ticks only while somebody looks at it.

import { createSubscriber } from "svelte/reactivity";

const TICK_MS = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** The time of this device, in milliseconds since 1970. */
export function now(): number {
  subscribe();
  return Date.now();
}

/** Whole seconds until a moment of the server's clock, which is known to a few milliseconds: rounded, 60 are never 61. */
export function secondsUntil(moment: number, clockAheadMs: number): number {
  return Math.max(0, Math.round((moment - now() - clockAheadMs) / 1000));
}
