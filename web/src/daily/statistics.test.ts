import { afterEach, describe, expect, test } from "vitest";
import type { PlayedDay } from "../protocol";
import { statisticsOf } from "./statistics";

const done = (date: string, score = 200, onTime = true): PlayedDay => ({
  date,
  status: "completed",
  turnsPlayed: 5,
  score,
  onTime,
});

const begun = (date: string): PlayedDay => ({
  date,
  status: "in_progress",
  turnsPlayed: 2,
  score: 40,
  onTime: false,
});

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test("without a finished puzzle every figure is zero", () => {
  const none = { played: 0, average: 0, best: 0, streak: 0, longestStreak: 0, histogram: [] };
  expect(statisticsOf([], "2026-11-16")).toEqual(none);
  expect(statisticsOf([begun("2026-11-16")], "2026-11-16")).toEqual(none);
});

test("average and best include all finished puzzles, on time or late", () => {
  const days = [done("2026-11-01", 100, false), done("2026-11-02", 251), begun("2026-11-03")];
  expect(statisticsOf(days, "2026-11-16")).toMatchObject({ played: 2, average: 176, best: 251 });
});

describe("a streak", () => {
  const days = ["2026-11-13", "2026-11-14", "2026-11-15"].map((date) => done(date));

  test("continues while today's puzzle is unfinished", () => {
    expect(statisticsOf(days, "2026-11-16").streak).toBe(3);
    expect(statisticsOf([...days, begun("2026-11-16")], "2026-11-16").streak).toBe(3);
  });

  test("counts today once it is finished", () => {
    expect(statisticsOf([...days, done("2026-11-16")], "2026-11-16").streak).toBe(4);
  });

  test("ends with a missed day", () => {
    expect(statisticsOf(days, "2026-11-17")).toMatchObject({ streak: 0, longestStreak: 3 });
  });

  test("does not count late puzzles", () => {
    const late = [days[0]!, done("2026-11-14", 200, false), days[2]!];
    expect(statisticsOf(late, "2026-11-16")).toMatchObject({ streak: 1, longestStreak: 1, played: 3 });
  });

  test("that was longer remains the longest", () => {
    const all = [
      ...["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"].map((date) => done(date)),
      days[2]!,
    ];
    expect(statisticsOf(all, "2026-11-16")).toMatchObject({ streak: 1, longestStreak: 4 });
  });
});

// Daylight saving changes on different days in Amsterdam and New York, and some zones are 14 hours ahead. None of this
// affects the puzzle's days.
describe.each(["UTC", "Europe/Amsterdam", "America/New_York", "Pacific/Kiritimati", "Australia/Lord_Howe"])(
  "in %s",
  (name) => {
    test.each([
      ["2026-03-28", "2026-03-29", "2026-03-30"],
      ["2026-10-24", "2026-10-25", "2026-10-26"],
      ["2026-11-01", "2026-11-02", "2026-11-03"],
      ["2028-02-28", "2028-02-29", "2028-03-01"],
      ["2026-12-31", "2027-01-01", "2027-01-02"],
    ])("%s, %s and %s are a streak of three", (...dates) => {
      process.env["TZ"] = name;
      const days = dates.map((date) => done(date));
      expect(statisticsOf(days, dates[2]!)).toMatchObject({ streak: 3, longestStreak: 3 });
    });
  },
);

test("the histogram covers the lowest to the highest score in ranges of fifty", () => {
  const days = [
    done("2026-11-01", 149),
    done("2026-11-02", 150),
    done("2026-11-03", 260),
    done("2026-11-04", 199),
  ];
  expect(statisticsOf(days, "2026-11-16").histogram).toEqual([
    { from: 100, to: 149, count: 1 },
    { from: 150, to: 199, count: 2 },
    { from: 200, to: 249, count: 0 },
    { from: 250, to: 299, count: 1 },
  ]);
});
