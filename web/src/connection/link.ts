// The connection to the server. A command is sent until it is answered: it carries an id, so that the server does it once.

import { io, type Socket } from "socket.io-client";
import { addressOf } from "../base";
import type {
  Ack,
  Acks,
  ClientEvents,
  ClientToServerEvents,
  Handshake,
  ServerToClientEvents,
  WireError,
} from "../protocol";
import { Backoff } from "./backoff";

/** Crowded: the server is there, and this address has as many connections as it may. */
export type LinkStatus = "connecting" | "connected" | "lost" | "tooManyConnections";

const ANSWER_WITHIN_MS = 8_000;
const WAIT_AT_MOST_MS = 3_000;

/** What was refused, and why. */
export class RefusalError extends Error {
  constructor(readonly error: WireError) {
    super(error.message);
  }
}

/** What the page says to whoever is not let in because too many of the same address are there. */
const TOO_MANY_CONNECTIONS: WireError = { code: "RATE_LIMITED", path: "connections", message: "" };

/** Nobody answered: nothing is known about what became of it. */
export class NoAnswerError extends Error {}

export type Listener = (name: string, payload: unknown) => void;

export class Link {
  readonly #socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  readonly #backoff = new Backoff();
  #handshake: Handshake = {};
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(onEvent: Listener, onStatus: (status: LinkStatus) => void, url?: string) {
    const options = {
      path: addressOf("/socket.io"),
      // A WebSocket at once is one round trip; where it is blocked, polling takes over.
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      auth: (give: (handshake: object) => void) => give(this.#handshake),
      reconnectionDelay: 300,
      reconnectionDelayMax: 3_000,
    };
    this.#socket = url === undefined ? io(options) : io(url, { ...options, forceNew: true });
    this.#socket.onAny((name: string, payload: unknown) => {
      if (name === "tableState") this.#backoff.reset();
      if (name === "error") this.#backoff.waitAtLeast((payload as WireError).retryAfterMs ?? 0);
      onEvent(name, payload);
    });
    this.#socket.on("connect", () => onStatus("connected"));
    this.#socket.on("disconnect", (reason) => {
      onStatus("lost");
      // A server that closes is back soon, or there is another; one that turned this socket out said so before. Socket.IO
      // looks after every other loss itself.
      if (reason === "io server disconnect") this.#scheduleReconnect();
    });
    this.#socket.on("connect_error", (error) =>
      onStatus(isTooManyConnections(error) ? "tooManyConnections" : "lost"),
    );
  }

  /** What gives the seat back whenever the connection is made anew. */
  setHandshake(handshake: Handshake): void {
    this.#handshake = handshake;
  }

  /** Hangs up on a server that cannot serve now, and comes again as after one that hung up itself. */
  reconnectLater(): void {
    this.#socket.disconnect();
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#reconnectTimer);
    const waitMs = this.#backoff.nextDelayMs(Math.random());
    this.#reconnectTimer = setTimeout(() => this.#socket.connect(), waitMs);
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  /** Sends a command until it is answered, or so often that there is no hope. */
  async send<E extends keyof ClientEvents>(
    event: E,
    payload: ClientEvents[E],
    tries = 3,
  ): Promise<Acks[E] & { seq?: number }> {
    const command = { ...payload, commandId: newCommandId() };
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#waitForConnection(attempt === 1);
        const answer = await this.#emit(event, command);
        if (answer.ok) {
          this.#backoff.reset();
          return answer;
        }
        const { code, retryAfterMs } = answer.error;
        // A limit by the second is waited for; one by the minute or the hour a person must be told of.
        const isSoon = retryAfterMs !== undefined && retryAfterMs <= WAIT_AT_MOST_MS;
        if (code !== "RATE_LIMITED" || !isSoon || attempt >= tries) throw new RefusalError(answer.error);
        await new Promise((done) => setTimeout(done, retryAfterMs));
      } catch (error) {
        if (error instanceof RefusalError) throw error;
        if (attempt >= tries) throw new NoAnswerError();
      }
    }
  }

  #emit<E extends keyof ClientEvents>(event: E, command: object): Promise<Ack<Acks[E]>> {
    const socket = this.#socket.timeout(ANSWER_WITHIN_MS) as unknown as {
      emitWithAck(event: string, payload: object): Promise<Ack<Acks[E]>>;
    };
    return socket.emitWithAck(event, command);
  }

  /** Waits for the connection. Where too many of this address are there, whoever has not asked for anything yet hears so at once; what
   * was asked for may have been done, and is asked for again when there is room. */
  #waitForConnection(isFirst: boolean): Promise<void> {
    if (this.#socket.connected) return Promise.resolve();
    return new Promise((done, failed) => {
      const settle = (how: () => void) => {
        clearTimeout(timer);
        this.#socket.off("connect", connected);
        this.#socket.off("connect_error", refused);
        how();
      };
      const timer = setTimeout(() => settle(() => failed(new NoAnswerError())), ANSWER_WITHIN_MS);
      const connected = () => settle(done);
      const refused = (error: Error) => {
        if (isFirst && isTooManyConnections(error))
          settle(() => failed(new RefusalError(TOO_MANY_CONNECTIONS)));
      };
      this.#socket.on("connect", connected);
      this.#socket.on("connect_error", refused);
    });
  }

  /** The end: whoever closes does not come back, least of all to a seat that somebody else has by then. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    this.#socket.removeAllListeners();
    this.#socket.offAny();
    this.#socket.disconnect();
  }
}

/** Whether a connection was refused because there are too many. A WebSocket does not say why; polling, which is tried then, does. */
function isTooManyConnections(error: Error): boolean {
  return (error as { description?: unknown }).description === 429;
}

/** A random name; pages of a home network without TLS have no `crypto.randomUUID`. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
