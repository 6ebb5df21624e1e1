// Service worker: caches the client's own files, so that it opens offline. It never caches API responses, which
// belong to one player; the page stores its own puzzles.

import { answersNavigation, cacheName, isSameServer, ownFiles, type Shell } from "./shell";

// The parts of the service worker API in use. TypeScript's webworker library conflicts with the DOM library.
type ExtendableEvent = Event & { waitUntil(done: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};
declare const self: {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
};
declare const __SHELL__: Shell;

/** The build replaces this with the list of files. */
const shell: Shell = __SHELL__;
/** The worker script is at the base path. */
const BASE = new URL(".", self.location.href).pathname.slice(0, -1);
const NAME = cacheName(BASE, shell.version);
const INDEX = `${BASE}/`;
const FILES = ownFiles(shell, BASE);

self.addEventListener("install", (event) => {
  // Bypasses the HTTP cache: an older page there would refer to deleted files.
  const fresh = [INDEX, ...FILES].map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  // A newer worker activates when no page of the older one is open, so the older files are unused.
  const clear = async () => {
    const names = (await caches.keys()).filter((name) => isSameServer(BASE, name) && name !== NAME);
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (answersNavigation(pathname.slice(BASE.length))) event.respondWith(page(request));
  } else if (FILES.has(pathname)) {
    event.respondWith(cached(pathname, request));
  }
});

/** The server's page if it answers, otherwise the cached one. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  const own = await caches.match(INDEX, { cacheName: NAME });
  return own ?? answer ?? Response.error();
}

async function cached(pathname: string, request: Request): Promise<Response> {
  return (await caches.match(pathname, { cacheName: NAME })) ?? fetch(request);
}
