// A socket whose other end is the test, in the place of Socket.IO's.

type Listener = (...heard: unknown[]) => void;

export class FakeSocket {
  connected = false;
  /** How often a connection was asked for, the first time included. */
  attempts = 1;
  /** What was sent, and the way to answer it. */
  readonly sent: Array<{ event: string; payload: object; answer: (ack: object) => void }> = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #toAny = new Set<Listener>();

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  }

  once(event: string, listener: Listener): void {
    const first: Listener = (...heard) => {
      this.off(event, first);
      listener(...heard);
    };
    this.on(event, first);
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  onAny(listener: Listener): void {
    this.#toAny.add(listener);
  }

  offAny(): void {
    this.#toAny.clear();
  }

  removeAllListeners(): void {
    this.#listeners.clear();
  }

  connect(): void {
    this.attempts++;
  }

  disconnect(): void {
    if (this.connected) this.lose("io client disconnect");
  }

  timeout(): this {
    return this;
  }

  emitWithAck(event: string, payload: object): Promise<object> {
    return new Promise((answer, failed) => {
      this.sent.push({ event, payload, answer });
      this.once("disconnect", () => failed(new Error("the connection is gone")));
    });
  }

  /** The server takes the connection. */
  open(): void {
    this.connected = true;
    this.#emit("connect");
  }

  /** The connection cannot be made; polling knows what the server said to it. */
  refuse(status?: number): void {
    this.#emit("connect_error", Object.assign(new Error("xhr poll error"), { description: status }));
  }

  /** The server says something. */
  sendEvent(event: string, payload: object): void {
    for (const listener of this.#toAny) listener(event, payload);
  }

  /** The connection ends, for a reason that Socket.IO has a name for. */
  lose(reason: "io server disconnect" | "io client disconnect" | "transport close"): void {
    this.connected = false;
    this.#emit("disconnect", reason);
  }

  #emit(event: string, ...heard: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...heard);
  }
}

/** Every socket that was made, the newest last. */
export const sockets: FakeSocket[] = [];

export function io(): FakeSocket {
  const socket = new FakeSocket();
  sockets.push(socket);
  return socket;
}
