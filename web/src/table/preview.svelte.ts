// The score of the tentative tiles, from the server: debounced, and never blocking.

import { RefusalError } from "../connection/link";
import type { TableConnection } from "./table-connection.svelte";
import type { Preview } from "./game-session";
import { claimedPlacements, type HeldTiles } from "./held-tiles";

const PREVIEW_AFTER_MS = 90;

export class MovePreview {
  current = $state.raw<Preview | null>(null);
  readonly #connection: TableConnection;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #key = "";

  constructor(connection: TableConnection) {
    this.#connection = connection;
  }

  /** Requests the same preview again with the next hand: the position has changed. */
  invalidate(): void {
    this.#key = "";
  }

  /** Requests the preview of a hand; without a running game there is none. */
  request(hand: HeldTiles, isPlaying: boolean): void {
    const placements = claimedPlacements(hand);
    const key = JSON.stringify(placements);
    if (key === this.#key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    this.current = null;
    const isNamed = placements.every(({ tile }) => tile.letter !== "_");
    if (placements.length === 0 || !isNamed || !isPlaying) return;
    this.#timer = setTimeout(async () => {
      try {
        const preview = await this.#connection.send("previewMove", { placements }, 1);
        if (this.#key === key) this.current = { kind: "score", preview };
      } catch (error) {
        if (this.#key === key && error instanceof RefusalError)
          this.current = { kind: "refused", error: error.error };
      }
    }, PREVIEW_AFTER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
