// What a player shares after a game: a text, the link to the replay, and the picture of the board.

import { addressOf, linkOf } from "../base";
import type { Texts } from "../i18n/index.svelte";
import type { FinishedGame } from "./finished-game";
import { highlightsOf } from "./highlights";

export function gameLink(gameId: string): string {
  return linkOf(`/games/${encodeURIComponent(gameId)}`);
}

/** The address of the picture of the final board. */
export function pictureAddress(gameId: string): string {
  return addressOf(`/api/games/${encodeURIComponent(gameId)}.png`);
}

/** The scores and the best play, without the link. */
export function gameText({ outcome, log }: FinishedGame, t: Texts["results"]): string {
  const scores = outcome.finalScores
    .map(({ playerName, score }) => t.shareScore(playerName, score))
    .join(", ");
  const { bestPlay } = highlightsOf(log);
  const best = bestPlay && t.shareBest(bestPlay.deed.words[0]?.text ?? "", bestPlay.deed.score);
  return [`Dord: ${scores}.`, best].filter(Boolean).join(" ");
}

/** The picture as a file; null if the server did not send it. */
export async function fetchPicture(gameId: string, ask: typeof fetch = fetch): Promise<File | null> {
  try {
    const response = await ask(pictureAddress(gameId));
    if (!response.ok) return null;
    return new File([await response.blob()], `dord-${gameId.slice(0, 8)}.png`, { type: "image/png" });
  } catch {
    return null;
  }
}

/** What the device can share; the picture only where it can share files. */
export function shareData(
  text: string,
  url: string,
  picture: File | null,
  canShare: ((data: ShareData) => boolean) | undefined,
): ShareData {
  const data: ShareData = { title: "Dord", text, url };
  const withPicture = picture && { ...data, files: [picture] };
  return withPicture && canShare?.(withPicture) ? withPicture : data;
}
