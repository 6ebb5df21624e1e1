// A table of two players in the middle of a game.

import type { GameState, StatePlayer, Tile } from "../protocol";
import type { TableModel } from "./model";

export const tile = (letter: string): Tile => ({ letter, points: 1, isBlank: false });
const board = (): Array<Array<Tile | null>> =>
  Array.from({ length: 15 }, () => Array.from({ length: 15 }, () => null));

function player(id: string): StatePlayer {
  return {
    id,
    name: id,
    isHost: id === "p1",
    connected: true,
    score: 0,
    tileCount: 7,
    lostTurns: 0,
    turnsPlayed: 0,
  };
}

export function model(words: "checked" | "challenge" = "challenge"): TableModel {
  const game: GameState = {
    board: board(),
    tileBagCount: 86,
    turnOrder: ["p1", "p2"],
    currentPlayerId: "p1",
    nextPlayerId: "p2",
    waitsForChallenge: false,
    turnNumber: 1,
    consecutivePasses: 0,
    passEndsGame: false,
    openPlay: null,
    endRequest: null,
    pause: null,
    clock: null,
    openingDraw: [],
    nonces: [],
    log: [],
  };
  return {
    seq: 10,
    roomCode: "ABCD",
    gameId: "g",
    progress: "playing",
    rules: { words } as TableModel["rules"],
    commitment: "",
    tileSet: [],
    serverTime: 0,
    players: [player("p1"), player("p2")],
    keptFor: [],
    canStart: false,
    game,
    outcome: null,
    playAgainOpen: false,
    you: { playerId: "p2", tiles: [..."ABCDEFG"].map(tile) },
  };
}
