// The model of a session: applies versions as they arrive, and requests the whole state after a gap.

import { RefusalError } from "../connection/link";
import type { ClockUpdate, WatchStarted } from "../protocol";
import type { TableConnection } from "./table-connection.svelte";
import { VersionedModel, type TableEvent, type TableModel } from "./model";

/** An event with the model before and after its version, for sounds, announcements and animations. */
export type TableUpdate = { event: TableEvent; before: TableModel | null; after: TableModel };

/** A change of the model with the events that led to it. */
export type ModelChange = {
  events: ReadonlyArray<TableEvent>;
  before: TableModel | null;
  after: TableModel;
};

/** Delay before the next resync, if the server sends none. */
const RESYNC_AFTER_MS = 2_000;

export class LiveModel {
  current = $state.raw<TableModel | null>(null);
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs = $state(0);
  readonly #connection: TableConnection;
  readonly #onChange: (change: ModelChange) => void;
  readonly #listeners = new Set<(update: TableUpdate) => void>();
  readonly #versions = new VersionedModel();
  #awaitsState = true;
  /** The newest version received before the first state. */
  #newestSeq = 0;
  #isResyncing = false;
  #resyncTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: TableConnection, onChange: (change: ModelChange) => void) {
    this.#connection = connection;
    this.#onChange = onChange;
  }

  /** Whether nothing of the table has been received since the last connect. */
  get awaitsState(): boolean {
    return this.#awaitsState;
  }

  /** Calls the listener for every event; returns a function that unsubscribes. */
  listen(listener: (update: TableUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** After a reconnect the server replays events and ends with the whole state. */
  onConnected(): void {
    this.#awaitsState = true;
    this.#newestSeq = 0;
    this.#isResyncing = false;
  }

  receive(event: TableEvent): void {
    if (event.name === "tableState") {
      // The first state after a reconnect always counts; after a restored backup it is older than the model.
      if (this.#awaitsState) this.#versions.expectState();
      this.#awaitsState = false;
      this.#isResyncing = false;
      clearTimeout(this.#resyncTimer);
      this.#setClock(event.payload);
    }
    if (event.name === "clockUpdate") this.#setClock(event.payload);
    if (this.#awaitsState) {
      this.#newestSeq = Math.max(this.#newestSeq, event.payload.seq);
      return;
    }
    const received = this.#versions.receive(event);
    if (received.kind === "gap") return this.#resync();
    if (received.kind !== "update") return;
    const { events, after } = received;
    const before = this.current;
    this.current = after;
    this.#onChange({ events, before, after });
    for (const event of events) for (const listener of this.#listeners) listener({ event, before, after });
  }

  /** Spectators receive the first state in an ack, not in an event. */
  receiveWatched({ state, seq = 0 }: WatchStarted & { seq?: number }): void {
    const newestSeq = this.#newestSeq;
    this.receive({ name: "tableState", payload: { ...state, you: null, seq } });
    // An event can overtake the ack.
    if (newestSeq > seq) this.#resync();
  }

  close(): void {
    clearTimeout(this.#resyncTimer);
  }

  #setClock({ serverTime }: Pick<ClockUpdate, "serverTime">): void {
    this.clockAheadMs = serverTime - Date.now();
  }

  #resync(): void {
    if (this.#isResyncing) return;
    this.#isResyncing = true;
    this.#connection.send("resync", {}).catch((error: unknown) => {
      this.#isResyncing = false;
      const isLimited = error instanceof RefusalError && error.error.code === "RATE_LIMITED";
      if (!isLimited) return;
      // The next event may be far away, so retry as soon as the server allows it.
      clearTimeout(this.#resyncTimer);
      this.#resyncTimer = setTimeout(() => this.#resync(), error.error.retryAfterMs ?? RESYNC_AFTER_MS);
    });
  }
}
