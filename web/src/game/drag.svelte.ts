// Dragging by pointer events, which mouse, touch and pen all send; the browser's own drag and drop never starts by touch.

import type { BoardPosition } from "../protocol";

/** What a tile is held over. */
export type Target = { kind: "square"; at: BoardPosition } | { kind: "rack"; place: number };

export type Drag = {
  key: number;
  /** Where the tile's middle is, in pixels of the window. */
  x: number;
  y: number;
  over: Target | null;
};

export type DragHandlers = {
  /** The pointer went up where it went down. */
  tapped: () => void;
  moved: (drag: Drag) => void;
  dropped: (drag: Drag) => void;
  cancelled: () => void;
};

/** So far a pointer may tremble and still tap. */
const DRAG_THRESHOLD_PX = 6;

/** A finger hides what is under it, so the tile floats above. */
const TOUCH_OFFSET_PX = 44;

/** Keeps touches on tiles from becoming gestures of the browser, which would take the next tap for the end of a drag. */
export function preventTouchGestures(element: HTMLElement): () => void {
  const onTouch = (event: TouchEvent) => {
    if ((event.target as Element).closest("[data-key], .own")) event.preventDefault();
  };
  element.addEventListener("touchstart", onTouch, { passive: false });
  return () => element.removeEventListener("touchstart", onTouch);
}

/** Follows a pointer that went down on a tile until it comes up. */
export function trackPointer(down: PointerEvent, key: number, handlers: DragHandlers): void {
  if (down.button !== 0 || !down.isPrimary) return;
  const float = down.pointerType === "touch" ? TOUCH_OFFSET_PX : 0;
  let drag: Drag | null = null;
  const ending = new AbortController();
  const { signal } = ending;

  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (!drag && far < DRAG_THRESHOLD_PX) return;
    const [x, y] = [event.clientX, event.clientY - float];
    drag = { key, x, y, over: targetAt(x, y) };
    handlers.moved(drag);
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    ending.abort();
    const last = drag;
    // A click may trackPointer, and must find the tile where it was: it is not meant for what lies below.
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

function targetAt(x: number, y: number): Target | null {
  const element = document.elementFromPoint(x, y);
  const square = element?.closest<HTMLElement>("[data-row]");
  if (square)
    return { kind: "square", at: { row: Number(square.dataset["row"]), col: Number(square.dataset["col"]) } };
  const rack = element?.closest("[data-rack]");
  if (!rack) return null;
  const middles = Array.from(rack.querySelectorAll("[data-key]"), (tile) => {
    const { left, width } = tile.getBoundingClientRect();
    return left + width / 2;
  });
  return { kind: "rack", place: middles.filter((middle) => middle < x).length };
}
