// Looks at a page as axe does, in every look.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { LOOKS, type Look } from "./looks";
import type { Person } from "./people";

/** What is wrong with what is seen, in words that lead to it. */
async function violations(page: Page, look: Look): Promise<string[]> {
  // The page has no frames, and the mode for those opens a page of its own for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // A look changes colours and nothing else, so the rest is looked at once; behind a dialog all is as it was before.
  if (look !== LOOKS[0]) axe.withRules(["color-contrast"]);
  if (await page.locator("dialog[open]").count()) axe.include("dialog[open]");
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** Looks at one state of the page in every look; the style sheets go by the attributes of the page. */
export async function expectAccessible({ page }: Person, what: string): Promise<void> {
  for (const look of LOOKS) {
    await applyLook(page, look);
    expect.soft(await violations(page, look), `${what}, ${look.theme} ${look.brightness}`).toEqual([]);
  }
}

async function applyLook(page: Page, { theme, brightness }: Look): Promise<void> {
  await page.evaluate(
    ([theme, brightness]) => {
      document.documentElement.dataset["theme"] = theme;
      document.documentElement.dataset["brightness"] = brightness;
      // Colours on their way to others are no colours to judge.
      document.documentElement.dataset["motion"] = "none";
      return Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    },
    [theme, brightness] as const,
  );
}
