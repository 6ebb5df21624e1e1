// The tile sets of all languages, as this page was built with them: a server cannot send another one.

/** A kind of tile, and how many of it a full bag holds. */
export type KindCount = { readonly letter: string; readonly count: number };

const FILES = import.meta.glob<string>("../../../crates/rules/languages/*.txt", {
  query: "?raw",
  import: "default",
});

/** The tiles of a full bag in the order in which it is sorted; null for a language that this page does not know. */
export async function tileSetOf(language: string): Promise<ReadonlyArray<KindCount> | null> {
  const path = Object.keys(FILES).find((path) => path.endsWith(`/${language}.txt`));
  return path === undefined ? null : parseTileSet(await FILES[path]!());
}

/** Reads lines of `LETTER COUNT POINTS`; the blanks have a line of their own and come first. */
export function parseTileSet(text: string): KindCount[] {
  const lines = text.split("\n").map((line) => line.trim());
  const kinds: KindCount[] = [];
  for (const line of lines.filter((line) => line !== "" && !line.startsWith("#"))) {
    const [word, count] = line.split(/\s+/) as [string, string];
    if (word === "blanks") kinds.unshift({ letter: "_", count: Number(count) });
    else if (word !== "code" && word !== "name") kinds.push({ letter: word, count: Number(count) });
  }
  return kinds;
}
