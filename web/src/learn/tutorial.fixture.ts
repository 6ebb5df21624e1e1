// Games of a learner ("me") against a computer ("bot"), for tests.

import { BOARD_SIZE, type GameState, type LogLine, type OpenPlay, type PlayStatus } from "../protocol";
import type { HeldTiles } from "../table/held-tiles";
import type { TableModel } from "../table/model";

const letterOf = (letter: string, isBlank = false) => ({ letter, points: isBlank ? 0 : 1, isBlank });

export function lineOf(playerId: string, fate: PlayStatus, word: string, hasBlank = false): LogLine {
  const placements = Array.from(word, (letter, index) => ({
    row: 7,
    col: 7 + index,
    tile: letterOf(letter, hasBlank && index === 0),
  }));
  const words = [{ text: word, score: 10 }];
  return {
    turnNumber: 1,
    playerId,
    at: 0,
    total: 10,
    deed: { kind: "played", placements, words, score: 10, fate, challenge: null },
  };
}

export function openPlay(playerId: string, word: string, accepted: string[]): OpenPlay {
  const words = [{ text: word, score: 10 }];
  return {
    playerId,
    turnNumber: 1,
    placements: [],
    words,
    score: 10,
    goesOut: false,
    accepted,
    challenge: null,
  };
}

export function gameOf(change: Partial<GameState> = {}): TableModel {
  const game: Partial<GameState> = {
    board: Array.from({ length: BOARD_SIZE }, () => Array.from({ length: BOARD_SIZE }, () => null)),
    currentPlayerId: "me",
    openPlay: null,
    log: [],
    ...change,
  };
  const you = { playerId: "me", tiles: [letterOf("C"), letterOf("A"), letterOf("T")] };
  return { progress: "playing", you, game } as unknown as TableModel;
}

/** A hand of three tiles, some of them tentatively on the board. */
export function heldOnBoard(count: number): HeldTiles {
  const held = ["C", "A", "T"].map((letter, key) => ({
    key,
    tile: letterOf(letter),
    at: key < count ? { row: 7, col: 7 + key } : null,
    as: null,
  }));
  return { held, nextKey: 3 };
}
