// Animations of tiles on the board.

import type { BoardPosition } from "../../protocol";
import { animate, GLIDE, SPRING } from "./animate";
import { ghostOf, sendGhost } from "./ghost";
import { faceAt } from "./places";

const LAND_MS = 240;
const LAND_APART_MS = 60;

type Squares = ReadonlyArray<BoardPosition>;

/** How long tiles take until the last of them has landed. */
export function landingMs(count: number): number {
  return count === 0 ? 0 : LAND_MS + (count - 1) * LAND_APART_MS;
}

/** A tile settles on the square on which the player dropped it. */
export function settle(face: HTMLElement): void {
  animate(
    face,
    "drop",
    [
      { scale: "1.22", opacity: 0.6 },
      { scale: "1", opacity: 1 },
    ],
    {
      duration: 160,
      easing: SPRING,
    },
  );
}

/** Tiles fly from a player's card and land one by one. All are measured first, which takes one layout. */
export function landTiles(squares: Squares, from: HTMLElement | null): void {
  const start = from?.getBoundingClientRect();
  const faces = squares.map((square) => faceAt(square));
  const places = faces.map((face) => face?.getBoundingClientRect());
  faces.forEach((face, index) => {
    const place = places[index];
    if (!face || !place) return;
    const { left, top, width, height } = place;
    const x = start ? start.left + start.width / 2 - (left + width / 2) : 0;
    const y = start ? start.top + start.height / 2 - (top + height / 2) : -height * 2;
    animate(
      face,
      "land",
      [
        { translate: `${x}px ${y}px`, scale: "0.7", opacity: 0, zIndex: 8 },
        { opacity: 1, zIndex: 8, offset: 0.25 },
        { translate: "0 0", scale: "1.12", zIndex: 8, offset: 0.85 },
        { translate: "0 0", scale: "1", zIndex: 8 },
      ],
      { duration: LAND_MS, delay: index * LAND_APART_MS, easing: GLIDE },
    );
  });
}

/** Tiles jump one after the other. */
export function rippleTiles(squares: Squares, delayMs = 0): void {
  squares.forEach((square, index) => {
    const face = faceAt(square);
    if (!face) return;
    animate(
      face,
      "ripple",
      [
        { translate: "0 0" },
        { translate: "0 -28%", scale: "1.1", zIndex: 8, offset: 0.4 },
        { translate: "0 4%", offset: 0.75 },
        { translate: "0 0" },
      ],
      { duration: 360, delay: delayMs + index * 60, easing: "ease-out" },
    );
  });
}

/** Challenged tiles are valid: they settle with a green pulse. */
export function settleValid(squares: Squares): void {
  for (const square of squares) {
    const face = faceAt(square);
    if (!face) continue;
    animate(
      face,
      "verdict",
      [
        { translate: "0 -14%", scale: "1.1", outline: "0.2em solid var(--good)", outlineOffset: "0.15em" },
        { translate: "0 0", scale: "1", outline: "0.06em solid var(--good)", offset: 0.5 },
        { outline: "0.02em solid transparent", outlineOffset: "0.3em" },
      ],
      { duration: 600, easing: "ease-out" },
    );
  }
}

/** Challenged tiles are invalid: they fall back to their owner. Must run while they are still on the board. */
export function takeBack(squares: Squares, to: HTMLElement | null): void {
  const end = to?.getBoundingClientRect();
  if (!end) return;
  squares.forEach((square, index) => {
    const face = faceAt(square);
    if (!face) return;
    sendGhost(ghostOf(face), end, { name: "takeBack", durationMs: 400, delayMs: index * 40 });
  });
}

/** Refused tiles shake. */
export function shake(squares: Squares): void {
  for (const square of squares) {
    const face = faceAt(square);
    if (!face) continue;
    animate(
      face,
      "refuse",
      [
        { translate: "0" },
        { translate: "-8% 0" },
        { translate: "8% 0" },
        { translate: "-4% 0" },
        { translate: "0" },
      ],
      { duration: 240 },
    );
  }
}
