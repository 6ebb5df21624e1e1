// A test puzzle as the server sends it.

import type { DailyResults, DailyState, DailyTurn, LaidDailyTile } from "../protocol";

const LETTERS = "SABLEDO";

export function laid(word: string, row: number, col: number): LaidDailyTile[] {
  return [...word].map((letter, index) => ({ letter, position: { row, col: col + index }, isBlank: false }));
}

export function turn(turnNumber: number, change: Partial<DailyTurn> = {}): DailyTurn {
  return {
    turnNumber,
    tilesPlaced: laid("SABLE", 8, turnNumber),
    wordsFormed: [{ word: "SABLE", score: 20, direction: "horizontal" }],
    totalScore: 20,
    tilesDrawn: 5,
    tilesExchanged: 0,
    validationStatus: "valid",
    ...change,
  };
}

export function puzzle(turns: ReadonlyArray<DailyTurn> = [], change: Partial<DailyState> = {}): DailyState {
  const grid = Array.from({ length: 15 }, () => Array.from({ length: 15 }, (): string | null => null));
  [..."STONE"].forEach((letter, index) => (grid[7]![5 + index] = letter));
  for (const { tilesPlaced } of turns)
    for (const { letter, position } of tilesPlaced) grid[position.row]![position.col] = letter;
  const done = turns.length === 5;
  return {
    gameId: "2026-11-16",
    date: "2026-11-16",
    language: "en",
    seed: null,
    status: done ? "completed" : "in_progress",
    currentTurn: Math.min(5, turns.length + 1),
    maxTurns: 5,
    score: turns.reduce((sum, { totalScore }) => sum + totalScore, 0),
    board: {
      grid,
      multipliers: grid.map((line) => line.map(() => null)),
      usedMultipliers: grid.map((line) => line.map(() => false)),
      blanks: [],
    },
    playerRack: [...LETTERS].map((letter, index) => ({
      letter,
      value: 1,
      id: `tile_00${index}`,
      isBlank: false,
      blankAssignment: null,
    })),
    tileBagRemaining: 80,
    wordsPlayed: turns
      .filter(({ tilesExchanged }) => tilesExchanged === 0)
      .map(({ turnNumber, totalScore }) => ({
        turn: turnNumber,
        word: "SABLE",
        score: totalScore,
        position: { row: 8, col: 5, direction: "horizontal" },
      })),
    startingWord: { word: "STONE", position: { row: 7, col: 5, direction: "horizontal" } },
    turns: [...turns],
    nextPuzzleAt: Date.parse("2026-11-17T00:00:00Z"),
    serverTime: Date.parse("2026-11-16T12:00:00Z"),
    ...change,
  };
}

/** Results as the server sends them after the day is over. */
export function resultsOf(scores: ReadonlyArray<number>, best: ReadonlyArray<number | null>): DailyResults {
  return {
    date: "2026-11-16",
    language: "en",
    isDayOver: true,
    seed: 7,
    score: scores.reduce((sum, score) => sum + score, 0),
    completedAt: Date.parse("2026-11-16T12:00:00Z"),
    onTime: true,
    turns: scores.map((score, index) => ({
      turnNumber: index + 1,
      score,
      bestPlay:
        best[index] == null
          ? null
          : {
              word: "QUARTZ",
              position: { row: 10, col: 0, direction: "horizontal" },
              tilesPlaced: laid("QUARTZ", 10, 0),
              wordsFormed: [{ word: "QUARTZ", score: best[index], direction: "horizontal" }],
              score: best[index],
            },
    })),
    par: { total: 231, turns: [1, 2, 3, 4, 5].map((number) => turn(number)) },
    best: null,
    isBestProven: false,
    players: 1,
    rank: 1,
    percentile: 100,
    distribution: [],
  };
}
