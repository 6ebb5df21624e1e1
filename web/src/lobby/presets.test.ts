import { expect, test } from "vitest";
import { changesTo, clockOf, PRESET_CHOICES, PRESETS, scorelessEndOf, withWords } from "./presets";

test("an unchanged preset sends no rules", () => {
  for (const preset of PRESET_CHOICES) expect(changesTo(preset, { ...PRESETS[preset] })).toEqual({});
});

test("only what differs from the preset is sent", () => {
  const choice = { ...PRESETS.social, maxPlayers: 2, clock: clockOf("turn"), verdict: "vote" as const };
  expect(changesTo("social", choice)).toEqual({
    maxPlayers: 2,
    clock: { kind: "turn", seconds: 120 },
    verdict: "vote",
  });
});

test("checked words leave nothing to decide a challenge by", () => {
  const choice = withWords(PRESETS.social, "checked");
  expect(choice).not.toHaveProperty("verdict");
  expect(changesTo("social", choice)).toEqual({ words: "checked" });
});

test("words that become open to challenge get a judge and a window", () => {
  expect(changesTo("open", withWords(PRESETS.open, "challenge"))).toEqual({
    words: "challenge",
    verdict: "anyone",
    challengeWindowSeconds: 60,
  });
});

test("a way to end carries a number only where turns are counted", () => {
  expect(scorelessEndOf("everyPlayerPassed")).toEqual({ kind: "everyPlayerPassed" });
  expect(scorelessEndOf("passes")).toEqual({ kind: "passes", count: 4 });
});
