// What the client consists of, and which addresses it answers.

export type Shell = {
  /** Changes with every file. */
  version: string;
  /** The paths of the files, besides the page itself. */
  files: ReadonlyArray<string>;
};

/** Whether a path, without the base path, opens the client; everything else is the server's own. */
export function answersNavigation(path: string): boolean {
  return !/^\/(api|docs|socket\.io|assets|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.\w+$/.test(path);
}

/** The paths of the files below a base path. */
export function ownFiles(shell: Shell, base: string): ReadonlySet<string> {
  return new Set(shell.files.map((path) => base + path));
}

/** The name of the cache of a version. Other base paths of the same origin are other servers, and have caches of their own. */
export function cacheName(base: string, version: string): string {
  return `dord${base}-${version}`;
}

/** Whether a cache is of the same server, in whatever version. A version has no hyphen. */
export function isSameServer(base: string, name: string): boolean {
  return name.slice(0, name.lastIndexOf("-")) === `dord${base}`;
}
