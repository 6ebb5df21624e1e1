// The files of the client, and the addresses that open it.

export type Shell = {
  /** Changes when any file changes. */
  version: string;
  /** The paths of the files, without the page itself. */
  files: ReadonlyArray<string>;
};

/** Whether a path (without base path) opens the client; other paths belong to the server. */
export function answersNavigation(path: string): boolean {
  return !/^\/(api|docs|socket\.io|assets|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.\w+$/.test(path);
}

/** The paths of the files, with the base path. */
export function ownFiles(shell: Shell, base: string): ReadonlySet<string> {
  return new Set(shell.files.map((path) => base + path));
}

/** The cache name of a version. Other base paths on the same origin are other servers with their own caches. */
export function cacheName(base: string, version: string): string {
  return `dord${base}-${version}`;
}

/** Whether a cache belongs to this base path, in any version. A version has no hyphen. */
export function isSameServer(base: string, name: string): boolean {
  return name.slice(0, name.lastIndexOf("-")) === `dord${base}`;
}
