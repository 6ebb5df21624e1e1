// The letter points of each language. The server sends points for rack tiles only; board tiles come as letters.

import type { Tile } from "../protocol";

/** A test compares these with the tile sets of the rules. */
const LETTERS_BY_POINTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  en: { 1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ" },
  nl: { 1: "AEINO", 2: "DRST", 3: "BGKLMP", 4: "FHJUVZ", 5: "CW", 8: "XY", 10: "Q" },
};

/** The letters of a language in alphabetical order, then the blank. */
export function lettersOf(language: string): string[] {
  const worth = LETTERS_BY_POINTS[language] ?? LETTERS_BY_POINTS["en"]!;
  return [...Object.values(worth).join("")].sort().concat("_");
}

export function pointsOf(letter: string, language: string): number {
  const worth = LETTERS_BY_POINTS[language] ?? LETTERS_BY_POINTS["en"]!;
  const found = Object.entries(worth).find(([, letters]) => letters.includes(letter));
  return found ? Number(found[0]) : 0;
}

/** A tile on the board. */
export function laidTile(letter: string, language: string, isBlank: boolean): Tile {
  return { letter, points: isBlank ? 0 : pointsOf(letter, language), isBlank };
}
