// How a client gets to a table: with a new seat, with one that this device holds, as a spectator, or by asking the host.

import { RefusalError } from "../connection/link";
import type { StoredSeat } from "../connection/storage";
import type { Acks, ClientEvents, CreateGame, ServerEvents, WireError } from "../protocol";
import { TableConnection } from "./table-connection.svelte";
import { nonceOrNull, type OwnNonce } from "./nonces";

/** A client at a table. */
export type Arrival = {
  readonly connection: TableConnection;
  readonly roomCode: string;
  /** The first nonce of this device, created while connecting. */
  readonly nonce: OwnNonce | null;
  readonly as:
    | { readonly kind: "player"; readonly seat: StoredSeat }
    | ({ readonly kind: "spectator" } & WatchSecrets)
    | { readonly kind: "applicant"; readonly playerName: string; readonly command: ClientEvents["joinGame"] };
};

/** What a spectator presents besides the code: the link, or the token of a seat that moved away. */
export type WatchSecrets = { readonly invite?: string; readonly token?: string };

/** Creates a table and takes a seat. */
export async function createTable(wish: CreateGame): Promise<Arrival> {
  return closedOnFailure(async (connection) => {
    const nonce = await nonceOrNull();
    const command = nonce ? { ...wish, commitment: nonce.commitment } : wish;
    const { roomCode, playerId, token, invite } = await connection.send("createGame", command);
    const seat = { roomCode, playerId, token, invite, playerName: wish.playerName, usedAt: 0 };
    return { connection, roomCode, nonce, as: { kind: "player", seat } };
  });
}

/** Joins a table; where the host admits players, the client waits for the decision. */
export async function joinTable(
  roomCode: string,
  playerName: string,
  secret: { invite?: string; ticket?: string },
): Promise<Arrival> {
  return closedOnFailure(async (connection) => {
    // Only the other device knows the nonce of a moved seat; it is replaced later.
    const nonce = secret.ticket ? null : await nonceOrNull();
    const who = secret.ticket ? { roomCode, ...secret } : { roomCode, playerName, ...secret };
    const command = nonce ? { ...who, commitment: nonce.commitment } : who;
    const answer = await connection.send("joinGame", command);
    const arrival = { connection, roomCode: answer.roomCode, nonce };
    if ("requestId" in answer) return { ...arrival, as: { kind: "applicant", playerName, command } };
    const { playerId, token } = answer;
    const seat = { roomCode: answer.roomCode, playerId, token, playerName, usedAt: 0 };
    const { invite } = secret;
    return { ...arrival, as: { kind: "player", seat: invite === undefined ? seat : { ...seat, invite } } };
  });
}

/** Resumes a seat that this device holds. */
export function resumeSeat(seat: StoredSeat, nonce: OwnNonce | null): Arrival {
  const { roomCode } = seat;
  return { connection: new TableConnection(), roomCode, nonce, as: { kind: "player", seat } };
}

export function watchTable(roomCode: string, secrets: WatchSecrets): Arrival {
  const as = { kind: "spectator", ...secrets } as const;
  return { connection: new TableConnection(), roomCode, nonce: null, as };
}

/** Asks what the code alone reveals about a table. */
export async function describeTable(roomCode: string): Promise<Acks["describeTable"]> {
  const connection = new TableConnection();
  try {
    return await connection.send("describeTable", { roomCode });
  } finally {
    connection.close();
  }
}

async function closedOnFailure(arrive: (connection: TableConnection) => Promise<Arrival>): Promise<Arrival> {
  const connection = new TableConnection();
  try {
    return await arrive(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The request of a client to join where the host admits players. */
export class Admission {
  /** Whether the client waits for the host's decision. */
  isPending = $state(true);
  readonly #connection: TableConnection;
  readonly #command: ClientEvents["joinGame"];
  readonly #playerName: string;
  #isAskingAgain = false;

  constructor(connection: TableConnection, playerName: string, command: ClientEvents["joinGame"]) {
    this.#connection = connection;
    this.#playerName = playerName;
    this.#command = command;
  }

  /** The seat of the host's decision; null if the host declined. */
  decide({ seat, roomCode }: ServerEvents["joinDecided"]): StoredSeat | null {
    this.isPending = false;
    return seat ? { ...seat, roomCode, playerName: this.#playerName, usedAt: 0 } : null;
  }

  /**
   * Sends the join command again after a reconnect: the server drops requests of clients that disconnect. Returns the
   * seat if the table no longer requires admission, or why joining is no longer possible.
   */
  async askAgain(): Promise<StoredSeat | WireError | null> {
    if (this.#isAskingAgain || !this.isPending) return null;
    this.#isAskingAgain = true;
    try {
      const answer = await this.#connection.send("joinGame", this.#command);
      if ("requestId" in answer) return null;
      this.isPending = false;
      const { roomCode, playerId, token } = answer;
      return { roomCode, playerId, token, playerName: this.#playerName, usedAt: 0 };
    } catch (error) {
      const isFinal =
        error instanceof RefusalError && !isTemporary(error.error) && error.error.code !== "RATE_LIMITED";
      if (isFinal) return error.error;
      this.#connection.reconnectLater();
      return null;
    } finally {
      this.#isAskingAgain = false;
    }
  }
}

/** Whether a refusal is temporary and independent of the player. */
export function isTemporary({ code, path }: WireError): boolean {
  return code === "UNAVAILABLE" || path === "connections" || path === "state";
}
