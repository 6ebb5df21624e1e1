// Formats points, which can be fractional.

/** One decimal. */
export function tenths(value: number, language: string): string {
  // Zero has no sign.
  return formatPoints(Math.abs(value) < 0.05 ? 0 : value, language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** One decimal with a sign, except for zero. */
export function signed(value: number, language: string): string {
  return formatPoints(value, language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
}

/** Whole points with a sign. */
export function signedWhole(value: number, language: string): string {
  return formatPoints(value, language, { maximumFractionDigits: 0, signDisplay: "exceptZero" });
}

function formatPoints(value: number, language: string, options: Intl.NumberFormatOptions): string {
  // A proper minus is visible and does not break lines, unlike a hyphen.
  return new Intl.NumberFormat(language, options).format(value).replace("-", "−");
}
