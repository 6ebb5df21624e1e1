// The word list, read from the source data.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const A = 'A'.charCodeAt(0);

/** The letters of a text as a bit mask. */
export function maskOf(text) {
  let mask = 0;
  for (const letter of text) mask |= 1 << (letter.charCodeAt(0) - A);
  return mask;
}

let loaded;

/** All words that fit on the board, as a list and as a set. */
export function words() {
  loaded ??= (() => {
    const packed = readFileSync(new URL('../../data/en/words.txt.gz', import.meta.url));
    const all = gunzipSync(packed).toString('utf8').toUpperCase().split(/\s+/);
    const playable = all.filter((word) => /^[A-Z]{2,15}$/.test(word));
    return { list: playable.map((text) => ({ text, mask: maskOf(text) })), set: new Set(playable) };
  })();
  return loaded;
}
