// This device's contribution to a game's randomness: a nonce that it commits to and reveals when the table requests
// it. It stores the commitments that the table published, so that a nonce replaced afterwards is detected.

import { removeItem, saveItem, loadItem } from "../connection/storage";
import type { NonceContributor, PlayerNonce } from "../protocol";

/** A nonce of this device and its commitment, which is published before the game. */
export type OwnNonce = { readonly nonce: string; readonly commitment: string };

/** A contributor's commitment as the table published it; lists are in seat order. */
export type PublishedNonce = { readonly playerId: string; readonly commitment: string };

/** What this device knows about a game's nonces, independent of the server's record. */
export type SeenNonces = {
  readonly own: OwnNonce | null;
  /** The contributors published before this device revealed its nonce; null if it saw no start. */
  readonly published: ReadonlyArray<PublishedNonce> | null;
};

type StoredNonces = SeenNonces & { readonly gameId: string };

/** The hash function is not part of the first load; it is loaded when a table is entered. */
async function commitmentTo(nonce: string): Promise<string> {
  const { nonceCommitment } = await import("../results/bag-key");
  return nonceCommitment(nonce);
}

/** Creates a new random nonce. */
export async function freshNonce(): Promise<OwnNonce> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { nonce, commitment: await commitmentTo(nonce) };
}

/** A new random nonce; null if creating one fails, and the game continues without. */
export const nonceOrNull = (): Promise<OwnNonce | null> => freshNonce().catch(() => null);

const keyOf = (roomCode: string) => `dord.nonce.${roomCode}`;

export function forgetNonces(roomCode: string): void {
  removeItem(keyOf(roomCode));
}

/** The nonce of this device at one table. */
export class TableNonce {
  #gameId: string | null = null;
  #own: OwnNonce | null;
  #published: ReadonlyArray<PublishedNonce> | null = null;

  constructor(
    readonly roomCode: string,
    own: OwnNonce | null = null,
  ) {
    this.#own = own;
  }

  get seen(): SeenNonces {
    return { own: this.#own, published: this.#published };
  }

  /** Restores what this device stored for the game; returns whether the table has this device's commitment. */
  syncWithTable(gameId: string, tableHas: string | undefined): boolean {
    if (this.#gameId !== gameId) {
      this.#gameId = gameId;
      const stored = loadItem<StoredNonces>(keyOf(this.roomCode));
      const isOfThisGame = stored?.gameId === gameId;
      if (isOfThisGame && (this.#own === null || this.#own.commitment !== tableHas)) {
        this.#own = stored.own;
        this.#published = stored.published;
      }
      this.#save();
    }
    return this.#own !== null && this.#own.commitment === tableHas;
  }

  /** Replaces the nonce; earlier commitments no longer count. */
  replace(own: OwnNonce): void {
    this.#own = own;
    this.#published = null;
    this.#save();
  }

  /**
   * The nonce to reveal for the contributors the table fixed; null if this device's is not requested or already
   * known.
   */
  nonceToReveal(contributors: ReadonlyArray<NonceContributor>, me: string | undefined): string | null {
    const mine = contributors.find(({ playerId }) => playerId === me);
    if (mine && mine.commitment !== this.#own?.commitment) this.#restore(mine.commitment);
    const isMine = mine !== undefined && mine.commitment === this.#own?.commitment;
    // A second request with other contributors could have been chosen after the reveal: only the first list counts.
    if (this.#published === null || !isMine) {
      this.#published = contributors.map(({ playerId, commitment }) => ({ playerId, commitment }));
      this.#save();
    }
    return isMine && !mine.isRevealed ? this.#own!.nonce : null;
  }

  /** Whether a starting game uses the nonces whose commitments were published here. */
  async isAsPublished(nonces: ReadonlyArray<PlayerNonce>): Promise<boolean> {
    if (this.#published === null) return true;
    const given = nonces.filter(({ nonce }) => nonce !== "");
    if (given.length !== this.#published.length) return false;
    for (const { playerId, nonce } of given) {
      const published = this.#published.find((one) => one.playerId === playerId);
      if (!published || published.commitment !== (await commitmentTo(nonce))) return false;
    }
    return true;
  }

  /** After a reload the request arrives before the game id is known; the commitment identifies the game. */
  #restore(commitment: string): void {
    const stored = loadItem<StoredNonces>(keyOf(this.roomCode));
    if (stored?.own?.commitment !== commitment) return;
    this.#gameId = stored.gameId;
    this.#own = stored.own;
    this.#published = stored.published;
  }

  #save(): void {
    if (this.#gameId === null) return;
    const stored: StoredNonces = { gameId: this.#gameId, own: this.#own, published: this.#published };
    saveItem(keyOf(this.roomCode), stored);
  }
}
