// Opens tables from the menu, and leaves them.

import { forgetSeat, type StoredSeat } from "../connection/storage";
import { RefusalError } from "../connection/link";
import type { CreateGame } from "../protocol";
import { router } from "../router.svelte";
import { currentTable, TableSession } from "../table/session.svelte";
import type { BotLevel } from "./preferences";
import { startGame } from "./await-start";

/** How long a rematch against computers waits for the new table before it opens the lobby. */
const STATE_AT_MOST_MS = 3_000;

/** Creates a table and opens its lobby. */
export async function createTable(wish: CreateGame): Promise<void> {
  const session = await TableSession.create(wish);
  currentTable.enter(session);
  router.replace(`/${session.roomCode}`);
}

/** Creates a table with one computer player, starts the game and opens it. */
export async function startPractice(playerName: string, language: string, level: BotLevel): Promise<void> {
  const rules = { maxPlayers: 2 };
  enterGame(await startAgainstComputer({ playerName, preset: "validated", language, rules }, level));
}

/** Creates a table with one computer player and starts the game. */
export async function startAgainstComputer(wish: CreateGame, level: BotLevel): Promise<TableSession> {
  const session = await TableSession.create(wish);
  const isStarted = (await session.send("addBot", { level })) && (await startGame(session));
  if (isStarted) return session;
  const { refusal } = session;
  void session.leave();
  throw refusal ? new RefusalError(refusal) : new Error("the game did not start");
}

/** Opens a started game. */
export function enterGame(session: TableSession): void {
  currentTable.enter(session);
  router.go(`/${session.roomCode}`);
}

/** Opens a rematch of a finished game. Against computers only it starts at once; otherwise the lobby opens. */
export async function openRematch(session: TableSession): Promise<void> {
  const { model } = session;
  const isAlone = model?.players.every(
    ({ id, botLevel }) => id === model.you?.playerId || botLevel !== undefined,
  );
  const seated = await session.playAgain();
  if (!seated) return;
  const { seat, nonce } = seated;
  const again = TableSession.resume(seat, nonce);
  currentTable.enter(again);
  router.go(`/${seat.roomCode}`);
  if (!isAlone) return;
  await stateReceived(again);
  if (again.model?.canStart) await startGame(again);
}

/** Goes on to the rematch of a finished game as a spectator. */
export async function watchRematch(session: TableSession): Promise<void> {
  const rematch = await session.watchRematch();
  if (!rematch) return;
  const { roomCode, invite } = rematch;
  currentTable.enter(TableSession.watch(roomCode, invite));
  router.go(`/watch/${roomCode}${invite === null ? "" : `#${invite}`}`);
}

/** Goes on as a spectator after the seat has moved to another device. */
export function watchMovedSeat(seat: StoredSeat): void {
  forgetSeat(seat.roomCode);
  currentTable.enter(TableSession.watchMovedSeat(seat));
  router.replace(`/watch/${seat.roomCode}${seat.invite === undefined ? "" : `#${seat.invite}`}`);
}

/** Waits for the state of the table of a resumed seat. */
function stateReceived(session: TableSession): Promise<void> {
  return new Promise((done) => {
    if (session.model) return done();
    const finish = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    const stop = session.listen(() => session.model && finish());
    const timer = setTimeout(finish, STATE_AT_MOST_MS);
  });
}

/** Leaves the seat and opens the menu without waiting for the server. */
export function leaveTable(session: TableSession): void {
  forgetSeat(session.roomCode);
  // `leave` closes the session after the server's answer; `drop` would close it too early.
  if (currentTable.session === session) currentTable.session = null;
  router.go("/");
  void session.leave();
}
