// Expectations about the width of a page.

import { expect, type Page } from "@playwright/test";

/** Expects nothing wider than the screen. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth, wide } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const all = [...document.querySelectorAll("body *")];
    const wide = all.filter((element) => element.getBoundingClientRect().right > clientWidth);
    return { scrollWidth, clientWidth, wide: wide.map(({ outerHTML }) => outerHTML.slice(0, 80)) };
  });
  expect(scrollWidth, wide.join("\n")).toBeLessThanOrEqual(clientWidth);
}
