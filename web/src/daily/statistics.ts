// A player's statistics for the puzzles of one language, computed from the played days.

import type { PlayedDay } from "../protocol";
import { dayNumber } from "./dates";

/** The number of scores in an inclusive range. */
export type Bucket = { from: number; to: number; count: number };

export type Statistics = {
  /** The number of finished puzzles. */
  played: number;
  /** The mean score, to the nearest point. */
  average: number;
  best: number;
  /** Consecutive days up to today finished on their own day; today may still be unfinished. */
  streak: number;
  longestStreak: number;
  histogram: Bucket[];
};

const BUCKET_POINTS = 50;

export function statisticsOf(days: ReadonlyArray<PlayedDay>, today: string): Statistics {
  const scores = days.filter(({ status }) => status === "completed").map(({ score }) => score);
  const total = scores.reduce((sum, score) => sum + score, 0);
  return {
    played: scores.length,
    average: scores.length > 0 ? Math.round(total / scores.length) : 0,
    best: Math.max(0, ...scores),
    ...streaksOf(days, today),
    histogram: histogramOf(scores),
  };
}

/** Streaks count puzzles finished on their own day (UTC). */
function streaksOf(days: ReadonlyArray<PlayedDay>, today: string): { streak: number; longestStreak: number } {
  const finished = new Set(
    days.filter(({ status, onTime }) => status === "completed" && onTime).map(({ date }) => dayNumber(date)),
  );
  const lengthUpTo = (last: number) => {
    let length = 0;
    while (finished.has(last - length)) length++;
    return length;
  };
  const now = dayNumber(today);
  // Today's unfinished puzzle does not break the streak.
  const streak = lengthUpTo(finished.has(now) ? now : now - 1);
  const ends = [...finished].filter((day) => !finished.has(day + 1));
  return { streak, longestStreak: Math.max(0, ...ends.map(lengthUpTo)) };
}

/** The scores in ranges of fifty, from the lowest to the highest. */
function histogramOf(scores: ReadonlyArray<number>): Bucket[] {
  if (scores.length === 0) return [];
  const bucketOf = (score: number) => Math.floor(score / BUCKET_POINTS);
  const lowest = bucketOf(Math.min(...scores));
  const highest = bucketOf(Math.max(...scores));
  return Array.from({ length: highest - lowest + 1 }, (_, index) => {
    const from = (lowest + index) * BUCKET_POINTS;
    const to = from + BUCKET_POINTS - 1;
    return { from, to, count: scores.filter((score) => score >= from && score <= to).length };
  });
}
