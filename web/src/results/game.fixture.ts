// Short hand-written games for tests.

import type { FinalScore, LogChallenge, LogAction, LogLine } from "../protocol";
import type { FinishedGame } from "./finished-game";
import record from "./record.fixture.json";
import type { GameRecord } from "../protocol";

/** A real game of three players: a play, an exchange, a resignation and two passes, with an opening draw. */
export const realRecord = record as unknown as GameRecord;

type PlayOptions = {
  words?: ReadonlyArray<[string, number]>;
  tiles?: number;
  fate?: "stood" | "takenBack" | "open";
};

/** A play whose score is that of its words. */
export function played(
  playerId: string,
  { words = [], tiles = 2, fate = "stood" }: PlayOptions,
  challenge: LogChallenge | null = null,
): LogLine {
  const score = words.reduce((sum, [, each]) => sum + each, 0);
  const placements = Array.from({ length: tiles }, (_, col) => ({
    row: 7,
    col,
    tile: { letter: "A", points: 1, isBlank: false },
  }));
  const scored = words.map(([text, each]) => ({ text, score: each }));
  return line(playerId, { kind: "played", placements, words: scored, score, fate, challenge });
}

export function line(playerId: string, deed: LogAction): LogLine {
  return { turnNumber: 1, playerId, at: 0, total: 0, deed };
}

export function passed(playerId: string): LogLine {
  return line(playerId, { kind: "passed", automatic: false });
}

/** A game of Alice and Bob, and Carol if she has a final score. */
export function game(log: LogLine[], finals: Readonly<Record<string, number>> = {}): FinishedGame {
  const names = ["Alice", "Bob", ...(finals["carol"] === undefined ? [] : ["Carol"])];
  const players = names.map((name) => ({ id: name.toLowerCase(), name }));
  const finalScores = players.map(({ id, name }, index): FinalScore => {
    return {
      playerId: id,
      playerName: name,
      score: finals[id] ?? 0,
      rank: index + 1,
      remainingTiles: [],
      gained: 0,
      overtime: 0,
    };
  });
  const { rules, tileSet } = realRecord;
  const outcome = { reason: "consecutivePasses" as const, finalScores, winner: null, winners: [] };
  return { gameId: "game-1", rules, tileSet, players, log, outcome };
}
