// The cryptography of the verifiable bag: commitments, key and draws.

import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();

function hash(...parts: ReadonlyArray<Uint8Array | string>): Uint8Array {
  const digest = sha256.create();
  for (const part of parts) digest.update(typeof part === "string" ? encoder.encode(part) : part);
  return digest.digest();
}

/** Parses 32 bytes from 64 hexadecimal digits; null for other texts. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/i.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, index) => parseInt(text.slice(index * 2, index * 2 + 2), 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The server's commitment to its seed, published before the game. */
export function commitmentOf(seed: Uint8Array, gameId: string): Uint8Array {
  return hash("dord/1/commit", seed, hash(gameId));
}

/** A player's commitment to a nonce, published before the game, in hexadecimal. */
export function nonceCommitment(nonce: string): string {
  return toHex(hash("dord/2/nonce", nonce));
}

/**
 * The key that decides every draw, from the seed and the players' nonces. Form 1 has the nonces of all players in the
 * order in which they joined; form 2 has the contributed nonces in seat order.
 */
export function bagKey(
  seed: Uint8Array,
  gameId: string,
  nonces: ReadonlyArray<string>,
  form: 1 | 2,
): Uint8Array {
  return hash(`dord/${form}/key`, seed, hash(gameId), ...nonces.map((nonce) => hash(nonce)));
}

export type Purpose = "draw" | "begin";

/** The index of the drawn tile among at least one sorted tiles. */
export function pick(key: Uint8Array, purpose: Purpose, counter: number, tiles: number): number {
  // Numbers above the last whole multiple would favour the first tiles, so they are drawn again.
  const whole = Math.floor(2 ** 32 / tiles) * tiles;
  for (let attempt = 0; ; attempt++) {
    const numbers = new DataView(new ArrayBuffer(8));
    numbers.setUint32(0, counter);
    numbers.setUint32(4, attempt);
    const digest = hash(`dord/1/${purpose}`, key, new Uint8Array(numbers.buffer));
    const number = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
    if (number < whole) return number % tiles;
  }
}
