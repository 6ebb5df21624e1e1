// Starts a game. The players' devices reveal their nonces first, which takes a moment.

import type { TableSession } from "../table/session.svelte";

/** The table waits five seconds for devices that do not answer. */
const START_AT_MOST_MS = 8_000;

/** Starts the game; returns whether it started. Otherwise the session has the reason. */
export async function startGame(session: TableSession): Promise<boolean> {
  session.start.unresponsivePlayers = [];
  session.start.isPending = true;
  try {
    if (!(await session.send("startGame", {}))) return false;
    await startDecided(session);
    return session.model?.progress === "playing";
  } finally {
    session.start.isPending = false;
  }
}

function startDecided(session: TableSession): Promise<void> {
  const isDecided = () =>
    session.model?.progress !== "waiting" || session.start.unresponsivePlayers.length > 0;
  return new Promise((done) => {
    if (isDecided()) return done();
    const finish = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    const stop = session.listen(() => isDecided() && finish());
    // Do not wait for events missed during a lost connection.
    const timer = setTimeout(finish, START_AT_MOST_MS);
  });
}
