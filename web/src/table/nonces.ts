// What this device adds to the chance of a game: a nonce that it commits to, and reveals when the table asks for it. It remembers
// what the table published before, so that nobody can exchange a nonce afterwards without this device finding out.

import { removeItem, saveItem, loadItem } from "../connection/storage";
import type { NonceContributor, PlayerNonce } from "../protocol";

/** A nonce of this device, and what is published of it before the game. */
export type OwnNonce = { readonly nonce: string; readonly commitment: string };

/** A contributor as the table published it, in seat order. */
export type PublishedNonce = { readonly playerId: string; readonly commitment: string };

/** What this device knows about the nonces of a game without the server's record. */
export type SeenNonces = {
  readonly own: OwnNonce | null;
  /** The contributors that were published before this device revealed its nonce; null if it saw no start. */
  readonly published: ReadonlyArray<PublishedNonce> | null;
};

type StoredNonces = SeenNonces & { readonly gameId: string };

/** The hash is not part of the first page: it is loaded when a table is entered. */
async function commitmentTo(nonce: string): Promise<string> {
  const { nonceCommitment } = await import("../results/bag-key");
  return nonceCommitment(nonce);
}

/** A nonce that was never used. */
export async function freshNonce(): Promise<OwnNonce> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { nonce, commitment: await commitmentTo(nonce) };
}

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

  /** Remembers what this device kept of the game; says whether the table already has the commitment of its nonce. */
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

  /** Takes another nonce; what was revealed or committed before is worth nothing any more. */
  replace(own: OwnNonce): void {
    this.#own = own;
    this.#published = null;
    this.#save();
  }

  /** The table has fixed the contributors: the nonce to reveal, if this device's is among them and not known yet. */
  nonceToReveal(contributors: ReadonlyArray<NonceContributor>, me: string | undefined): string | null {
    const mine = contributors.find(({ playerId }) => playerId === me);
    if (mine && mine.commitment !== this.#own?.commitment) this.#restore(mine.commitment);
    const isMine = mine !== undefined && mine.commitment === this.#own?.commitment;
    // Whoever asks twice for one nonce with other contributors has chosen after seeing it: the first list counts.
    if (this.#published === null || !isMine) {
      this.#published = contributors.map(({ playerId, commitment }) => ({ playerId, commitment }));
      this.#save();
    }
    return isMine && !mine.isRevealed ? this.#own!.nonce : null;
  }

  /** Whether a game that starts has the nonces whose commitments were published here. */
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

  /** After a reload the table asks before it says which game it is: the commitment tells. */
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
