import type { Page } from "@playwright/test";
import type { Device, Person } from "./lib/people";
import { DEVICES } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

const LONG = [
  "Maximiliane Elisabet",
  "Bartholomeus Willems",
  "Wilhelmina Wolkenwit",
  "Theodoor van der Meer",
];
const NAMES = LONG.map((name) => name.slice(0, 20).trim());

/** Nothing is wider than the screen. */
async function hasNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

/** Board, rack and buttons lie within the window without scrolling, and nothing lies over them. */
async function everythingFits({ page, table }: Person, device: Device): Promise<void> {
  const { width, height } = DEVICES[device].viewport;
  const buttons = ["Play word", "Shuffle", "Swap", "Pass", "More"].map((name) => table.button(name));
  for (const part of [page.getByTestId("board"), table.rack, ...buttons, table.turnLine]) {
    const box = (await part.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
  }
  for (const tile of await table.tiles.all()) {
    const box = (await tile.boundingBox())!;
    expect(box.width).toBeGreaterThanOrEqual(40);
    expect(box.height).toBeGreaterThanOrEqual(40);
    const isOnTop = await tile.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop).toBe(true);
  }
  const board = (await page.getByTestId("board").boundingBox())!;
  // A board that fits because it is tiny would be none.
  expect(board.width).toBeGreaterThan(Math.min(width, height) * 0.7);
  await hasNoSidewaysScroll(page);
}

for (const device of ["desktop", "phone", "landscape"] as const) {
  for (const theme of ["retro", "parlour"] as const) {
    test(`board, rack and buttons fit a ${device} without scrolling, in ${theme}`, async ({
      people,
      server,
    }) => {
      const names = theme === "retro" ? ["Ann", "Bob"] : NAMES;
      const players = await openTable(server.url, { names });
      const me = await people.sit(seatsOf([players[0]!])[0]!, { device, settings: { theme } });
      await me.table.isMyTurn();
      await expect(me.table.tiles).toHaveCount(7);
      await everythingFits(me, device);

      await test.step("also while a play can be challenged", async () => {
        await me.table.layAnything(2);
        await me.table.play();
        await players[1]!.untilToMove();
        await players[1]!.lay(await me.table.line(2));
        await expect(me.table.challengePanel).toContainText(names[1]!);
        await everythingFits(me, device);
      });
      for (const player of players) player.leave();
    });
  }
}

test("menu, form and lobby fit a phone's width, with long names", async ({ people, server }) => {
  const players = await openTable(server.url, { names: NAMES, started: false });
  const [seat] = seatsOf([players[0]!]);
  const me = await people.come({ device: "phone", seats: [seat!] });
  for (const path of ["/", "/#create", "/QQQQ", `/${seat!.roomCode}`]) {
    await me.open(path);
    await expect(me.page.getByRole("heading").first()).toBeAttached();
    await hasNoSidewaysScroll(me.page);
  }
  await expect(me.menu.seat(NAMES[3]!)).toBeVisible();
  for (const player of players) player.leave();
});
