// Checks pages with axe, in every theme and brightness.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { LOOKS, type Look } from "./looks";
import type { Person } from "./people";

/** The violations on the page, with their selectors. */
async function violations(page: Page, look: Look): Promise<string[]> {
  // The page has no frames; the mode for frames would open another page for each check.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode(true);
  // Looks differ only in colours, so other rules run once. Behind a dialog nothing has changed.
  if (look !== LOOKS[0]) axe.withRules(["color-contrast"]);
  if (await page.locator("dialog[open]").count()) axe.include("dialog[open]");
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** Expects no violations in the current state of the page, in every look. */
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
      // Transitions would give intermediate colours.
      document.documentElement.dataset["motion"] = "none";
      return Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    },
    [theme, brightness] as const,
  );
}
