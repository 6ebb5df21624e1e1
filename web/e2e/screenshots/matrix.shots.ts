import { openTable, seatsOf } from "../lib/seats";
import { expect, test } from "../lib/test";
import { everyLook } from "./camera";
import { gameAfter } from "./games";

const LONG = ["Maximiliane Elisabet", "Bartholomeus Willems", "Wilhelmina Wolkenwit", "Theodoor van der Mee"];

test("the menu", async ({ people }) => {
  const devices = ["phone", "desktop"] as const;
  await everyLook(people, "menu", { path: "/", devices }, async ({ page }) => {
    await expect(page.getByRole("heading").first()).toBeVisible();
  });
});

test("the lobby with four players and long names", async ({ people, server }) => {
  const players = await openTable(server.url, { names: LONG, started: false });
  const [seat] = seatsOf([players[0]!]);
  const view = { path: `/${seat!.roomCode}`, seats: [seat!], devices: ["phone", "desktop"] as const };
  await everyLook(people, "lobby", view, async ({ page }) => {
    await expect(page.getByText(LONG[3]!)).toBeVisible();
  });
  for (const player of players) player.leave();
});

test("a game in the middle and its end", async ({ people, server }) => {
  const players = await gameAfter(server.url, 12, { names: ["Ann", "Bob", "Cleo"] });
  await players[1]!.tell("chat", { text: "Is that really a word?" });
  const [seat] = seatsOf([players[0]!]);
  const view = { path: `/${seat!.roomCode}`, seats: [seat!] };
  const devices = ["phone", "landscape", "desktop"] as const;
  await everyLook(people, "game", { ...view, devices }, async ({ page }) => {
    await expect(page.locator("[data-rack] button")).toHaveCount(7);
  });
  for (const player of [players[1]!, players[2]!]) await player.tell("resign");
  await everyLook(people, "over", { ...view, devices: ["phone", "desktop"] }, async ({ page }) => {
    await expect(
      page.getByRole("heading", { name: /^(Game Over!|Het spel is afgelopen!)/ }).first(),
    ).toBeVisible();
  });
  await everyLook(people, "coach", { ...view, devices: ["phone", "desktop"] }, async ({ page }) => {
    await page.getByRole("button", { name: /^(Ask the coach|Vraag de coach)$/ }).click();
    const panel = page.getByRole("region", { name: "Coach" });
    await expect(panel.getByRole("status").filter({ hasText: /every turn|elke beurt/ })).toHaveCount(1, {
      timeout: 30_000,
    });
    // What was lost most is what people look at first.
    await panel.locator(".lossy summary").first().click();
    await panel.scrollIntoViewIfNeeded();
    await panel.evaluate((element) => element.scrollIntoView({ block: "start" }));
  });
  for (const player of players) player.leave();
});
