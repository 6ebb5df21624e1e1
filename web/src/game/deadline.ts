// Deadlines of games over days, in the player's language and time zone.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** British English, so that times have 24 hours and the day comes before the month. */
function regional(language: string): string {
  return language === "en" ? "en-GB" : language;
}

/** The calendar day of a moment in a time zone, as a number of days. */
function dayNumber(moment: number, timeZone: string | undefined): number {
  const format = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", ...(timeZone && { timeZone }) });
  return Date.parse(format.format(moment)) / DAY_MS;
}

/** A moment as a player says it: 18:00, tomorrow 18:00, Friday 18:00, or 28 November 18:00. */
export function momentText(
  moment: number,
  now: number,
  language: string,
  style: "long" | "short" = "long",
  timeZone?: string,
): string {
  const locale = regional(language);
  const zone = timeZone ? { timeZone } : {};
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...zone }).format(moment);
  const time = format({ hour: "2-digit", minute: "2-digit" });
  const days = dayNumber(moment, timeZone) - dayNumber(now, timeZone);
  if (days === 0) return time;
  if (days === 1) {
    return `${new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(1, "day")} ${time}`;
  }
  if (days > 1 && days < 7) return `${format({ weekday: style })} ${time}`;
  return `${format({ day: "numeric", month: style })} ${time}`;
}

/** A span in its two largest units: 2 days 3 hours, 3 hours 10 minutes, 5 minutes. */
export function spanText(ms: number, language: string, style: "short" | "narrow" = "short"): string {
  const minutes = Math.max(0, Math.ceil(ms / MINUTE_MS));
  const parts: ReadonlyArray<[number, string]> = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor(minutes / 60) % 24, "hour"],
    [minutes % 60, "minute"],
  ];
  const first = Math.max(
    0,
    parts.findIndex(([count]) => count > 0),
  );
  const shown =
    minutes === 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([count]) => count > 0);
  const texts = shown.map(([count, unit]) =>
    new Intl.NumberFormat(regional(language), { style: "unit", unit, unitDisplay: style }).format(count),
  );
  return texts.join(" ");
}

/** The largest span that is counted down in seconds. */
const COUNTDOWN_MAX_MS = 2 * HOUR_MS;

/** Whether a deadline is too far away for a countdown in seconds. */
export function isFar(moment: number, serverNow: number): boolean {
  return moment - serverNow > COUNTDOWN_MAX_MS;
}
