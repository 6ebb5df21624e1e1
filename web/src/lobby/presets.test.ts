import { expect, test } from "vitest";
import { changesTo, clockOf, PRESET_CHOICES, PRESETS, scorelessEndOf, withClock, withWords } from "./presets";

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

test("a game over days sends its clock, and the server adds the rest", () => {
  for (const preset of PRESET_CHOICES) {
    const choice = withClock(PRESETS[preset], "days", PRESETS[preset]);
    expect(choice.expiresAfterHours).toBeNull();
    expect(choice.absence).toEqual({ removedAfterSeconds: null });
    expect(changesTo(preset, choice)).toEqual({ clock: { kind: "days", days: 3, bankDays: 2 } });
    expect(changesTo(preset, { ...choice, standIn: 3 })).toHaveProperty("standIn", 3);
    expect(withClock({ ...choice, standIn: 3 }, "none", PRESETS[preset])).toEqual(PRESETS[preset]);
  }
});

test("a scoreless end has a count only where turns are counted", () => {
  expect(scorelessEndOf("everyPlayerPassed")).toEqual({ kind: "everyPlayerPassed" });
  expect(scorelessEndOf("passes")).toEqual({ kind: "passes", count: 4 });
});
