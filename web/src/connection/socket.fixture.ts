// A fake Socket.IO socket whose other end is the test.

type Listener = (...args: unknown[]) => void;

export class FakeSocket {
  connected = false;
  /** How often the client tried to connect, including the first time. */
  attempts = 1;
  /** The commands that were sent, each with its ack. */
  readonly sent: Array<{ event: string; payload: object; answer: (ack: object) => void }> = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #toAny = new Set<Listener>();

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  }

  once(event: string, listener: Listener): void {
    const first: Listener = (...args) => {
      this.off(event, first);
      listener(...args);
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

  /** The server accepts the connection. */
  open(): void {
    this.connected = true;
    this.#emit("connect");
  }

  /** The connection fails; polling reports the status. */
  refuse(status?: number): void {
    this.#emit("connect_error", Object.assign(new Error("xhr poll error"), { description: status }));
  }

  /** The server sends an event. */
  sendEvent(event: string, payload: object): void {
    for (const listener of this.#toAny) listener(event, payload);
  }

  /** The connection ends with a reason of Socket.IO. */
  lose(reason: "io server disconnect" | "io client disconnect" | "transport close"): void {
    this.connected = false;
    this.#emit("disconnect", reason);
  }

  #emit(event: string, ...args: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...args);
  }
}

/** All sockets, newest last. */
export const sockets: FakeSocket[] = [];

export function io(): FakeSocket {
  const socket = new FakeSocket();
  sockets.push(socket);
  return socket;
}
