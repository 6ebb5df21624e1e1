// The current time for countdowns. It ticks only while an effect depends on it.

import { createSubscriber } from "svelte/reactivity";

const TICK_MS = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

/** This device's time, in milliseconds since 1970. */
export function now(): number {
  subscribe();
  return Date.now();
}

/** Seconds until a server time. Rounded, because the clock offset is only known to a few milliseconds. */
export function secondsUntil(moment: number, clockAheadMs: number): number {
  return Math.max(0, Math.round((moment - now() - clockAheadMs) / 1000));
}
