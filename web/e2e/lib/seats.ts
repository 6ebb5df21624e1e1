// Creates tables over Socket.IO for the setup of tests. Browsers can then take over the seats.

import { io, type Socket } from "socket.io-client";
import type { CreateGame, SeatState, Tile } from "../../src/protocol";

/** A seat as stored by a device. */
export type Seat = { roomCode: string; playerId: string; token: string; playerName: string; invite?: string };

const TIMEOUT_MS = 30_000;

type Answer = { ok: boolean; error?: { code: string; message: string } } & Record<string, unknown>;

/** A player without a browser. */
export class WirePlayer {
  state: SeatState | null = null;

  private constructor(
    readonly socket: Socket,
    readonly seat: Seat,
  ) {}

  static async sit(url: string, event: "createGame" | "joinGame", wish: object): Promise<WirePlayer> {
    const socket = io(url, { forceNew: true, transports: ["websocket"], reconnection: false });
    const answer = (await socket.timeout(TIMEOUT_MS).emitWithAck(event, wish)) as Answer;
    if (!answer.ok) throw new Error(`${event}: ${JSON.stringify(answer)}`);
    const { playerName } = wish as { playerName: string };
    return new WirePlayer(socket, { ...(answer as unknown as Seat), playerName });
  }

  /** Takes over an existing seat. */
  static async take(url: string, seat: Seat): Promise<WirePlayer> {
    const { roomCode, token } = seat;
    const socket = io(url, {
      forceNew: true,
      transports: ["websocket"],
      reconnection: false,
      auth: { roomCode, token },
    });
    const player = new WirePlayer(socket, seat);
    await new Promise((done) => socket.once("tableState", done));
    return player;
  }

  async send(event: string, payload: object = {}): Promise<Answer> {
    const answer = (await this.socket.timeout(TIMEOUT_MS).emitWithAck(event, payload)) as Answer;
    if (!answer.ok) throw new Error(`${event}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Fetches the current state of this seat. */
  async fetchState(): Promise<SeatState> {
    const state = new Promise<SeatState>((done) => this.socket.once("tableState", done));
    await this.send("resync");
    return state;
  }

  async rack(): Promise<Tile[]> {
    return (await this.fetchState()).you.tiles;
  }

  async isToMove(): Promise<boolean> {
    const { game, you } = await this.fetchState();
    return game?.currentPlayerId === you.playerId;
  }

  /** Waits until it is this player's turn. */
  async untilToMove(): Promise<void> {
    const called = new Promise<void>((done) => {
      this.socket.on("turnChange", ({ currentPlayerId }: { currentPlayerId: string }) => {
        if (currentPlayerId === this.seat.playerId) done();
      });
    });
    if (!(await this.isToMove())) await called;
  }

  /** Plays the first tiles of the rack on squares, where words are not checked. */
  async lay(squares: ReadonlyArray<{ row: number; col: number }>): Promise<void> {
    const rack = await this.rack();
    const placements = squares.map((square, index) => {
      const tile = rack[index]!;
      return { ...square, tile: tile.isBlank ? { ...tile, letter: "A" } : tile };
    });
    await this.send("submitWord", { placements });
  }

  leave(): void {
    this.socket.disconnect();
  }
}

export type TableWish = Partial<CreateGame> & { names?: ReadonlyArray<string>; started?: boolean };

/** Creates a table with players; the first is the host. */
export async function openTable(
  url: string,
  { names = ["Ann", "Bob"], started = true, preset = "social", ...wish }: TableWish = {},
): Promise<WirePlayer[]> {
  const [first, ...others] = names;
  const host = await WirePlayer.sit(url, "createGame", { playerName: first, preset, ...wish });
  const players = [host];
  for (const playerName of others) {
    players.push(await WirePlayer.sit(url, "joinGame", { playerName, roomCode: host.seat.roomCode }));
  }
  if (started) await host.send("startGame");
  return players;
}

const TABLES_MAX = 120;

/** A started table whose host has suitable tiles. Tiles are random, so tables are opened until one fits. */
export async function openTableWhere(
  url: string,
  fits: (rack: ReadonlyArray<Tile>) => boolean,
  wish: TableWish = {},
): Promise<WirePlayer[]> {
  for (let table = 0; table < TABLES_MAX; table++) {
    const players = await openTable(url, wish);
    if (fits(await players[0]!.rack())) return players;
    for (const player of players) player.leave();
  }
  throw new Error(`none of ${TABLES_MAX} tables had the tiles that were needed`);
}

/** Disconnects the players, so that browsers can take their seats. */
export function seatsOf(players: ReadonlyArray<WirePlayer>): Seat[] {
  for (const player of players) player.leave();
  return players.map(({ seat }) => seat);
}
