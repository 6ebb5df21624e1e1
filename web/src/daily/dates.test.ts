import { afterEach, describe, expect, test } from "vitest";
import { clockAhead, countdownText, leftMs } from "./countdown";
import { dateOf, dayNumber, formatDate, isDate, monthAfter, utcDate, weekdays, weeksOf } from "./dates";

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test.each(["2026-11-16", "2028-02-29", "2000-01-01"])("%s is a date", (date) => {
  expect(isDate(date)).toBe(true);
  expect(dateOf(dayNumber(date))).toBe(date);
});

test.each([
  "",
  "today",
  "2026-02-29",
  "2026-13-01",
  "2026-1-1",
  "2026-11-16T00:00",
  "../daily",
  "２０２６-11-16",
])("%j is not a date", (text) => expect(isDate(text)).toBe(false));

describe.each(["UTC", "Europe/Amsterdam", "America/Los_Angeles", "Pacific/Kiritimati"])("in %s", (name) => {
  test("a day begins at midnight UTC and not before", () => {
    process.env["TZ"] = name;
    const midnight = Date.parse("2026-03-29T00:00:00Z");
    expect(utcDate(midnight)).toBe("2026-03-29");
    expect(utcDate(midnight - 1)).toBe("2026-03-28");
  });

  test("a date is formatted in the page's language", () => {
    process.env["TZ"] = name;
    expect(formatDate("2026-11-16", "en")).toMatch(/^Monday,? 16 November 2026$/);
    expect(formatDate("2026-11-16", "nl")).toBe("maandag 16 november 2026");
    expect(weekdays("nl", "long")[0]).toBe("maandag");
  });

  test("a month has all its days under their weekdays", () => {
    process.env["TZ"] = name;
    const weeks = weeksOf("2026-03");
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-03-01"]);
    expect(weeks.at(-1)!.slice(0, 3)).toEqual(["2026-03-30", "2026-03-31", null]);
    expect(weeks.flat().filter(Boolean)).toHaveLength(31);
    expect(weeksOf("2028-02").flat().filter(Boolean)).toHaveLength(29);
  });
});

test("months wrap at the end of a year", () => {
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
});

describe("the countdown", () => {
  const next = Date.parse("2026-11-17T00:00:00Z");
  const server = next - 3_723_000;

  test.each([0, 3_600_000, -86_400_000, 31_536_000_000])(
    "is the same on a device whose clock is wrong by %i ms",
    (skew) => {
      const device = server + skew;
      const ahead = clockAhead(server, device);
      expect(leftMs(next, ahead, device)).toBe(3_723_000);
      expect(leftMs(next, ahead, device + 3_000)).toBe(3_720_000);
    },
  );

  test("never goes below zero", () => expect(leftMs(next, 0, next + 5_000)).toBe(0));

  test.each([
    [0, "0:00:00"],
    [1, "0:00:01"],
    [59_001, "0:01:00"],
    [3_723_000, "1:02:03"],
    [86_400_000, "24:00:00"],
  ])("of %i ms reads %s", (left, text) => expect(countdownText(left)).toBe(text));
});
