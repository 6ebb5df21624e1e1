// What the client consists of, and which addresses it answers.

export type Shell = {
  /** Changes with every file. */
  version: string;
  /** The paths of the files, besides the page itself. */
  files: ReadonlyArray<string>;
};

/** Whether an address opens the client; everything else is the server's own. */
export function answersNavigation(path: string): boolean {
  return !/^\/(api|docs|socket\.io|assets|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.\w+$/.test(path);
}

export function isOwnFile(shell: Shell, path: string): boolean {
  return shell.files.includes(path);
}
