// Room codes as people type and paste them.

import { BASE, pathOf } from "../base";

export const CODE_LENGTH = 4;

/** The letters of a code in what was typed; at most as many as a code has. */
export function parseCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z]/g, "")
    .slice(0, CODE_LENGTH);
}

/** The address on this server that a pasted link to a table leads to, for players or spectators; null if it is no such link. */
export function parseTableLink(text: string, base = BASE): string | null {
  const link = /^https?:\/\/[^/\s]+(\/[^#\s]+)(#\S+)?$/i.exec(text.trim());
  if (!link) return null;
  const [, address, fragment = ""] = link;
  const found = /^\/(watch\/)?([a-z]{4})$/i.exec(pathOf(address!, base));
  if (!found) return null;
  const [, watched, roomCode] = found;
  return `/${watched ? "watch/" : ""}${roomCode!.toUpperCase()}${fragment}`;
}
