import { expect, test } from "vitest";
import { isFar, momentText, spanText } from "./deadline";

const HOUR_MS = 3_600_000;
/** Wednesday 18 November 2026, 12:00 UTC. */
const NOON = Date.UTC(2026, 10, 18, 12);

test.each([
  [6, "en", "UTC", "18:00"],
  [30, "en", "UTC", "tomorrow 18:00"],
  [54, "en", "UTC", "Friday 18:00"],
  [54, "nl", "UTC", "vrijdag 18:00"],
  [30, "nl", "UTC", "morgen 18:00"],
  [24 * 10, "en", "UTC", "28 November 12:00"],
  [24 * 10, "nl", "UTC", "28 november 12:00"],
])("in %s hours is %s %s %s", (hours, language, timeZone, text) => {
  expect(momentText(NOON + hours * HOUR_MS, NOON, language, "long", timeZone)).toBe(text);
});

test("a moment is in the time zone of the player", () => {
  const moment = NOON + 30 * HOUR_MS;
  expect(momentText(moment, NOON, "en", "long", "Europe/Amsterdam")).toBe("tomorrow 19:00");
  expect(momentText(moment, NOON, "en", "long", "Pacific/Auckland")).toBe("tomorrow 07:00");
});

test("a short form fits a card", () => {
  expect(momentText(NOON + 54 * HOUR_MS, NOON, "en", "short", "UTC")).toBe("Fri 18:00");
});

test.each([
  [51 * HOUR_MS, "2 days 3 hrs"],
  [48 * HOUR_MS, "2 days"],
  [3 * HOUR_MS + 10 * 60_000, "3 hrs 10 mins"],
  [5 * 60_000, "5 mins"],
  [24 * HOUR_MS + 60_000, "1 day"],
  [-5, "0 mins"],
])("%s milliseconds are %s", (ms, text) => {
  expect(spanText(ms, "en")).toBe(text);
});

test("spans are in the language of the page", () => {
  expect(spanText(51 * HOUR_MS, "nl")).toBe("2 dagen 3 uur");
  expect(spanText(51 * HOUR_MS, "en", "narrow")).toBe("2d 3h");
});

test("a deadline of hours is not counted down in seconds", () => {
  expect(isFar(NOON + 24 * HOUR_MS, NOON)).toBe(true);
  expect(isFar(NOON + 60_000, NOON)).toBe(false);
});
