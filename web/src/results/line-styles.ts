// Dashes and markers that distinguish the players' lines without colour.

export const DASHES: ReadonlyArray<string> = ["", "7 3", "2 3", "9 3 2 3"];

/** The outline of a marker around the origin: a circle, a square, a triangle, a diamond. */
export const MARKERS: ReadonlyArray<string> = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  "M-3.5-3.5h7v7h-7z",
  "M0-4.5L4.5 3.5h-9z",
  "M0-5L5 0L0 5L-5 0z",
];

export function dashOf(style: number): string {
  return DASHES[style % DASHES.length]!;
}

export function markerOf(style: number): string {
  return MARKERS[style % MARKERS.length]!;
}
