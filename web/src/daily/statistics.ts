// What a player has made of the puzzles of one language. All of it follows from the days that were played.

import type { PlayedDay } from "../protocol";
import { dayNumber } from "./dates";

/** How many scores were in a range; both ends belong to it. */
export type Bucket = { from: number; to: number; count: number };

export type Statistics = {
  /** How many puzzles were finished. */
  played: number;
  /** The mean score, to the nearest point. */
  average: number;
  best: number;
  /** How many days in a row up to today were finished on their own day; today may still come. */
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

/** Streaks count puzzles that were finished on their own day, in UTC. */
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
  // Today's puzzle breaks nothing before midnight.
  const streak = lengthUpTo(finished.has(now) ? now : now - 1);
  const ends = [...finished].filter((day) => !finished.has(day + 1));
  return { streak, longestStreak: Math.max(0, ...ends.map(lengthUpTo)) };
}

/** The scores in ranges of fifty, from the lowest that occurs to the highest. */
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
