// Types of the plain JavaScript modules of the contract tests that are used here.
declare module "*/contract/lib/finder.mjs" {
  export function findPlays(board: unknown, rack: unknown): unknown[];
}
