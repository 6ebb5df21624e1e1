// The client's model of a table: the server's `tableState`, updated by the events that follow it. It knows no rules:
// every event says what changed. After a gap the client requests the whole state again.

import type {
  LogAction,
  LogLine,
  OpenPlay,
  SeatState,
  ServerEvents,
  SpectatorState,
  StatePlayer,
  TableEvents,
} from "../protocol";

/** The view of a player or spectator at version `seq`. */
export type TableModel = (SeatState | SpectatorState) & { seq: number };

export type TableEventName = keyof TableEvents;

/** A received event; its payload contains its version `seq`. */
export type TableEvent = { [E in TableEventName]: { name: E; payload: ServerEvents[E] } }[TableEventName];

/** The model after an event; `stale` means that the whole state is needed. */
export type EventResult = { model: TableModel; stale: false } | { model: TableModel | null; stale: true };

/** Applies an event. Duplicate and late events change nothing; a gap makes the model stale. */
export function applyEvent(model: TableModel | null, event: TableEvent): EventResult {
  if (event.name === "tableState") {
    // A state that later events overtook is outdated.
    if (model && event.payload.seq < model.seq) return { model, stale: false };
    return { model: event.payload, stale: false };
  }
  if (!model) return { model, stale: true };
  const { seq } = event.payload;
  if (seq < model.seq) return { model, stale: false };
  if (seq > model.seq + 1) return { model, stale: true };
  return { model: { ...reduce(model, event), seq }, stale: false };
}

function reduce(model: TableModel, event: TableEvent): TableModel {
  switch (event.name) {
    case "lobbyUpdate":
      return applyLobbyUpdate(model, event.payload);
    case "gameStarted":
      return applyGameStarted(model, event.payload);
    case "yourTiles":
      return model.you ? { ...model, you: { ...model.you, tiles: event.payload.tiles } } : model;
    case "playerDisconnected":
      return withPlayer(model, event.payload.playerId, { connected: false });
    case "playerReconnected":
      return withPlayer(model, event.payload.playerId, { connected: true });
    case "hostChanged":
      return {
        ...model,
        players: model.players.map((player) => ({ ...player, isHost: player.id === event.payload.playerId })),
      };
    case "scoreUpdate": {
      const scores = new Map(event.payload.scores.map(({ playerId, score }) => [playerId, score]));
      const players = model.players.map((player) => ({
        ...player,
        score: scores.get(player.id) ?? player.score,
      }));
      return { ...model, players };
    }
    case "gameEnded": {
      const { seq: _, ...outcome } = event.payload;
      return { ...model, progress: "ended", outcome };
    }
    case "playAgainOffered":
      return { ...model, playAgainOpen: true };
    case "tableClosed":
      return { ...model, progress: "closed" };
    default:
      return model.game ? applyGameEvent(model, event) : model;
  }
}

function applyLobbyUpdate(model: TableModel, lobby: ServerEvents["lobbyUpdate"]): TableModel {
  const known = new Map(model.players.map((player) => [player.id, player]));
  const players = lobby.players.map((player): StatePlayer => {
    const before = known.get(player.id);
    return {
      score: 0,
      tileCount: 0,
      lostTurns: 0,
      turnsPlayed: 0,
      ...before,
      ...player,
    };
  });
  return { ...model, players, canStart: lobby.canStart, keptFor: lobby.keptFor, roomCode: lobby.roomCode };
}

function applyGameStarted(model: TableModel, start: ServerEvents["gameStarted"]): TableModel {
  // After a reconnect the server replays the game from its start; `tableState` follows with the current state.
  if (model.game) return model;
  const { seq: _, ...started } = start;
  const drawn = model.tileSet.reduce((sum, kind) => sum + kind.count, 0) - started.tileBagCount;
  const tileCount = Math.round(drawn / Math.max(1, model.players.length));
  return {
    ...model,
    progress: "playing",
    canStart: false,
    keptFor: [],
    gameId: started.gameId,
    players: model.players.map((player) => ({ ...player, tileCount })),
    game: {
      board: started.board,
      tileBagCount: started.tileBagCount,
      turnOrder: started.turnOrder,
      currentPlayerId: started.currentPlayerId,
      nextPlayerId: started.currentPlayerId,
      waitsForChallenge: false,
      turnNumber: 1,
      consecutivePasses: 0,
      openPlay: null,
      endRequest: null,
      clock: null,
      openingDraw: started.openingDraw,
      nonces: started.nonces,
      log: [],
    },
  };
}

