// Whole numbers for display.

/** A number with a proper minus, which is visible and does not break lines, unlike a hyphen. */
export function numeral(value: number): string {
  return String(value).replace("-", "−");
}
