// Opens tables from the menu, and leaves them.

import { forgetSeat } from "../connection/storage";
import { RefusalError } from "../connection/link";
import type { CreateGame } from "../protocol";
import { router } from "../router.svelte";
import { currentTable, TableSession } from "../table/session.svelte";
import type { BotLevel } from "./preferences";
import { startGame } from "./start-game";

/** Creates a table and opens its lobby. */
export async function createTable(wish: CreateGame): Promise<void> {
  const session = await TableSession.create(wish);
  currentTable.enter(session);
  router.replace(`/${session.roomCode}`);
}

/** Creates a table with one computer player, starts the game and opens it. */
export async function startPractice(playerName: string, language: string, level: BotLevel): Promise<void> {
  const session = await TableSession.create({
    playerName,
    preset: "validated",
    language,
    rules: { maxPlayers: 2 },
  });
  const isStarted = (await session.send("addBot", { level })) && (await startGame(session));
  if (!isStarted) {
    const { refusal } = session;
    void session.leave();
    throw refusal ? new RefusalError(refusal) : new Error("the game did not start");
  }
  currentTable.enter(session);
  router.go(`/${session.roomCode}`);
}

/** Leaves the seat and opens the menu without waiting for the server. */
export function leaveTable(session: TableSession): void {
  forgetSeat(session.roomCode);
  // `leave` closes the session after the server's answer; `drop` would close it too early.
  if (currentTable.session === session) currentTable.session = null;
  router.go("/");
  void session.leave();
}
