// Parses a typed play such as `8H WORD`. The word includes the letters already on the board.

import type { Tile } from "../protocol";
import { parseSquare } from "./coordinates";
import { isOnBoard, step } from "./cursor";
import { findTile, place, type Board, type HeldTiles } from "./held-tiles";

export type TypedProblem = { problem: "unreadable" } | { problem: "missing"; letter: string };

/** Removes diacritics that no tile has: `é` becomes E, as on the server. */
function folded(word: string, letters: ReadonlyArray<string>): string {
  let text = "";
  for (let rest = word.normalize("NFC"); rest !== "";) {
    const letter = letters.find((letter) => rest.toUpperCase().startsWith(letter));
    const piece = letter ? rest.slice(0, letter.length) : String.fromCodePoint(rest.codePointAt(0)!);
    text += letter ? piece : piece.normalize("NFKD").replace(/\p{M}/gu, "");
    rest = rest.slice(piece.length);
  }
  return text;
}

/** Splits a word into tiles of the language, longest letters first; null if a letter is unknown. */
function spelled(word: string, letters: ReadonlyArray<string>): string[] | null {
  const known = letters.filter((letter) => letter !== "_").sort((a, b) => b.length - a.length);
  const found: string[] = [];
  for (let rest = folded(word, known); rest !== "";) {
    const letter = known.find((letter) => rest.toUpperCase().startsWith(letter));
    if (!letter) return null;
    found.push(rest.slice(0, letter.length));
    rest = rest.slice(letter.length);
  }
  return found;
}

/** Places a typed play. A lowercase letter means a blank. */
export function layTypedPlay(
  text: string,
  hand: HeldTiles,
  board: Board,
  letters: ReadonlyArray<string>,
): { hand: HeldTiles } | TypedProblem {
  const [square = "", word = "", ...more] = text.trim().split(/\s+/);
  const start = parseSquare(square);
  const written = spelled(word, letters);
  if (!start || !written || written.length === 0 || more.length > 0) return { problem: "unreadable" };
  // A word entirely in lowercase means no blanks.
  const isAllSmall = word === word.toLowerCase();
  let { at } = start;
  let laid = hand;
  for (const text of written) {
    const letter = text.toUpperCase();
    const there: Tile | null | undefined = isOnBoard(at) ? board[at.row]?.[at.col] : undefined;
    if (there === undefined) return { problem: "unreadable" };
    if (there === null) {
      const wantsBlank = !isAllSmall && text === text.toLowerCase();
      const held = findTile(laid, letter, wantsBlank ? "always" : "ifNeeded");
      if (!held) return { problem: "missing", letter };
      laid = place(laid, held.key, at, held.tile.isBlank ? letter : null);
    } else if (there.letter !== letter) {
      return { problem: "missing", letter };
    }
    at = step(at, start.direction);
  }
  return { hand: laid };
}
