import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { en } from "../i18n/en";
import { learn as enLearn } from "../i18n/en-learn";
import { nl } from "../i18n/nl";
import { learn as nlLearn } from "../i18n/nl-learn";
import { PRESETS, type TableRules } from "../protocol";
import { rulesPage, type SectionName } from "./rules-page";

// This module needs a browser; the tested functions do not use it.
vi.mock("../ui/settings.svelte", () => ({ settings: {} }));

const page = (rules: TableRules) => rulesPage(rules, en, enLearn);
const textOf = (rules: TableRules) => page(rules).flatMap(({ lines }) => lines);
const section = (rules: TableRules, name: SectionName) => page(rules).find((one) => one.name === name)!.lines;

/** For every field of the rules that a player can notice, another value than that of `social`. */
const CHANGES: { [Field in keyof TableRules]?: Partial<TableRules> } = {
  maxPlayers: { maxPlayers: 2 },
  words: { words: "checked" },
  verdict: { verdict: "vote" },
  challengeWindowSeconds: { challengeWindowSeconds: 30 },
  lookUp: { lookUp: "never" },
  beginner: { beginner: "drawn" },
  exchangeNeeds: { exchangeNeeds: 7 },
  scorelessEnd: { scorelessEnd: { kind: "passes", count: 4 } },
  goingOutEarns: { goingOutEarns: false },
  absence: { absence: { removedAfterSeconds: 60 } },
  clock: { clock: { kind: "game", minutes: 25, incrementSeconds: 5 } },
  expiresAfterHours: { expiresAfterHours: 336 },
  turns: { turns: 10 },
  watching: { watching: "anyone" },
  joining: { joining: "hostAdmits" },
  tileTracker: { tileTracker: false },
};

test("every field of the rules, except their names, is covered", () => {
  const fields = Object.keys(PRESETS.social).filter((field) => field !== "preset" && field !== "language");
  expect(Object.keys(CHANGES).sort()).toEqual(fields.sort());
});

test.each(Object.entries(CHANGES))("a change of %s changes the page", (_, change) => {
  expect(textOf({ ...PRESETS.social, ...change })).not.toEqual(textOf(PRESETS.social));
});

describe("the page names", () => {
  test.each<[string, Partial<TableRules>, SectionName, RegExp]>([
    ["the seconds to challenge", { challengeWindowSeconds: 45 }, "words", /within 45 seconds/],
    ["who judges", { verdict: "dictionary" }, "words", /the dictionary decides/],
    ["the cost of a failed challenge", {}, "words", /the challenger loses a turn/],
    ["the tiles needed to swap", { exchangeNeeds: 7 }, "turn", /needs 7 tiles in the bag/],
    ["the penalty for overtime", { clock: { kind: "game", minutes: 3 } }, "turn", /10 points for every/],
    [
      "the days of a turn",
      { clock: { kind: "days", days: 3, bankDays: 2 } },
      "turn",
      /3 days .* 2 days extra/,
    ],
    ["who is out of time", { clock: { kind: "days", days: 3 } }, "turn", /twice in a row is out/],
    ["the stand-in", { clock: { kind: "days", days: 3 }, standIn: 4 }, "turn", /computer \(level 4\)/],
    ["pauses", { clock: { kind: "days", days: 3 } }, "table", /paused if all players agree/],
    ["the passes that end the game", { scorelessEnd: { kind: "passes", count: 4 } }, "end", /4 passes/],
    ["the removal of absent players", { absence: { removedAfterSeconds: 60 } }, "table", /60 seconds/],
  ])("%s", (_, change, name, text) => {
    expect(section({ ...PRESETS.social, ...change }, name).join(" ")).toMatch(text);
  });
});

test("where words are checked, no challenge is mentioned", () => {
  expect(textOf(PRESETS.validated).join(" ")).not.toMatch(/challenge/i);
});

test("the daily puzzle has its own goal and nothing about other players", () => {
  expect(section(PRESETS.daily, "goal")[0]).toMatch(/in 5 turns/);
  expect(page(PRESETS.daily).map(({ name }) => name)).not.toContain("table");
  expect(textOf(PRESETS.daily).join(" ")).not.toMatch(/pass|host|join/i);
});

test("no line appears twice", () => {
  for (const rules of Object.values(PRESETS)) {
    for (const lines of [textOf(rules), rulesPage(rules, nl, nlLearn).flatMap((one) => one.lines)]) {
      expect(new Set(lines).size).toBe(lines.length);
    }
  }
});

/** The points of a letter in a tile set of the server. */
function pointsIn(language: string, letter: string): number {
  const file = new URL(`../../../crates/rules/languages/${language}.txt`, import.meta.url);
  const [, points] = new RegExp(`^${letter} \\d+ (\\d+)$`, "m").exec(readFileSync(file, "utf8")) ?? [];
  return Number(points);
}

test.each([enLearn, nlLearn])(
  "the tiles of the pictures have the points of their language",
  ({ example }) => {
    for (const [letter, points] of [...example.across, ...example.down, ...example.exchange]) {
      expect(points, letter).toBe(pointsIn(example.language, letter));
    }
    expect(example.down[0]).toEqual(example.across.at(-1));
  },
);
