// Records the animations of a page, and waits for them.

import type { Page } from "@playwright/test";

/** Records the names of all animations and transitions from the next navigation on. */
export async function recordMotions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const motions: string[] = [];
    Object.assign(window, { motions });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (typeof options === "object" && options.id) motions.push(options.id);
      return animate.call(this, frames, options);
    };
    // The names of animations in scoped styles begin with the scope.
    const nameOf = (name: string) => name.split("-").slice(2).join("-") || name;
    addEventListener(
      "animationstart",
      (event) => {
        // With reduced motion, animations of styles take no time.
        const { animationDuration } = getComputedStyle(event.target as Element);
        if (animationDuration !== "0s") motions.push(nameOf(event.animationName));
      },
      true,
    );
    addEventListener(
      "transitionrun",
      (event) => motions.push(`${(event.target as Element).classList[0]} ${event.propertyName}`),
      true,
    );
  });
}

/** The names of the animations since the last call. */
export function motionsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { motions: string[] }).motions.splice(0));
}

/** Waits until all animations that end have ended, so that everything is in its place. */
export async function waitForMotions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Some animations start with the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)));
  });
}
