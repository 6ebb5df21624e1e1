// Addresses that users type, bookmark or mistype.

import { expectAccessible } from "./lib/accessible";
import { expect, test } from "./lib/test";

const LANGUAGES = {
  en: {
    settings: "Settings",
    practise: "Practise against the computer",
    close: "Close",
    notFound: "Page not found",
    menu: "Back to menu",
  },
  nl: {
    settings: "Instellingen",
    practise: "Oefen tegen de computer",
    close: "Sluiten",
    notFound: "Pagina niet gevonden",
    menu: "Terug naar het menu",
  },
} as const;

for (const [language, t] of Object.entries(LANGUAGES)) {
  const settings = { language: language as keyof typeof LANGUAGES };

  test(`/settings opens the settings, and closing them leads to the menu (${language})`, async ({
    people,
  }) => {
    const { page } = await people.newPerson({ settings });
    await page.goto(`${people.url}/settings`);
    const dialog = page.getByRole("dialog", { name: t.settings });
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: t.close }).click();
    await expect(dialog).toBeHidden();
    expect(new URL(page.url()).pathname).toBe("/");
    await expect(page.getByRole("button", { name: t.practise })).toBeVisible();
  });

  test(`/practise and /practice open the practice form, and Enter starts a game (${language})`, async ({
    people,
  }) => {
    const me = await people.newPerson({ settings });
    for (const path of ["/practice", "/practise"]) {
      await me.open(path);
      await expect(me.page).toHaveTitle(`${t.practise} · Dord`);
      await expect(me.page.getByRole("button", { name: t.practise })).toBeFocused();
      await expect(me.page.locator("h2")).toHaveCount(1);
    }
    await expectAccessible(me, "practice");
    await me.page.keyboard.press("Enter");
    await expect(me.page).toHaveURL(/\/[A-Z]{4}$/);
    await me.page.goBack();
    await expect(me.page.getByRole("button", { name: t.practise })).toBeFocused();
    await me.page.getByRole("button", { name: t.menu }).click();
    expect(new URL(me.page.url()).pathname).toBe("/");
  });

  test(`an unknown address shows a page that leads to the menu (${language})`, async ({ people }) => {
    const me = await people.newPerson({ settings });
    const { page } = me;
    for (const path of ["/nothing", "/daily/someday", "/watch/nowhere", "/ABCD/"]) {
      const answer = await page.goto(`${people.url}${path}`);
      expect(answer!.status(), path).toBe(404);
      await expect(page.getByRole("heading", { name: t.notFound })).toBeVisible();
    }
    await expect(page).toHaveTitle(`${t.notFound} · Dord`);
    await expectAccessible(me, "page not found");
    await page.getByRole("button", { name: t.menu }).click();
    expect(new URL(page.url()).pathname).toBe("/");
    await expect(page.getByRole("button", { name: t.practise })).toBeVisible();
  });
}

test("API clients get JSON at an unknown address", async ({ server }) => {
  for (const path of ["/nothing", "/api/nothing"]) {
    const answer = await fetch(`${server.url}${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  }
});
