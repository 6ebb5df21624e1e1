import { DailyDevice, parOf, today } from "../lib/daily";
import { DailyPage } from "../lib/daily-page";
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
  await players[1]!.send("chat", { text: "Is that really a word?" });
  const [seat] = seatsOf([players[0]!]);
  const view = { path: `/${seat!.roomCode}`, seats: [seat!] };
  const devices = ["phone", "landscape", "desktop"] as const;
  await everyLook(people, "game", { ...view, devices }, async ({ page }) => {
    await expect(page.locator("[data-rack] button")).toHaveCount(7);
  });
  for (const player of [players[1]!, players[2]!]) await player.send("resign");
  await everyLook(people, "over", { ...view, devices: ["phone", "desktop"] }, async ({ page }) => {
    await expect(
      page.getByRole("heading", { name: /^(Game over!|Het spel is afgelopen!)/ }).first(),
    ).toBeVisible();
  });
  await everyLook(people, "coach", { ...view, devices: ["phone", "desktop"] }, async ({ page }) => {
    await page.getByRole("button", { name: /^(Ask the coach|Vraag de coach)$/ }).click();
    const panel = page.getByRole("region", { name: "Coach" });
    await expect(panel.getByRole("status").filter({ hasText: /every turn|elke beurt/ })).toHaveCount(1, {
      timeout: 30_000,
    });
    // Open the turn with the largest loss.
    await panel.locator(".lossy summary").first().click();
    await panel.scrollIntoViewIfNeeded();
    await panel.evaluate((element) => element.scrollIntoView({ block: "start" }));
  });
  for (const player of players) player.leave();
});

test("the daily puzzle in the middle, its result and its archive", async ({ people, server }) => {
  const date = await today(server.url);
  const { turns } = await parOf(server.url, date);
  const device = await DailyDevice.make(server.url);
  const play = (turnNumber: number) => {
    const { tilesPlaced } = turns[turnNumber - 1]!;
    return device.submit(date, { turnNumber, tilesPlaced });
  };
  const stored = { "dord.daily": JSON.stringify({ token: device.token, language: "en" }) };
  const view = { path: "/daily", stored };
  await play(1);
  await play(2);
  const devices = ["phone", "landscape", "desktop"] as const;
  await everyLook(people, "daily", { ...view, devices }, async ({ page }) => {
    const daily = new DailyPage(page);
    await expect(daily.board).toBeVisible();
    // The device has stored them since the previous look.
    if ((await daily.tentative.count()) === 0) await daily.layAll(turns[2]!.tilesPlaced);
    if (await page.locator(".zoom-out").count()) await page.locator(".zoom-out").click();
    await expect(daily.preview).toHaveText(String(turns[2]!.totalScore));
  });
  await play(3);
  await device.submit(date, {
    turnNumber: 4,
    tilesExchanged: [(await device.state(date)).playerRack[0]!.id],
  });
  await device.swapThrough(date);
  await device.rename("Wilhelmina Wolkenwit");
  await everyLook(people, "daily-result", { ...view, devices: ["phone", "desktop"] }, async ({ page }) => {
    await expect(page.getByTestId("share")).toBeVisible();
    await expect(page.getByTestId("leaders").getByRole("row").first()).toBeAttached();
    await page.getByRole("button", { name: /^(Next turn|Volgende beurt)$/ }).click();
    await page.evaluate(() => scrollTo(0, 0));
  });
  await everyLook(people, "daily-archive", { ...view, devices: ["phone"] }, async ({ page }) => {
    await page.getByRole("button", { name: /^(Earlier puzzles|Eerdere puzzels)$/ }).click();
    await expect(page.getByTestId("calendar").locator(".done").first()).toBeVisible();
  });
});
