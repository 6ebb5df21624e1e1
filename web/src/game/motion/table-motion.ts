// Animates what the others do at a table: plays, challenges and exchanges.

import { tick } from "svelte";
import type { BoardPosition } from "../../protocol";
import type { Board } from "../../table/held-tiles";
import type { TableSession, TableUpdate } from "../../table/session.svelte";
import { settings } from "../../ui/settings.svelte";
import { landingMs, landTiles, rippleTiles, settleValid, takeBack } from "./board-motion";
import { ghostOf, sendGhost } from "./ghost";
import { bag, cardOf, faceAt, rack } from "./places";
import { flyScore } from "./score-flight";

/** The number of tiles of a bingo. */
export const BINGO_TILES = 7;

/** Animates table events until the returned function is called. */
export function animateTable(session: TableSession): () => void {
  return session.listen((update) => {
    // In a hidden tab animations would all run when it is shown again.
    if (!update.before || document.hidden || settings.reducesMotion) return;
    animateUpdate(update);
  });
}

function animateUpdate({ event, before, after }: TableUpdate): void {
  const you = after.you?.playerId;
  switch (event.name) {
    case "playMade": {
      const { playerId, placements, score } = event.payload;
      const last = placements.at(-1);
      const landing = playerId === you ? 0 : landingMs(placements.length);
      if (last) void tick().then(() => flyScore(playerId, score, last, landing));
      break;
    }
    case "boardUpdate":
      animateBoard(before?.game?.board ?? [], after);
      break;
    case "challengeResolved": {
      const squares = before?.game?.openPlay?.placements ?? [];
      if (event.payload.valid) void tick().then(() => settleValid(squares));
      break;
    }
    case "tilesSwapped":
      if (event.payload.playerId !== you) exchange(event.payload.playerId, event.payload.count);
      break;
  }
}

/** Animates tiles that came to the board or left it. Tiles that leave are still drawn at this moment. */
function animateBoard(was: Board, { game, you }: TableUpdate["after"]): void {
  if (!game) return;
  const author = game.log.at(-1)?.playerId;
  const isMine = author === you?.playerId;
  const added = squaresOf(game.board).filter(({ row, col }) => !was[row]?.[col]);
  const removed = squaresOf(was).filter(({ row, col }) => !game.board[row]?.[col]);
  const loser = game.log.findLast(
    ({ deed }) => deed.kind === "played" && deed.fate === "takenBack",
  )?.playerId;
  if (removed.length > 0) takeBack(removed, loser === you?.playerId ? rack() : cardOf(loser ?? ""));
  if (added.length === 0 || !author) return;
  void tick().then(() => {
    if (!isMine) landTiles(added, cardOf(author));
    if (added.length >= BINGO_TILES) rippleTiles(added, isMine ? 0 : landingMs(added.length));
  });
}

/** Covered tiles go from a player's card to the bag. */
function exchange(playerId: string, count: number): void {
  const [from, to] = [cardOf(playerId), bag()];
  if (!from || !to) return;
  const { left, top, height } = from.getBoundingClientRect();
  for (let index = 0; index < count; index++) {
    const tile = document.createElement("span");
    tile.className = "tile-look";
    const place = { left: left + index * 10, top: top + height / 4, width: height / 2, height: height / 2 };
    sendGhost(ghostOf(tile, place), to.getBoundingClientRect(), {
      name: "discard",
      durationMs: 220,
      delayMs: index * 40,
    });
  }
}

function squaresOf(board: Board): BoardPosition[] {
  return board.flatMap((line, row) => line.flatMap((tile, col) => (tile ? [{ row, col }] : [])));
}

/** The squares of the play with the highest score, for the end of the game. */
export function bestPlay(session: TableSession): ReadonlyArray<BoardPosition> {
  let best: { score: number; placements: ReadonlyArray<BoardPosition> } = { score: 0, placements: [] };
  for (const { deed } of session.model?.game?.log ?? []) {
    if (deed.kind === "played" && deed.fate !== "takenBack" && deed.score > best.score) best = deed;
  }
  return best.placements.filter((square) => faceAt(square) !== null);
}
