// Registers the service worker, so that the page opens offline. Browsers allow that on secure pages only; without TLS
// the puzzle needs the server.

import { addressOf } from "../base";

/** A browser without idle callbacks waits this long instead. */
const LATER_MS = 1_000;

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !isSecureContext) return;
  // The worker fetches all files, so it waits until the puzzle is on the screen.
  const later = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, LATER_MS));
  // A browser may forbid it; the page works without.
  later(() => navigator.serviceWorker.register(addressOf("/sw.js")).catch(() => undefined));
}
