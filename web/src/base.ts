// The base path of the page: empty at the root of the origin, or the path at which a proxy serves it. One build works
// at any path.

/**
 * The base path without a trailing slash, so that `${BASE}/daily` is an address. Empty at the root and in
 * development.
 */
export const BASE = import.meta.env.PROD ? baseOf(import.meta.url) : "";

/** The base path, derived from the address of a built script such as `/games/dord/assets/index-abc.js`. */
export function baseOf(script: string): string {
  return new URL("..", script).pathname.slice(0, -1);
}

/** The address on this origin for a server path such as `/daily`. */
export function addressOf(path: string): string {
  return BASE + path;
}

/** An absolute link that other devices can open. */
export function linkOf(path: string): string {
  return location.origin + addressOf(path);
}

/** The server path for an address on this origin. */
export function pathOf(address: string, base = BASE): string {
  if (address === base) return "/";
  return address.startsWith(`${base}/`) ? address.slice(base.length) : address;
}