/** Events of a running or finished game. */
function applyGameEvent(model: TableModel, event: TableEvent): TableModel {
  const game = model.game!;
  const withGame = (change: Partial<typeof game>): TableModel => ({ ...model, game: { ...game, ...change } });
  switch (event.name) {
    case "boardUpdate": {
      const next = withGame({ board: event.payload.board, tileBagCount: event.payload.tileBagCount });
      // Where words are checked, tiles are drawn at once; the bag count tells how many.
      const drawn = game.tileBagCount - event.payload.tileBagCount;
      const player = game.log.at(-1)?.playerId;
      return drawn > 0 && player ? withTileCount(next, player, drawn) : next;
    }
    case "turnChange": {
      const { currentPlayerId, nextPlayerId, turnNumber, consecutivePasses, waitsForChallenge } =
        event.payload;
      return withGame({ currentPlayerId, nextPlayerId, turnNumber, consecutivePasses, waitsForChallenge });
    }
    case "playMade":
      return applyPlayMade(model, event.payload);
    case "playAccepted": {
      const accepted = (open: OpenPlay) => ({
        ...open,
        accepted: [...open.accepted, event.payload.playerId],
      });
      return withOpenPlay(model, event.payload.turnNumber, accepted);
    }
    case "playStood": {
      const { playerId, turnNumber, drawn, tileBagCount } = event.payload;
      const stood = withPlay(model, turnNumber, playerId, (deed) => ({ ...deed, fate: "stood" }));
      const drew = withTileCount(stood, playerId, drawn);
      return { ...drew, game: { ...drew.game!, openPlay: null, tileBagCount } };
    }
    case "challengeStarted": {
      const { challengerId, playerId, turnNumber, verdict, voteUntil } = event.payload;
      const marked = withPlay(model, turnNumber, playerId, (deed) => ({
        ...deed,
        challenge: { challengerId, judge: null },
      }));
      return withOpenPlay(marked, turnNumber, (open) => ({
        ...open,
        challenge: { challengerId, verdict, voted: [], ...(voteUntil === undefined ? {} : { voteUntil }) },
      }));
    }
    case "voteCast": {
      const { playerId, turnNumber } = event.payload;
      return withOpenPlay(model, turnNumber, (open) =>
        open.challenge
          ? { ...open, challenge: { ...open.challenge, voted: [...open.challenge.voted, playerId] } }
          : open,
      );
    }
    case "challengeResolved":
      return applyChallengeResolved(model, event.payload);
    case "turnLost": {
      const { playerId } = event.payload;
      const lostTurns = (playerOf(model, playerId)?.lostTurns ?? 1) - 1;
      return withPlayer(withLogLine(model, playerId, { kind: "lostTurn" }), playerId, { lostTurns });
    }
    case "turnPassed":
      return withLogLine(model, event.payload.playerId, {
        kind: "passed",
        automatic: event.payload.automatic,
      });
    case "tilesSwapped":
      return withLogLine(model, event.payload.playerId, { kind: "exchanged", count: event.payload.count });
    case "playerResigned":
    case "playerRemoved": {
      const { playerId, reason, returned } = event.payload;
      const left = withLogLine(model, playerId, { kind: "left", reason });
      const tileBagCount = game.tileBagCount + returned;
      const out = withPlayer(left, playerId, { departure: reason, tileCount: 0, lostTurns: 0 });
      return { ...out, game: { ...out.game!, tileBagCount } };
    }
    case "clockUpdate": {
      const { seq: _, ...clock } = event.payload;
      return withGame({ clock });
    }
    case "endGameRequested":
      return withGame({ endRequest: { until: event.payload.until, agreed: [event.payload.playerId] } });
    case "endGameAgreed":
      return game.endRequest
        ? withGame({ endRequest: { ...game.endRequest, agreed: event.payload.agreed } })
        : model;
    case "endGameLapsed":
      return withGame({ endRequest: null });
    default:
      return model;
  }
}

