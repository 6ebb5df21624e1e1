// The page opens without a network once its files are kept. Browsers do that for secure pages only: on a home network
// without TLS there is nothing to do, and the puzzle needs the server to open.

import { addressOf } from "../base";

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !isSecureContext) return;
  // A browser may forbid it; the page does without.
  navigator.serviceWorker.register(addressOf("/sw.js")).catch(() => undefined);
}
