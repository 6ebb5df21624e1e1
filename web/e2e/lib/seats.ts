// Tables made over the wire, for tests that are about what comes later. The seats are then put into browsers.

import { io, type Socket } from "socket.io-client";
import type { CreateGame, SeatState, Tile } from "../../src/protocol";

/** A seat as a device keeps it. */
export type Seat = { roomCode: string; playerId: string; token: string; playerName: string; invite?: string };

const TIMEOUT_MS = 30_000;

type Answer = { ok: boolean; error?: { code: string; message: string } } & Record<string, unknown>;

/** Somebody who plays over the wire alone. */
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

  /** Takes a seat over that somebody else holds until now. */
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

  /** The whole view of this seat, now. */
  async fetchState(): Promise<SeatState> {
    const told = new Promise<SeatState>((done) => this.socket.once("tableState", done));
    await this.send("resync");
    return told;
  }

  async rack(): Promise<Tile[]> {
    return (await this.fetchState()).you.tiles;
  }

  async isToMove(): Promise<boolean> {
    const { game, you } = await this.fetchState();
    return game?.currentPlayerId === you.playerId;
  }

  /** Waits until the table says that it is this player's turn. */
  async untilToMove(): Promise<void> {
    const called = new Promise<void>((done) => {
      this.socket.on("turnChange", ({ currentPlayerId }: { currentPlayerId: string }) => {
        if (currentPlayerId === this.seat.playerId) done();
      });
    });
    if (!(await this.isToMove())) await called;
  }

  /** Lays the first tiles of the rack on squares; where anything goes, that is a play. */
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

/** A table with everybody at it, over the wire; the first is the host. */
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

/**
 * A started table whose host holds what the test needs. Tiles come by chance, so tables are opened until one has
 * them.
 */
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

/** Leaves the wire, so that browsers can take the seats. */
export function seatsOf(players: ReadonlyArray<WirePlayer>): Seat[] {
  for (const player of players) player.leave();
  return players.map(({ seat }) => seat);
}
