// Numbers as text.

/** A number with a real minus sign. */
export function signed(value: number): string {
  return String(value).replace("-", "−");
}
