// Dragging with pointer events, for mouse, touch and pen. Native drag and drop does not start by touch.

import { BOARD_SIZE, type BoardPosition } from "../protocol";

/** The drop target under a dragged tile. */
export type Target = { kind: "square"; at: BoardPosition } | { kind: "rack"; place: number };

export type Drag = {
  key: number;
  /** The centre of the tile, in window pixels. */
  x: number;
  y: number;
  over: Target | null;
  isTouch: boolean;
  /** The size of a square, measured before the drag: measuring during it would force layouts. */
  squarePx: number | null;
};

export type DragHandlers = {
  /** The pointer was released without a drag. */
  tapped: () => void;
  moved: (drag: Drag) => void;
  dropped: (drag: Drag) => void;
  cancelled: () => void;
};

/** A pointer that moves less than this taps. */
const DRAG_THRESHOLD_PX = 6;

/** On touch, the tile floats this far above the finger, which would hide it. */
const TOUCH_OFFSET_PX = 44;

/** Prevents browser gestures on tiles, which would swallow the tap after a drag. */
export function preventTouchGestures(element: HTMLElement): () => void {
  const onTouch = (event: TouchEvent) => {
    if ((event.target as Element).closest("[data-key], .own")) event.preventDefault();
  };
  element.addEventListener("touchstart", onTouch, { passive: false });
  return () => element.removeEventListener("touchstart", onTouch);
}

/** Tracks a pointer from its press on a tile until its release. */
export function trackPointer(down: PointerEvent, key: number, handlers: DragHandlers): void {
  if (down.button !== 0 || !down.isPrimary) return;
  const isTouch = down.pointerType === "touch";
  const float = isTouch ? TOUCH_OFFSET_PX : 0;
  let drag: Drag | null = null;
  const grid = boardGrid();
  const ending = new AbortController();
  const { signal } = ending;

  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (!drag && far < DRAG_THRESHOLD_PX) return;
    const [x, y] = [event.clientX, event.clientY - float];
    drag = { key, x, y, over: targetAt(x, y, key, grid), isTouch, squarePx: grid?.pitch ?? null };
    handlers.moved(drag);
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    ending.abort();
    const last = drag;
    // A click may come next and must still hit the tile, not the element below it.
    setTimeout(() => (last ? handlers.dropped(last) : handlers.tapped()));
  };
  const onCancel = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    ending.abort();
    handlers.cancelled();
  };
  addEventListener("pointermove", onMove, { signal });
  addEventListener("pointerup", onUp, { signal });
  addEventListener("pointercancel", onCancel, { signal });
}

/** Where the squares are while the board is not enlarged. */
type Grid = { left: number; top: number; pitch: number };

function boardGrid(): Grid | null {
  const [first, second] = [0, 1].map((place) =>
    document.querySelector(`[data-row="${place}"][data-col="${place}"]`)?.getBoundingClientRect(),
  );
  return first && second ? { left: first.left, top: first.top, pitch: second.left - first.left } : null;
}

/** The target at a point. The dragged tile itself does not count as a place on the rack. */
function targetAt(x: number, y: number, key: number, grid: Grid | null): Target | null {
  const element = document.elementFromPoint(x, y);
  // Under the lens the board is larger around the tile, but the squares count where they are without it.
  if (grid && element?.closest(".lens")) {
    const place = (from: number, to: number) =>
      Math.max(0, Math.min(BOARD_SIZE - 1, Math.floor((to - from) / grid.pitch)));
    return { kind: "square", at: { row: place(grid.top, y), col: place(grid.left, x) } };
  }
  const square = element?.closest<HTMLElement>("[data-row]");
  if (square)
    return { kind: "square", at: { row: Number(square.dataset["row"]), col: Number(square.dataset["col"]) } };
  const rack = element?.closest("[data-rack]");
  if (!rack) return null;
  const others = rack.querySelectorAll(`[data-key]:not([data-key="${key}"])`);
  const middles = Array.from(others, (tile) => {
    const { left, width } = tile.getBoundingClientRect();
    return left + width / 2;
  });
  return { kind: "rack", place: middles.filter((middle) => middle < x).length };
}
