// The client's model of a table: the server's `tableState`, into which every `stateChange` is merged. It knows no rules
// and no events. The events of a version say what happened; its change, which comes last, says what is so now.

import type {
  OwnState,
  ServerEvents,
  SpectatorState,
  StateChange,
  StatePlayer,
  TableEvents,
  Tile,
} from "../protocol";

/** The view of a player or spectator at version `seq`. */
export type TableModel = Omit<SpectatorState, "you"> & {
  /** The player's seat and rack; null for a spectator. */
  you: Pick<OwnState, "playerId" | "tiles"> | null;
  seq: number;
};

export type TableEventName = keyof TableEvents;

/** A received event; its payload contains its version `seq`. */
export type TableEvent = { [E in TableEventName]: { name: E; payload: ServerEvents[E] } }[TableEventName];

/** The result of an event. */
export type Received =
  /** The model changed, or the events happened without a change of it. */
  | { kind: "update"; events: ReadonlyArray<TableEvent>; before: TableModel | null; after: TableModel }
  /** More events of the same version follow. */
  | { kind: "incomplete" }
  /** The event is a duplicate or late. */
  | { kind: "outdated" }
  /** A version is missing: the whole state is needed. */
  | { kind: "gap" };

/** Keeps the model up to date, one version at a time. */
export class VersionedModel {
  model: TableModel | null = null;
  /** The events of the next version, until its change arrives. */
  #pending: TableEvent[] = [];

  /** Forgets the model, so that the next state replaces it even if it is older. */
  expectState(): void {
    this.model = null;
    this.#pending = [];
  }

  receive(event: TableEvent): Received {
    const before = this.model;
    if (event.name === "tableState") {
      // A state that later events overtook is outdated.
      if (before && event.payload.seq < before.seq) return { kind: "outdated" };
      return this.#update([event], event.payload);
    }
    if (!before) return { kind: "gap" };
    const { seq } = event.payload;
    if (seq < before.seq) return { kind: "outdated" };
    if (seq > before.seq + 1) {
      this.#pending = [];
      return { kind: "gap" };
    }
    const isNext = seq > before.seq;
    if (event.name === "stateChange") {
      const events = isNext ? this.#pending : [];
      return this.#update(events, { ...mergeChange(withRack(before, events), event.payload), seq });
    }
    if (isNext) {
      this.#pending.push(event);
      return { kind: "incomplete" };
    }
    return this.#update([event], withRack(before, [event]), this.#pending);
  }

  #update(events: ReadonlyArray<TableEvent>, after: TableModel, pending: TableEvent[] = []): Received {
    const before = this.model;
    this.model = after;
    this.#pending = pending;
    return { kind: "update", events, before, after };
  }
}

/** Merges a change. Parts that did not change stay identical. */
export function mergeChange(model: TableModel, change: StateChange): TableModel {
  const { gameChange, ...fields } = change;
  const next = { ...model, ...fields };
  const { game } = next;
  if (!gameChange || !game) return next;
  const { rows, log, ...gameFields } = gameChange;
  return {
    ...next,
    game: {
      ...game,
      ...gameFields,
      board: rows.length > 0 ? withRows(game.board, rows) : game.board,
      log: [...game.log.slice(0, log.from), ...log.lines],
    },
  };
}

type Row = Array<Tile | null>;

function withRows(board: Row[], rows: ReadonlyArray<{ row: number; squares: Row }>): Row[] {
  const changed = new Map(rows.map(({ row, squares }) => [row, squares]));
  return board.map((squares, row) => changed.get(row) ?? squares);
}

/** The rack is private, so it has an event of its own. */
function withRack(model: TableModel, events: ReadonlyArray<TableEvent>): TableModel {
  const rack = events.findLast((event) => event.name === "yourTiles");
  return rack && model.you ? { ...model, you: { ...model.you, tiles: rack.payload.tiles } } : model;
}

export function playerOf(model: TableModel, id: string): StatePlayer | undefined {
  return model.players.find((player) => player.id === id);
}
