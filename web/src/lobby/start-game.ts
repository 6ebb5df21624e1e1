// The start of a game: the devices of the players reveal their nonces first, which takes a moment.

import type { TableSession } from "../table/session.svelte";

/** A device that does not answer is given five seconds by the table. */
const START_AT_MOST_MS = 8_000;

/** Starts the game. Says whether it has begun; if not, the session knows why. */
export async function startGame(session: TableSession): Promise<boolean> {
  session.unresponsivePlayers = [];
  session.isStarting = true;
  try {
    if (!(await session.send("startGame", {}))) return false;
    await startDecided(session);
    return session.model?.progress === "playing";
  } finally {
    session.isStarting = false;
  }
}

function startDecided(session: TableSession): Promise<void> {
  const isDecided = () => session.model?.progress !== "waiting" || session.unresponsivePlayers.length > 0;
  return new Promise((done) => {
    if (isDecided()) return done();
    const finish = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    const stop = session.listen(() => isDecided() && finish());
    // What was missed while the connection was lost is not waited for.
    const timer = setTimeout(finish, START_AT_MOST_MS);
  });
}
