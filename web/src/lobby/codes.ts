// Parses typed codes and pasted links.

import { BASE, pathOf } from "../base";

export const CODE_LENGTH = 4;

/** The letters of a typed code, at most `CODE_LENGTH`. */
export function parseCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z]/g, "")
    .slice(0, CODE_LENGTH);
}

/** The server path of a pasted table or watch link; null for other texts. */
export function parseTableLink(text: string, base = BASE): string | null {
  const link = /^https?:\/\/[^/\s]+(\/[^#\s]+)(#\S+)?$/i.exec(text.trim());
  if (!link) return null;
  const [, address, fragment = ""] = link;
  const found = /^\/(watch\/)?([a-z]{4})$/i.exec(pathOf(address!, base));
  if (!found) return null;
  const [, watched, roomCode] = found;
  return `/${watched ? "watch/" : ""}${roomCode!.toUpperCase()}${fragment}`;
}
