// The connection to the server. Commands are repeated until answered; their ids let the server execute them once.

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

/** `tooManyConnections`: the server is reachable, but this address has reached its connection limit. */
export type LinkStatus = "connecting" | "connected" | "lost" | "tooManyConnections";

const ANSWER_WITHIN_MS = 8_000;
const WAIT_AT_MOST_MS = 3_000;

/** The server refused a command. */
export class RefusalError extends Error {
  constructor(readonly error: WireError) {
    super(error.message);
  }
}

/** The refusal shown when this address has too many connections. */
const TOO_MANY_CONNECTIONS: WireError = { code: "RATE_LIMITED", path: "connections", message: "" };

/** The server did not answer; whether it executed the command is unknown. */
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
      // Starting with a WebSocket saves round trips; where it is blocked, polling takes over.
      transports: ["websocket", "polling"],
      tryAllTransports: true,
      auth: (give: (handshake: object) => void) => give({ ...this.#handshake, stateChanges: true }),
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
      // Socket.IO reconnects after every other loss, but not after a disconnect by the server.
      if (reason === "io server disconnect") this.#scheduleReconnect();
    });
    this.#socket.on("connect_error", (error) =>
      onStatus(isTooManyConnections(error) ? "tooManyConnections" : "lost"),
    );
  }

  /** Sets the credentials that restore the seat on every reconnect. */
  setHandshake(handshake: Handshake): void {
    this.#handshake = handshake;
  }

  /** Disconnects from a server that is unavailable and reconnects with backoff. */
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

  /** Sends a command until it is answered, at most `tries` times. */
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
        // Short rate limits are waited out; longer ones are reported to the player.
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

  /**
   * Waits for the connection. With too many connections, a first attempt fails at once. A repeated command may have been
   * executed, so it waits for room.
   */
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

  /** Closes the link for good: it never reconnects, as another page may have the seat by then. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    this.#socket.removeAllListeners();
    this.#socket.offAny();
    this.#socket.disconnect();
  }
}

/** Whether the server refused a connection with status 429. Only polling reports the status; a WebSocket does not. */
function isTooManyConnections(error: Error): boolean {
  return (error as { description?: unknown }).description === 429;
}

/** A random id. Pages without TLS have no `crypto.randomUUID`. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
