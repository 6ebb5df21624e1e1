// The tile sets of all languages, built into the page: a server cannot send another one.

/** A kind of tile and its count in a full bag. */
export type KindCount = { readonly letter: string; readonly count: number };

const FILES = import.meta.glob<string>("../../../crates/rules/languages/*.txt", {
  query: "?raw",
  import: "default",
});

/** The tile set of a language, in bag order; null for an unknown language. */
export async function tileSetOf(language: string): Promise<ReadonlyArray<KindCount> | null> {
  const path = Object.keys(FILES).find((path) => path.endsWith(`/${language}.txt`));
  return path === undefined ? null : parseTileSet(await FILES[path]!());
}

/** Parses lines of `LETTER COUNT POINTS`; blanks have their own line and come first. */
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
