// Copies of elements that travel above the page, for tiles that have left their place.

import { animate, GLIDE, type MotionName } from "./animate";

type Rect = Pick<DOMRect, "left" | "top" | "width" | "height">;
type Travel = {
  name: MotionName;
  durationMs: number;
  delayMs?: number;
  /** Whether it is invisible until it starts. */
  appears?: boolean;
};

/** A copy of an element above the page, at the place where the element is or was. */
export function ghostOf(element: HTMLElement, at: Rect = element.getBoundingClientRect()): HTMLElement {
  const ghost = element.cloneNode(true) as HTMLElement;
  for (const copied of [ghost, ...ghost.querySelectorAll<HTMLElement>("*")]) {
    for (const name of ["id", "role", "data-key", "data-row", "aria-label", "aria-pressed"]) {
      copied.removeAttribute(name);
    }
  }
  ghost.classList.add("ghost");
  ghost.inert = true;
  ghost.ariaHidden = "true";
  Object.assign(ghost.style, {
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
    fontSize: `${at.height}px`,
  });
  return ghost;
}

/** Lets a copy travel to the middle of a place, and removes it there. */
export function sendGhost(
  ghost: HTMLElement,
  to: Rect,
  { name, durationMs, delayMs = 0, appears = false }: Travel,
): void {
  document.body.append(ghost);
  const from = ghost.getBoundingClientRect();
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  const travel = animate(
    ghost,
    name,
    [
      { translate: "0 0", scale: "1", opacity: appears ? 0 : 1 },
      { opacity: 1, offset: 0.1 },
      { translate: `${x / 2}px ${y / 2 - 16}px`, scale: "0.95", opacity: 1, offset: 0.5 },
      { translate: `${x}px ${y}px`, scale: "0.5", opacity: 0 },
    ],
    { duration: durationMs, delay: delayMs, easing: GLIDE, fill: "both" },
  );
  const remove = () => ghost.remove();
  if (travel) travel.finished.then(remove, remove);
  else remove();
}
