// Animates the rack: tiles come from the bag, go back to it, return from the board and trade places.

import type { HeldTiles } from "../../table/held-tiles";
import { animate, GLIDE } from "./animate";
import { ghostOf, sendGhost } from "./ghost";
import { bag } from "./places";

const ARRIVE_MS = 160;
const ARRIVE_APART_MS = 40;
const TRADE_MS = 220;

type Seen = { element: HTMLElement; left: number; top: number; size: number };

/** Animates the tiles of a rack when the hand changes. `isDealt` says whether the first tiles come from the bag. */
export function rackMotion(hand: () => HeldTiles, isDealt: boolean): (rack: HTMLElement) => void {
  return (rack) => {
    let last: { seen: Map<number, Seen>; hand: HeldTiles } | null = null;
    $effect(() => {
      const held = hand();
      // With the next frame, whose layout is needed anyway: measuring now would force another one.
      const frame = requestAnimationFrame(() => {
        const now = { seen: seenIn(rack), hand: held };
        const was = last;
        last = now;
        if (was) change(was, now);
        else if (isDealt) arrive([...now.seen.values()]);
      });
      return () => cancelAnimationFrame(frame);
    });
  };
}

function seenIn(rack: HTMLElement): Map<number, Seen> {
  const seen = new Map<number, Seen>();
  for (const element of rack.querySelectorAll<HTMLElement>("[data-key]")) {
    const { offsetLeft: left, offsetTop: top, offsetWidth: size } = element;
    seen.set(Number(element.dataset["key"]), { element, left, top, size });
  }
  return seen;
}

function change(
  was: { seen: Map<number, Seen>; hand: HeldTiles },
  now: { seen: Map<number, Seen>; hand: HeldTiles },
): void {
  const squareOf = (hand: HeldTiles, key: number) => hand.held.find((held) => held.key === key)?.at ?? null;
  const fresh: Seen[] = [];
  for (const [key, tile] of now.seen) {
    const before = was.seen.get(key);
    const from = squareOf(was.hand, key);
    if (!before) fresh.push(tile);
    else if (from && !squareOf(now.hand, key)) comeBack(tile, from);
    else if (before.left !== tile.left || before.top !== tile.top) trade(tile, before);
  }
  arrive(fresh);
  let discarded = 0;
  for (const [key, tile] of was.seen) {
    if (!now.seen.has(key) && squareOf(was.hand, key) === null) discard(tile, now.seen, discarded++);
  }
}

/** Tiles slide in from the bag. All are measured first: an animation between two measurements forces a layout. */
function arrive(tiles: ReadonlyArray<Seen>): void {
  if (tiles.length === 0) return;
  const from = bag()?.getBoundingClientRect();
  const places = tiles.map(({ element }) => element.getBoundingClientRect());
  tiles.forEach(({ element }, index) => {
    const { left, top } = places[index]!;
    const [x, y] = from ? [from.left - left, from.top - top] : [80, 0];
    animate(
      element,
      "arrive",
      [
        { translate: `${x}px ${y}px`, scale: "0.5", opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { translate: "0 0", scale: "1" },
      ],
      { duration: ARRIVE_MS, delay: index * ARRIVE_APART_MS, easing: GLIDE },
    );
  });
}

/** A tile returns from a square of the board. */
function comeBack({ element }: Seen, from: { row: number; col: number }): void {
  const square = document.querySelector(`[data-row="${from.row}"][data-col="${from.col}"]`);
  if (!square) return;
  const [start, end] = [square.getBoundingClientRect(), element.getBoundingClientRect()];
  const x = start.left + start.width / 2 - (end.left + end.width / 2);
  const y = start.top + start.height / 2 - (end.top + end.height / 2);
  const frames = [
    { translate: `${x}px ${y}px`, scale: "0.8" },
    { translate: "0 0", scale: "1" },
  ];
  animate(element, "trade", frames, { duration: TRADE_MS, easing: GLIDE });
}

/** A tile moves to another place along an arc. */
function trade({ element, left, size }: Seen, before: Seen): void {
  const x = before.left - left;
  const rise = (x < 0 ? -1 : 1) * size * 0.35;
  animate(
    element,
    "trade",
    [{ translate: `${x}px 0` }, { translate: `${x / 2}px ${rise}px`, offset: 0.5 }, { translate: "0 0" }],
    { duration: TRADE_MS, easing: "ease-in-out" },
  );
}

/** A tile that left the rack goes to the bag. It is no longer in the page, so its place is found by a neighbour. */
function discard({ element, left, top, size }: Seen, rest: Map<number, Seen>, index: number): void {
  const [to, neighbour] = [bag(), [...rest.values()][0]];
  if (!to || !neighbour) return;
  const origin = neighbour.element.getBoundingClientRect();
  const place = {
    left: origin.left + left - neighbour.left,
    top: origin.top + top - neighbour.top,
    width: size,
    height: size,
  };
  sendGhost(ghostOf(element, place), to.getBoundingClientRect(), {
    name: "discard",
    durationMs: TRADE_MS,
    delayMs: index * ARRIVE_APART_MS,
  });
}
