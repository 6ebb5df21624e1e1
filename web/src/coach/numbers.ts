// Points as people write them: what is lost or lucky is no whole number.

/** With one digit after the point. */
export function tenths(value: number, language: string): string {
  // What is written as nothing has no sign.
  return written(Math.abs(value) < 0.05 ? 0 : value, language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** With one digit after the point and always a sign, but for nothing at all. */
export function signed(value: number, language: string): string {
  return written(value, language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
}

/** Whole points with a sign, for sums. */
export function signedWhole(value: number, language: string): string {
  return written(value, language, { maximumFractionDigits: 0, signDisplay: "exceptZero" });
}

function written(value: number, language: string, options: Intl.NumberFormatOptions): string {
  // A hyphen is no minus: it is too short to be seen, and lines break after it.
  return new Intl.NumberFormat(language, options).format(value).replace("-", "−");
}
