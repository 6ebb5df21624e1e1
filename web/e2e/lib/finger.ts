// Touch input through the DevTools protocol, which the browser handles like real touch.

import type { CDPSession, Locator, Page } from "@playwright/test";
import { waitForMotions } from "./motions";

type Point = { x: number; y: number };

export async function middleOf(what: Locator): Promise<Point> {
  await waitForMotions(what.page());
  const { x, y, width, height } = (await what.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

export class Finger {
  private constructor(readonly session: CDPSession) {}

  static async on(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async down(at: Point): Promise<void> {
    await this.session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  }

  async move(from: Point, to: Point, steps = 6): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await this.session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at] });
    }
  }

  async up(): Promise<void> {
    await this.session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
}
