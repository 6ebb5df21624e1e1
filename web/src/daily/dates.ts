// Dates of the puzzle: in UTC, independent of the device's time zone and daylight saving.

const DAY_MS = 24 * 3_600_000;

/** Whether a text is a calendar date such as `2026-11-15`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // A date that does not exist parses as another one.
  return !Number.isNaN(Date.parse(text)) && utcDate(Date.parse(text)) === text;
}

/** The UTC date at a moment, in milliseconds since 1970. */
export function utcDate(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The number of days since 1970-01-01. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function dateOf(dayNumber: number): string {
  return utcDate(dayNumber * DAY_MS);
}

/** The month of a date, such as `2026-11`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The month a number of months later. */
export function monthAfter(month: string, months: number): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  return utcDate(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}

/** The weeks of a month from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): Array<Array<string | null>> {
  const first = dayNumber(`${month}-01`);
  const after = dayNumber(`${monthAfter(month, 1)}-01`);
  // 1970-01-01 was a Thursday.
  const monday = first - ((first + 3) % 7);
  const weeks: Array<Array<string | null>> = [];
  for (let start = monday; start < after; start += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => {
        const day = start + weekday;
        return day >= first && day < after ? dateOf(day) : null;
      }),
    );
  }
  return weeks;
}

const STYLES = {
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  short: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** British English, so that the day comes before the month in both languages. */
function regional(language: string): string {
  return language === "en" ? "en-GB" : language;
}

/** Formats a date in a language. */
export function formatDate(date: string, language: string, style: keyof typeof STYLES = "long"): string {
  const format = new Intl.DateTimeFormat(regional(language), { ...STYLES[style], timeZone: "UTC" });
  return format.format(Date.parse(date));
}

/** The names of the weekdays, from Monday. */
export function weekdays(language: string, style: "long" | "short" = "short"): string[] {
  const format = new Intl.DateTimeFormat(regional(language), { weekday: style, timeZone: "UTC" });
  // 1970-01-05 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format((4 + day) * DAY_MS));
}
