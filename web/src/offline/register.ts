// Registers the service worker, so that the page opens offline. Browsers allow that on secure pages only; without TLS
// the puzzle needs the server.

import { addressOf } from "../base";

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !isSecureContext) return;
  // A browser may forbid it; the page works without.
  navigator.serviceWorker.register(addressOf("/sw.js")).catch(() => undefined);
}
