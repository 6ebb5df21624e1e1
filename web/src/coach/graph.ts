// Cumulative luck and losses over the turns, for the graphs.

import type { FinishedPlayer } from "../results/finished-game";
import type { Graph, Point } from "../results/series";
import type { ReviewedTurn } from "../protocol";

export type Measure = "lost" | "luck";

/** The running total of a measure for each player after every turn. */
export function runningTotals(
  players: ReadonlyArray<FinishedPlayer>,
  turns: ReadonlyArray<ReviewedTurn>,
  measure: Measure,
): Graph {
  const sums = players.map(() => 0);
  const points: Point[][] = players.map(() => [{ turn: 0, score: 0 }]);
  const rows = turns.map((turn, index) => {
    const player = players.findIndex(({ id }) => id === turn.playerId);
    if (player >= 0) {
      sums[player]! += turn[measure];
      points[player]!.push({ turn: index + 1, score: sums[player]! });
    }
    return { turn: index + 1, scores: sums.map((sum) => Math.round(sum)) };
  });
  const series = players.map(({ id, name }, style) => {
    const own = points[style]!;
    // Extends every line to the right edge, next to its name.
    const led =
      own.at(-1)!.turn === turns.length ? own : [...own, { turn: turns.length, score: sums[style]! }];
    return { playerId: id, name, style, points: led };
  });
  const all = series.flatMap((one) => one.points.map(({ score }) => score));
  return { turns: turns.length, lowest: Math.min(0, ...all), highest: Math.max(0, ...all), series, rows };
}
