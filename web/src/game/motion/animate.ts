// Animations of the game, with the Web Animations API. With reduced motion none runs. An animation that starts on an
// element replaces the one of the same name, so that fast events never queue up.

import { settings } from "../../ui/settings.svelte";

/** The animations of the game. The name is the id of the animation. */
export type MotionName =
  | "arrive"
  | "bingo"
  | "discard"
  | "drop"
  | "land"
  | "refuse"
  | "ripple"
  | "score"
  | "takeBack"
  | "trade"
  | "verdict"
  | "win";

/** The last animation of each name. Asking the element for them would force a layout. */
const started = new WeakMap<Element, Map<MotionName, Animation>>();

/** Starts an animation; null with reduced motion. */
export function animate(
  element: Element,
  name: MotionName,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation | null {
  if (settings.reducesMotion) return null;
  const own = started.get(element) ?? new Map<MotionName, Animation>();
  const before = own.get(name);
  if (before && before.playState !== "finished") before.cancel();
  const animation = element.animate(frames, { id: name, fill: "backwards", ...options });
  started.set(element, own.set(name, animation));
  return animation;
}

/** A curve that ends with a small overshoot. */
export const SPRING = "cubic-bezier(0.3, 1.4, 0.5, 1)";
export const GLIDE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
