// Room codes as people type and paste them.

export const CODE_LENGTH = 4;

/** The letters of a code in what was typed; at most as many as a code has. */
export function codeIn(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z]/g, "")
    .slice(0, CODE_LENGTH);
}

/** The code and the secret in a pasted link to a table, if it is one. */
export function linkIn(text: string): { roomCode: string; fragment: string } | null {
  const found = /^https?:\/\/[^/\s]+\/(?:watch\/)?([a-z]{4})(#\S+)?$/i.exec(text.trim());
  return found ? { roomCode: found[1]!.toUpperCase(), fragment: found[2] ?? "" } : null;
}
