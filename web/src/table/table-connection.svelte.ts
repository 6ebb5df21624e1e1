// The connection of a session, opened before the table is known.

import { Link, type LinkStatus } from "../connection/link";
import type { Handshake } from "../protocol";

/** What a session does with what arrives. */
export type ConnectionHandler = {
  onEvent: (name: string, payload: unknown) => void;
  onConnected: () => void;
};

export class TableConnection {
  status = $state<LinkStatus>("connecting");
  readonly #link: Link;
  #handler: ConnectionHandler | null = null;
  /** Events that arrived before the session. */
  #early: Array<[string, unknown]> = [];

  constructor() {
    this.#link = new Link(
      (name, payload) => {
        if (this.#handler) this.#handler.onEvent(name, payload);
        else this.#early.push([name, payload]);
      },
      (status) => {
        this.status = status;
        if (status === "connected") this.#handler?.onConnected();
      },
    );
  }

  /** Hands everything that arrived and will arrive to a session. */
  attach(handler: ConnectionHandler): void {
    this.#handler = handler;
    for (const [name, payload] of this.#early) handler.onEvent(name, payload);
    this.#early = [];
  }

  /** Sends a command until it is answered. */
  readonly send: Link["send"] = (event, payload, tries) => this.#link.send(event, payload, tries);

  /** Sets the credentials that restore the seat on every reconnect. */
  setHandshake(handshake: Handshake): void {
    this.#link.setHandshake(handshake);
  }

  /** Disconnects from a server that is unavailable and reconnects with backoff. */
  reconnectLater(): void {
    this.#link.reconnectLater();
  }

  close(): void {
    this.#link.close();
  }
}
