import { describe, expect, test } from "vitest";
import { learn } from "../i18n/en-learn";
import { coachMark, factsOf, isStepDone, nextStep, STEPS, type Facts, type Step } from "./tutorial";
import { gameOf, heldOnBoard, lineOf, openPlay } from "./tutorial.fixture";

const t = learn.tutorial;
const START = factsOf(gameOf(), heldOnBoard(0), null);
const facts = (change: Partial<Facts> = {}): Facts => ({ ...START, ...change });
const mark = (step: Step, change: Partial<Facts> = {}) => coachMark(step, facts(change), t);

describe("the facts of a game", () => {
  test("at the start: the learner's turn on an empty board", () => {
    expect(START).toMatchObject({ isMyTurn: true, isBoardEmpty: true, tentative: 0, plays: [], swaps: 0 });
  });

  test("count only the learner's own plays that stand", () => {
    const log = [lineOf("me", "stood", "CAT"), lineOf("bot", "stood", "TEA"), lineOf("me", "open", "DOG")];
    const found = factsOf(gameOf({ log }), heldOnBoard(0), null);
    expect(found.plays.map(({ deed }) => deed.words[0]!.text)).toEqual(["CAT"]);
    expect(found).toMatchObject({ decided: 1, takenBack: null });
  });

  test("name the word that was taken back", () => {
    const log = [lineOf("me", "takenBack", "DORD")];
    expect(factsOf(gameOf({ log }), heldOnBoard(0), null)).toMatchObject({ takenBack: "DORD", plays: [] });
  });

  test("name the opponent's open word until the learner has answered", () => {
    const open = (accepted: string[]) => gameOf({ openPlay: openPlay("bot", "TEA", accepted) });
    expect(factsOf(open([]), heldOnBoard(0), null).openWord).toBe("TEA");
    expect(factsOf(open(["me"]), heldOnBoard(0), null).openWord).toBeNull();
    expect(
      factsOf(gameOf({ openPlay: openPlay("me", "CAT", []) }), heldOnBoard(0), null).openWord,
    ).toBeNull();
  });

  test("have a score only if the server previews one", () => {
    const refused = { kind: "refused" as const, error: { code: "INVALID_PLACEMENT" as const, message: "" } };
    const score = { kind: "score" as const, preview: { score: 10, words: [] } };
    expect(factsOf(gameOf(), heldOnBoard(2), refused)).toMatchObject({ tentative: 2, previewScore: null });
    expect(factsOf(gameOf(), heldOnBoard(3), score).previewScore).toBe(10);
  });
});

describe("a step is done", () => {
  const one = factsOf(gameOf({ log: [lineOf("me", "stood", "CAT")] }), heldOnBoard(0), null);
  const blank = lineOf("me", "stood", "TEA", true);
  const two = factsOf(gameOf({ log: [lineOf("me", "stood", "CAT"), blank] }), heldOnBoard(0), null);

  test.each<[Step, Facts, Facts, boolean]>([
    ["lay", START, START, false],
    ["lay", one, START, true],
    ["premium", two, START, false],
    ["connect", one, one, false],
    ["connect", two, one, true],
    ["blank", one, START, false],
    ["blank", two, one, true],
    ["swap", facts({ swaps: 1 }), facts({ swaps: 1 }), false],
    ["swap", facts({ swaps: 1 }), START, true],
    ["challenge", START, START, false],
    ["challenge", facts({ decided: 1 }), START, true],
    ["done", two, START, false],
  ])("%s", (step, now, begun, done) => expect(isStepDone(step, now, begun)).toBe(done));
});

describe("the coach mark of the first word", () => {
  test.each<[string, Partial<Facts>, string, string | null]>([
    ["points at the rack", {}, t.laySelect.title, "rack"],
    ["then at the star", { tentative: 1 }, t.layWord.title, "star"],
    ["then at the button", { tentative: 3, previewScore: 10 }, t.layPlay.title, "play"],
    ["waits for the computer", { isMyTurn: false }, t.layPlay.title, null],
    ["explains a word that was taken back", { takenBack: "DORD" }, t.refused.title, "rack"],
    ["asks to connect if the board is not empty", { isBoardEmpty: false }, t.connect.title, "board"],
  ])("%s", (_, change, title, target) => expect(mark("lay", change)).toMatchObject({ title, target }));

  test("names the score that the server previews", () => {
    expect(mark("lay", { tentative: 3, previewScore: 10 }).text).toContain("10 points");
  });
});

test("the challenge step names the word, or waits for one", () => {
  expect(mark("challenge", { openWord: "TEA" })).toMatchObject({ target: "challenge" });
  expect(mark("challenge", { openWord: "TEA" }).text).toContain("TEA");
  expect(mark("challenge").text).toBe(t.challenge.wait);
});

test("a blank on the rack is pointed at", () => {
  expect(mark("blank", { hasBlank: true })).toMatchObject({ text: t.blank.own, target: "rack" });
  expect(mark("blank")).toMatchObject({ text: t.blank.text, target: null });
});

test("the steps lead to the end", () => {
  expect(STEPS.map(nextStep)).toEqual([...STEPS.slice(1), "done"]);
  for (const step of STEPS) expect(mark(step).title).not.toBe("");
});
