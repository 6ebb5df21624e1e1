import { expect, test } from "vitest";
import { changesTo, clockOf, PRESET_CHOICES, PRESETS, scorelessEndOf, withWords } from "./presets";

test("an unchanged preset sends no rules", () => {
  for (const preset of PRESET_CHOICES) expect(changesTo(preset, { ...PRESETS[preset] })).toEqual({});
});

test("only changes to the preset are sent", () => {
  const choice = { ...PRESETS.social, maxPlayers: 2, clock: clockOf("turn"), verdict: "vote" as const };
  expect(changesTo("social", choice)).toEqual({
    maxPlayers: 2,
    clock: { kind: "turn", seconds: 120 },
    verdict: "vote",
  });
});

test("checked words remove the challenge rules", () => {
  const choice = withWords(PRESETS.social, "checked");
  expect(choice).not.toHaveProperty("verdict");
  expect(changesTo("social", choice)).toEqual({ words: "checked" });
});

test("allowing challenges adds a verdict and a challenge window", () => {
  expect(changesTo("open", withWords(PRESETS.open, "challenge"))).toEqual({
    words: "challenge",
    verdict: "anyone",
    challengeWindowSeconds: 60,
  });
});

test("a scoreless end has a count only where turns are counted", () => {
  expect(scorelessEndOf("everyPlayerPassed")).toEqual({ kind: "everyPlayerPassed" });
  expect(scorelessEndOf("passes")).toEqual({ kind: "passes", count: 4 });
});
