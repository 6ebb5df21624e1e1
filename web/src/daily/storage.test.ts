import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PlayedDay } from "../protocol";
import { saveDays, saveDevice, saveGame, loadDays, loadDevice, loadGame } from "./storage";
import { puzzle, turn } from "./puzzle.fixture";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
beforeEach(() => stored.clear());

const game = (state = puzzle([turn(1)])) => ({
  state,
  hand: [{ letter: "D", at: { row: 9, col: 9 }, as: null }],
  queued: { language: "en", turnNumber: 2, tilesExchanged: ["tile_001"] },
  results: null,
});

test("a puzzle is stored by language and date, with the hand and the queued turn", () => {
  saveGame(game());
  saveGame(game(puzzle([], { language: "nl" })));
  expect(loadGame("en", "2026-11-16")).toEqual(game());
  expect(loadGame("nl", "2026-11-16")?.state.turns).toEqual([]);
  expect(loadGame("en", "2026-11-15")).toBeNull();
});

test("the oldest boards are removed", () => {
  for (let day = 1; day <= 31; day++) {
    for (const month of ["08", "10"]) {
      const date = `2026-${month}-${String(day).padStart(2, "0")}`;
      saveGame(game(puzzle([], { date, gameId: date })));
    }
  }
  expect(loadGame("en", "2026-10-01")).not.toBeNull();
  expect(loadGame("en", "2026-08-01")).toBeNull();
  expect(loadGame("en", "2026-08-31")).not.toBeNull();
});

test("the bare state of one puzzle is migrated", () => {
  stored.set("dailyLettersGame", JSON.stringify(puzzle([turn(1)])));
  expect(loadGame("en", "2026-11-16")?.state.turns).toHaveLength(1);
  saveGame(game(puzzle([], { date: "2026-11-17" })));
  expect(loadGame("en", "2026-11-16")?.state.turns).toHaveLength(1);
});

describe("invalid entries are ignored", () => {
  const entry = (value: unknown) => ({ version: 1, games: { en: { "2026-11-16": value } } });
  const spoilt = (change: object) => entry({ ...game(), state: { ...puzzle(), ...change } });
  test.each([
    ["no JSON", "{"],
    ["null", null],
    ["a list", []],
    ["a number", 7],
    ["another version", { ...entry(game()), version: 99 }],
    ["no games", { version: 1 }],
    ["games of the wrong type", { version: 1, games: "en" }],
    ["a language of the wrong type", { version: 1, games: { en: 5 } }],
    ["a key that is not a date", { version: 1, games: { en: { today: game() } } }],
    ["an empty game", entry({})],
    ["a board with fewer rows", spoilt({ board: { ...puzzle().board, grid: [[]] } })],
    ["a board of numbers", spoilt({ board: { ...puzzle().board, grid: Array(15).fill(Array(15).fill(1)) } })],
    ["a score that is a word", spoilt({ score: "many" })],
    ["turns without tiles", spoilt({ turns: [{ turnNumber: 1, totalScore: 3 }] })],
    [
      "a tile off the board",
      spoilt({
        turns: [turn(1, { tilesPlaced: [{ letter: "A", position: { row: 15, col: 0 }, isBlank: false }] })],
      }),
    ],
    ["a rack of nulls", spoilt({ playerRack: [null] })],
    ["another day's state", spoilt({ date: "2026-11-15" })],
  ])("%s", (_, value) => {
    stored.set("dailyLettersGame", typeof value === "string" ? value : JSON.stringify(value));
    expect(loadGame("en", "2026-11-16")).toBeNull();
    // The next turn can still be stored.
    saveGame(game());
    expect(loadGame("en", "2026-11-16")).toEqual(game());
  });

  test("an invalid hand or queued turn alone", () => {
    const value = { ...game(), hand: [{ letter: 5 }], queued: { turnNumber: "2" }, results: "good" };
    stored.set("dailyLettersGame", JSON.stringify(entry(value)));
    expect(loadGame("en", "2026-11-16")).toEqual({ ...game(), hand: [], queued: null, results: null });
  });
});

describe("statistics", () => {
  const day = (date: string): PlayedDay => ({
    date,
    status: "completed",
    turnsPlayed: 5,
    score: 200,
    onTime: true,
  });

  test("are stored by language, oldest day first", () => {
    saveDays("en", [day("2026-11-16"), day("2026-11-15")]);
    saveDays("nl", [day("2026-11-14")]);
    expect(loadDays("en").map(({ date }) => date)).toEqual(["2026-11-15", "2026-11-16"]);
    expect(loadDays("nl")).toEqual([day("2026-11-14")]);
  });

  test("lose only unreadable days", () => {
    const days = {
      en: { "2026-11-15": day("2026-11-15"), "2026-11-16": { score: NaN }, x: day("2026-11-14") },
    };
    stored.set("dailyLettersStats", JSON.stringify({ version: 1, days }));
    expect(loadDays("en")).toEqual([day("2026-11-15")]);
  });
});

test("a new device has no token, and an invalid token is ignored", () => {
  const unknown = { token: null, language: null, clockAheadMs: 0 };
  expect(loadDevice()).toEqual(unknown);
  stored.set("dord.daily", JSON.stringify({ token: 5, language: {}, clockAheadMs: "x" }));
  expect(loadDevice()).toEqual(unknown);
  saveDevice({ token: "abc" });
  saveDevice({ clockAheadMs: 12 });
  expect(loadDevice()).toEqual({ token: "abc", language: null, clockAheadMs: 12 });
});
