// The scores over the turns of a game, for the graph.

import type { FinishedGame } from "./finished-game";
import { earned } from "./log-lines";

export type Point = { readonly turn: number; readonly score: number };

export type Series = {
  readonly playerId: string;
  readonly name: string;
  /** The index of the player's colour and dash. */
  readonly style: number;
  /** The score at the start, after each of the player's own turns, and at the end. */
  readonly points: ReadonlyArray<Point>;
};

export type Graph = {
  /** The number of turns; the end of the game is one step further. */
  readonly turns: number;
  readonly lowest: number;
  readonly highest: number;
  readonly series: ReadonlyArray<Series>;
  /** The score of every player after each turn, for the table. */
  readonly rows: ReadonlyArray<{ readonly turn: number; readonly scores: ReadonlyArray<number> }>;
};

const TURNS: ReadonlySet<string> = new Set(["played", "exchanged", "passed"]);

export function graphOf({ players, log, outcome }: FinishedGame): Graph {
  // Lost turns, departures and stand-ins do not count as turns.
  const turns = log.filter(({ deed }) => TURNS.has(deed.kind));
  const scores = players.map(() => 0);
  const points: Point[][] = players.map(() => [{ turn: 0, score: 0 }]);
  const rows = turns.map((line, index) => {
    const seat = players.findIndex(({ id }) => id === line.playerId);
    scores[seat]! += earned(line);
    points[seat]?.push({ turn: index + 1, score: scores[seat]! });
    return { turn: index + 1, scores: [...scores] };
  });
  const end = turns.length + 1;
  const series = players.map(({ id, name }, style) => {
    const before = { turn: turns.length, score: scores[style]! };
    const final = outcome.finalScores.find(({ playerId }) => playerId === id)?.score ?? before.score;
    // Remaining tiles change the score in one step after the last turn.
    const led = points[style]!.at(-1)!.turn === before.turn ? points[style]! : [...points[style]!, before];
    return { playerId: id, name, style, points: [...led, { turn: end, score: final }] };
  });
  const all = series.flatMap((one) => one.points.map(({ score }) => score));
  return { turns: turns.length, lowest: Math.min(0, ...all), highest: Math.max(0, ...all), series, rows };
}

/** Round numbers for the scale, about `count` at most. */
export function ticks(lowest: number, highest: number, count: number): number[] {
  const span = Math.max(1, highest - lowest);
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000];
  const step = steps.find((each) => span / each <= count) ?? 5000;
  const first = Math.ceil(lowest / step) * step;
  return Array.from({ length: Math.floor((highest - first) / step) + 1 }, (_, index) => first + index * step);
}

/** Moves labels apart so that none overlap, as little as possible, within the height. */
export function spreadLabels(
  desired: ReadonlyArray<number>,
  gap: number,
  lowest: number,
  highest: number,
): number[] {
  const order = desired.map((_, index) => index).sort((a, b) => desired[a]! - desired[b]!);
  const placed = [...desired];
  let free = lowest;
  for (const index of order) {
    placed[index] = Math.max(placed[index]!, free);
    free = placed[index]! + gap;
  }
  let limit = highest;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, limit);
    limit = placed[index]! - gap;
  }
  return placed;
}
