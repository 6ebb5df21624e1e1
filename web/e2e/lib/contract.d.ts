// The contract's tests are plain JavaScript; this is what of them is used here.
declare module "*/contract/lib/finder.mjs" {
  export function findPlays(board: unknown, rack: unknown): unknown[];
}