function applyPlayMade(model: TableModel, play: ServerEvents["playMade"]): TableModel {
  const { playerId, turnNumber, placements, words, score, newScore, goesOut, challengeUntil } = play;
  const isOpen = model.rules.words === "challenge";
  const deed: LogAction = {
    kind: "played",
    placements,
    words,
    score,
    fate: isOpen ? "open" : "stood",
    challenge: null,
  };
  const next = withTileCount(withLogLine(model, playerId, deed, newScore), playerId, -placements.length);
  if (!isOpen) return next;
  const openPlay: OpenPlay = {
    playerId,
    turnNumber,
    placements,
    words,
    score,
    goesOut,
    accepted: [],
    challenge: null,
    ...(challengeUntil === undefined ? {} : { challengeUntil }),
  };
  return { ...next, game: { ...next.game!, openPlay } };
}

function applyChallengeResolved(model: TableModel, verdict: ServerEvents["challengeResolved"]): TableModel {
  const { challengerId, playerId, turnNumber, valid, judge, challengerLosesTurn } = verdict;
  const placements = model.game?.openPlay?.placements.length ?? 0;
  let next = withPlay(model, turnNumber, playerId, (deed) => ({
    ...deed,
    fate: valid ? deed.fate : "takenBack",
    challenge: { challengerId, judge },
  }));
  if (model.you) {
    const { vote: _, ...you } = model.you;
    next = { ...(next as SeatState & { seq: number }), you };
  }
  if (!valid) {
    const back = withTileCount(next, playerId, placements);
    return { ...back, game: { ...back.game!, openPlay: null } };
  }
  if (!challengerLosesTurn) return next;
  return withPlayer(next, challengerId, { lostTurns: (playerOf(next, challengerId)?.lostTurns ?? 0) + 1 });
}

export function playerOf(model: TableModel, id: string): StatePlayer | undefined {
  return model.players.find((player) => player.id === id);
}

function withPlayer(model: TableModel, id: string, change: Partial<StatePlayer>): TableModel {
  return {
    ...model,
    players: model.players.map((player) => (player.id === id ? { ...player, ...change } : player)),
  };
}

function withTileCount(model: TableModel, id: string, more: number): TableModel {
  return withPlayer(model, id, { tileCount: (playerOf(model, id)?.tileCount ?? 0) + more });
}

function withLogLine(model: TableModel, playerId: string, deed: LogAction, total?: number): TableModel {
  const game = model.game!;
  const line: LogLine = {
    turnNumber: game.turnNumber,
    playerId,
    at: Date.now(),
    total: total ?? playerOf(model, playerId)?.score ?? 0,
    deed,
  };
  // One version may contain several log lines; `turnChange` comes after all of them.
  const turnNumber = game.turnNumber + (deed.kind === "left" ? 0 : 1);
  return { ...model, game: { ...game, turnNumber, log: [...game.log, line] } };
}

type Played = Extract<LogAction, { kind: "played" }>;

function withPlay(
  model: TableModel,
  turnNumber: number,
  playerId: string,
  change: (deed: Played) => Played,
): TableModel {
  const log = model.game!.log.map((line) => {
    if (line.turnNumber !== turnNumber || line.playerId !== playerId || line.deed.kind !== "played")
      return line;
    const deed = change(line.deed);
    // A play that is taken back loses its points.
    const lost = deed.fate === "takenBack" && line.deed.fate !== "takenBack" ? deed.score : 0;
    return { ...line, deed, total: line.total - lost };
  });
  return { ...model, game: { ...model.game!, log } };
}

function withOpenPlay(
  model: TableModel,
  turnNumber: number,
  change: (open: OpenPlay) => OpenPlay,
): TableModel {
  const open = model.game!.openPlay;
  if (open?.turnNumber !== turnNumber) return model;
  return { ...model, game: { ...model.game!, openPlay: change(open) } };
}
