// A client of the official library that records every event it receives, in order.
import { io } from 'socket.io-client';

/** Timeout of every wait. It is long because a machine may be busy; only failing tests reach it. */
const PATIENCE_MS = 60_000;

export class Client {
  /** All received events, in order: `{name, payload, count}`. */
  events = [];
  #waiting = new Set();

  constructor(url, options = {}) {
    this.socket = io(url, { forceNew: true, reconnection: false, transports: ['websocket'], ...options });
    this.socket.onAny((name, ...args) => {
      this.events.push({ name, payload: args[0], count: args.length });
      for (const check of this.#waiting) check();
    });
  }

  static async connect(url, options) {
    const client = new Client(url, options);
    await new Promise((done, fail) => {
      client.socket.once('connect', done);
      client.socket.once('connect_error', fail);
    });
    return client;
  }

  /** Sends an event as a client of the contract does: without an ack. */
  tell(event, ...args) {
    this.socket.emit(event, ...args);
  }

  /** Sends an event and resolves to its ack. */
  ask(event, ...args) {
    return this.socket.timeout(PATIENCE_MS).emitWithAck(event, ...args);
  }

  /** The current length of the record, to look only at later events. */
  mark() {
    return this.events.length;
  }

  since(mark) {
    return this.events.slice(mark);
  }

  names(mark = 0) {
    return this.since(mark).map((event) => event.name);
  }

  last(name) {
    return this.events.findLast((event) => event.name === name)?.payload;
  }

  /** Resolves to the payload of the first matching event after the mark. */
  until(name, mark = 0, fits = () => true) {
    return this.#when(
      () => this.since(mark).find((event) => event.name === name && fits(event.payload))?.payload,
      () => `${name} did not come; what came: ${this.names(mark).join(', ') || 'nothing'}`,
    );
  }

  /** Resolves when the connection is closed. */
  closed() {
    const later = new Promise((done) => this.socket.once('disconnect', done));
    return this.socket.connected ? later : Promise.resolve();
  }

  close() {
    this.socket.disconnect();
  }

  #when(find, explain) {
    return new Promise((done, fail) => {
      const check = () => {
        const found = find();
        if (found === undefined) return;
        this.#waiting.delete(check);
        clearTimeout(late);
        done(found);
      };
      const late = setTimeout(() => {
        this.#waiting.delete(check);
        fail(new Error(explain()));
      }, PATIENCE_MS);
      this.#waiting.add(check);
      check();
    });
  }
}
