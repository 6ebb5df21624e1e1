// The start of a game, at which the players' devices reveal their nonces.

import type { ServerEvents } from "../protocol";
import type { TableConnection } from "./table-connection.svelte";
import { nonceOrNull, TableNonce, type OwnNonce, type SeenNonces } from "./nonces";

export class StartNonces {
  /** Whether the start waits for the players' nonces. */
  isPending = $state(false);
  /** The players whose devices did not answer at the last start. */
  unresponsivePlayers = $state.raw<ReadonlyArray<string>>([]);
  /** Whether the game started with nonces other than those published. */
  isForged = $state(false);
  readonly #connection: TableConnection;
  readonly #nonces: TableNonce;

  constructor(connection: TableConnection, roomCode: string, own: OwnNonce | null) {
    this.#connection = connection;
    this.#nonces = new TableNonce(roomCode, own);
  }

  /** What this device knows about the game's nonces, to verify the bag. */
  get seenNonces(): SeenNonces {
    return this.#nonces.seen;
  }

  reveal({ contributors }: ServerEvents["nonceRequested"], me: string | undefined): void {
    this.isPending = true;
    const nonce = this.#nonces.nonceToReveal(contributors, me);
    if (nonce !== null) void this.#connection.send("revealNonce", { nonce }).catch(() => undefined);
  }

  /** A player's device commits to a new nonce. */
  fail({ players }: ServerEvents["startFailed"], isPlayer: boolean): void {
    this.isPending = false;
    this.unresponsivePlayers = players.map(({ playerName }) => playerName);
    if (isPlayer) void this.#commit();
  }

  async succeed({ nonces }: ServerEvents["gameStarted"]): Promise<void> {
    this.isPending = false;
    this.unresponsivePlayers = [];
    // If the check fails to run now, the verification after the game repeats it.
    this.isForged = !(await this.#nonces.isAsPublished(nonces).catch(() => true));
  }

  /** Commits to a nonce in the lobby, unless the table has this device's commitment. */
  syncWithTable({ gameId, progress, you }: ServerEvents["tableState"]): void {
    if (!you) return;
    const hasMine = this.#nonces.syncWithTable(gameId, you.nonceCommitment);
    if (progress === "waiting" && !hasMine && !this.isPending) void this.#commit();
  }

  /** Creates a new nonce and commits to it. If the table refuses, the game continues without it. */
  async #commit(): Promise<void> {
    const own = await nonceOrNull();
    if (!own) return;
    this.#nonces.replace(own);
    await this.#connection.send("setNonce", { commitment: own.commitment }).catch(() => undefined);
  }
}
