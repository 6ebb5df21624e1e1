// The client's model, to which only changes are merged, must equal the server's whole state.

import { io, type Socket } from "socket.io-client";
import type { Ack, CreateGame, ServerEvents } from "../src/protocol";
import { VersionedModel, type TableEvent, type TableModel } from "../src/table/model";
import { expect, test } from "./lib/test";

const TURNS_MAX = 40;

/** A deterministic random number generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >> 8) % below;
  };
}

/** The model from events alone, and the server's state at the same version. */
type Both = { fromEvents: TableModel; fromServer: TableModel };

/** A player who maintains the model from changes alone. */
class Follower {
  readonly #versions = new VersionedModel();
  readonly #socket: Socket;
  #awaited: ((both: Both) => void) | null = null;
  /** Whether the server is replaying events for a resync. */
  #isReplaying = false;

  constructor(url: string) {
    this.#socket = io(url, { transports: ["websocket"], forceNew: true, auth: { stateChanges: true } });
    this.#socket.onAny((name: string, payload: { seq: number }) => this.#onEvent(name, payload));
  }

  get model(): TableModel | null {
    return this.#versions.model;
  }

  #onEvent(name: string, payload: { seq: number }): void {
    if (["error", "wordRejected", "joinDecided"].includes(name)) return;
    if (this.#awaited) {
      // Events before the replay still belong to the model.
      this.#isReplaying ||= this.#startsReplay(name);
      if (this.#isReplaying) return this.#onReplayedEvent(name, payload);
    }
    const hasModel = this.model !== null;
    const { kind } = this.#versions.receive({ name, payload } as TableEvent);
    expect(hasModel && kind === "gap", `${name} of version ${payload.seq} came without the one before`).toBe(
      false,
    );
  }

  /** A resync replays a running game from its start, and an ended one from the racks or the board. */
  #startsReplay(name: string): boolean {
    if (this.model?.progress === "ended") return name === "yourTiles" || name === "boardUpdate";
    return name === "gameStarted" && this.model?.game != null;
  }

  #onReplayedEvent(name: string, payload: { seq: number }): void {
    if (name !== "tableState") return;
    this.#awaited!({ fromEvents: this.model!, fromServer: payload as ServerEvents["tableState"] });
    this.#awaited = null;
    this.#isReplaying = false;
  }

  send(event: string, payload: object = {}): Promise<Ack<{ roomCode: string }>> {
    return this.#socket.emitWithAck(event, payload);
  }

  whole(): Promise<Both> {
    const both = new Promise<Both>((done) => (this.#awaited = done));
    void this.send("resync");
    return both;
  }

  close(): void {
    this.#socket.close();
  }
}

/** Everything but the time of the answer, and what only the whole state says about the player. */
function comparable(model: TableModel): unknown {
  const { serverTime: _, game, you, ...rest } = model;
  return {
    ...rest,
    you: you && { playerId: you.playerId, tiles: you.tiles },
    game: game && { ...game, clock: null },
  };
}

class RandomTable {
  constructor(
    readonly followers: Follower[],
    readonly random: (below: number) => number,
  ) {}

  async agrees(after: string): Promise<void> {
    for (const follower of this.followers) {
      const { fromEvents, fromServer } = await follower.whole();
      expect(comparable(fromEvents), `after ${after}`).toEqual(comparable(fromServer));
    }
  }

  async turn(): Promise<string> {
    const game = this.followers[0]!.model!.game!;
    const open = game.openPlay;
    const choice = this.random(10);
    if (open?.challenge) {
      for (const follower of this.followers)
        await follower.send("resolveChallenge", { valid: this.random(2) === 0 });
      return "a verdict";
    }
    if (open && choice < 3) {
      const other = this.followers.find(({ model }) => model?.you?.playerId !== open.playerId)!;
      await other.send("challenge", { turnNumber: open.turnNumber });
      return "a challenge";
    }
    if (open && choice === 3) {
      for (const follower of this.followers) await follower.send("acceptPlay");
      return "an acceptance";
    }
    const mover = this.followers.find(({ model }) => model?.you?.playerId === game.currentPlayerId)!;
    if (choice === 4) return mover.send("passTurn").then(() => "a pass");
    if (choice === 5) return mover.send("exchangeTiles", { tileIndices: [0, 2] }).then(() => "an exchange");
    if (choice === 9 && game.turnNumber > 20) return mover.send("resign").then(() => "a resignation");
    await mover.send("submitWord", { placements: this.#placements(mover) });
    return "a play";
  }

  #placements(mover: Follower): object[] {
    const { board } = mover.model!.game!;
    const tiles = mover.model!.you!.tiles;
    const isFirst = !board.flat().some(Boolean);
    const squares = isFirst ? [7, 8, 9].map((col) => ({ row: 7, col })) : [this.#neighbour(board)];
    return squares.map((square, index) => {
      const { letter, isBlank } = tiles[index]!;
      return { ...square, tile: { letter: isBlank ? "E" : letter, isBlank } };
    });
  }

  /** A free square next to a tile. */
  #neighbour(board: ReadonlyArray<ReadonlyArray<unknown>>): { row: number; col: number } {
    for (;;) {
      const [row, col] = [this.random(15), this.random(15)];
      const beside = [
        board[row - 1]?.[col],
        board[row + 1]?.[col],
        board[row]?.[col - 1],
        board[row]?.[col + 1],
      ];
      if (!board[row]?.[col] && beside.some(Boolean)) return { row, col };
    }
  }
}

const TABLES: Array<Omit<CreateGame, "playerName"> & { players: number }> = [
  { preset: "social", players: 2 },
  { preset: "social", players: 3, rules: { verdict: "vote" } },
  { preset: "classic", players: 4 },
  { preset: "validated", players: 2 },
  { preset: "open", players: 3 },
];

for (const { players, ...wish } of TABLES) {
  test(`${players} at a ${wish.preset} table${wish.rules ? " that votes" : ""} have the same model as the server`, async ({
    server,
  }) => {
    const followers = Array.from({ length: players }, () => new Follower(server.url));
    const table = new RandomTable(followers, numbers(players));
    const opened = await followers[0]!.send("createGame", { ...wish, playerName: "Player 1" });
    expect(opened.ok).toBe(true);
    const roomCode = opened.ok ? opened.roomCode : "";
    for (const [index, follower] of followers.entries()) {
      if (index > 0) await follower.send("joinGame", { roomCode, playerName: `Player ${index + 1}` });
    }
    await followers[0]!.send("startGame");
    await table.agrees("the start");
    for (let turn = 0; turn < TURNS_MAX && followers[0]!.model!.progress === "playing"; turn++) {
      await table.agrees(await table.turn());
    }
    for (const follower of followers) follower.close();
  });
}
