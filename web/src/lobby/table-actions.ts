// The ways from the menu to a table, and back.

import { forgetSeat } from "../connection/storage";
import { RefusalError } from "../connection/link";
import type { CreateGame } from "../protocol";
import { router } from "../router.svelte";
import { currentTable, TableSession } from "../table/session.svelte";
import type { BotLevel } from "./preferences";
import { startGame } from "./start-game";

/** Opens a table and goes to its lobby. */
export async function createTable(wish: CreateGame): Promise<void> {
  const session = await TableSession.create(wish);
  currentTable.enter(session);
  router.replace(`/${session.roomCode}`);
}

/** Opens a table for one person and one computer, starts the game, and goes to it. */
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

/** Frees the seat and goes to the menu. The menu need not wait for the server. */
export function leaveTable(session: TableSession): void {
  forgetSeat(session.roomCode);
  // The session closes itself when the server has heard of it; dropping it here would be too early.
  if (currentTable.session === session) currentTable.session = null;
  router.go("/");
  void session.leave();
}
