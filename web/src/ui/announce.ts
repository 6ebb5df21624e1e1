// Screen reader announcements of table events.

import type { Texts } from "../i18n/index.svelte";
import { playName } from "../table/coordinates";
import { playerOf, type TableModel } from "../table/model";
import type { TableUpdate } from "../table/session.svelte";

/** The announcement of an event; null for none. */
export function announcement(update: TableUpdate, texts: Texts): string | null {
  const { event, before, after } = update;
  const say = texts.announce;
  const nameOf = (id: string) => playerOf(after, id)?.name ?? "?";
  switch (event.name) {
    case "lobbyUpdate":
      return joined(before, after, texts);
    case "playMade": {
      const { playerId, placements, words, score, newScore } = event.payload;
      const board = before?.game?.board;
      const where = playName(placements, ({ row, col }) => Boolean(board?.[row]?.[col]));
      const read = words.map(({ text }) => text);
      return say.played(nameOf(playerId), read, where, score, newScore);
    }
    case "turnPassed":
      return event.payload.automatic
        ? texts.days.announce.ranOut(nameOf(event.payload.playerId))
        : say.passed(nameOf(event.payload.playerId));
    case "tilesSwapped":
      return say.swapped(nameOf(event.payload.playerId), event.payload.count);
    case "turnLost":
      return `${nameOf(event.payload.playerId)} ${texts.game.logLostTurn}.`;
    case "turnChange":
      return turn(before, after, texts);
    case "challengeStarted":
      return say.challenged(nameOf(event.payload.challengerId), event.payload.words);
    case "challengeResolved": {
      const { valid, words, playerId } = event.payload;
      return valid
        ? texts.challenge.resolvedValid(words)
        : texts.challenge.resolvedInvalid(words, nameOf(playerId));
    }
    case "playerResigned":
    case "playerRemoved":
      return say.left(event.payload.playerName);
    case "playerDisconnected":
      return say.away(event.payload.playerName);
    case "playerReconnected":
      return say.back(event.payload.playerName);
    case "endGameRequested":
      return texts.game.endRequested(nameOf(event.payload.playerId));
    case "pauseProposed":
      return texts.days.pauseAsked(nameOf(event.payload.playerId));
    case "pauseAgreed":
      return texts.days.announce.agreed(nameOf(event.payload.playerId));
    case "pauseLapsed":
      return texts.days.announce.noPause;
    case "gamePaused":
      return texts.days.paused;
    case "gameResumed":
      return texts.days.announce.resumed;
    case "standInStarted":
      return texts.days.announce.standIn(event.payload.playerName);
    case "standInEnded":
      return texts.days.announce.back(event.payload.playerName);
    case "yourTiles":
      return rack(before, after, texts);
    case "gameEnded":
      return `${say.ended} ${texts.results.winners(event.payload.winners.map(({ playerName }) => playerName))}`;
    case "playAgainOffered":
      return texts.results.wantsToPlayAgain(event.payload.playerName);
    default:
      return null;
  }
}

function joined(before: TableModel | null, after: TableModel, texts: Texts): string | null {
  if (!before) return null;
  const known = new Set(before.players.map(({ id }) => id));
  const fresh = after.players.filter(({ id }) => !known.has(id));
  return fresh.map(({ name }) => texts.announce.joined(name)).join(" ") || null;
}

/** Announces a turn only if it changed. */
function turn(before: TableModel | null, after: TableModel, texts: Texts): string | null {
  const [was, is] = [before?.game, after.game];
  if (!is || (was?.currentPlayerId === is.currentPlayerId && was.turnNumber === is.turnNumber)) return null;
  if (is.currentPlayerId === after.you?.playerId) return texts.announce.yourTurn;
  return texts.announce.turnOf(playerOf(after, is.currentPlayerId)?.name ?? "?");
}

function rack(before: TableModel | null, after: TableModel, texts: Texts): string | null {
  const tiles = after.you?.tiles ?? [];
  if (tiles.length === 0 || tiles === before?.you?.tiles) return null;
  return texts.announce.yourRack(
    tiles.map(({ letter, isBlank }) => (isBlank ? texts.game.blank : letter)).join(" "),
  );
}
