// Where the page is on its origin: at the root, or below the base path at which a proxy serves it. One build works at any path.

/** Without a slash at its end, so that `${BASE}/daily` is an address; empty at the root. While one works on the page it is at the root. */
export const BASE = import.meta.env.PROD ? baseOf(import.meta.url) : "";

/** The base path, from the address of a script of the build, such as `/games/dord/assets/index-abc.js`. */
export function baseOf(script: string): string {
  return new URL("..", script).pathname.slice(0, -1);
}

/** The address on this origin of a path of the server, such as `/daily`. */
export function addressOf(path: string): string {
  return BASE + path;
}

/** The same as a link that other devices can open. */
export function linkOf(path: string): string {
  return location.origin + addressOf(path);
}

/** The path of the server that an address on this origin names. */
export function pathOf(address: string, base = BASE): string {
  if (address === base) return "/";
  return address.startsWith(`${base}/`) ? address.slice(base.length) : address;
}
