// Fetches records of finished games by id.

import { addressOf } from "../base";
import type { GameRecord } from "../protocol";

/** There is no finished game with this id. */
export class GameNotFoundError extends Error {}

export async function fetchRecord(id: string): Promise<GameRecord> {
  const response = await fetch(addressOf(`/api/games/${encodeURIComponent(id)}`));
  if (response.status === 404) throw new GameNotFoundError();
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as GameRecord;
}
