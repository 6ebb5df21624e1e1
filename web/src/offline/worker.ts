// Keeps the client's own files, so that it opens without a network. What the server says about games is never kept here:
// answers belong to whoever asked, and the page remembers its own puzzles itself.

import { answersNavigation, cacheName, isSameServer, ownFiles, type Shell } from "./shell";

// What is used of a worker's world; TypeScript's library for it does not go together with the one for pages.
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

/** The build writes here what there is to keep. */
const shell: Shell = __SHELL__;
/** The worker is at the base path, and so is everything that it answers. */
const BASE = new URL(".", self.location.href).pathname.slice(0, -1);
const NAME = cacheName(BASE, shell.version);
const INDEX = `${BASE}/`;
const FILES = ownFiles(shell, BASE);

self.addEventListener("install", (event) => {
  // Past the browser's own cache: an older page there would name files that are gone.
  const fresh = [INDEX, ...FILES].map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  // A newer worker waits until no page of the older one is open, so nobody needs the older files any more.
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

/** The newest page where the server answers, and otherwise the one that is kept. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < 500) return answer;
  const own = await caches.match(INDEX, { cacheName: NAME });
  return own ?? answer ?? Response.error();
}

async function cached(pathname: string, request: Request): Promise<Response> {
  return (await caches.match(pathname, { cacheName: NAME })) ?? fetch(request);
}
