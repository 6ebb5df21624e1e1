// The board comes first: at every size it has its share of the screen, and everything needed for a turn is visible.

import type { Locator } from "@playwright/test";
import { expectNoHorizontalScroll } from "./lib/fits";
import { waitForMotions } from "./lib/motions";
import { DEVICES, type Device, type Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

const NAMES = ["Maximiliane Elisabet", "W".repeat(20), "Wilhelmina Wolkenwit", "Theodoor van der Mee"];

/** The share of the screen that the board has at least. */
const SHARE_MIN: Record<Device, number> = {
  desktop: 0.36,
  large: 0.4,
  huge: 0.42,
  tablet: 0.45,
  phone: 0.4,
  landscape: 0.3,
};

const SQUARE_MIN_PX: Partial<Record<Device, number>> = { large: 60 };

type Box = { x: number; y: number; width: number; height: number };

function areApart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

/** The box of a part, all of which must be visible: within the window, and covered by nothing. */
async function visibleBox(part: Locator, name: string, device: Device): Promise<Box> {
  const { width, height } = DEVICES[device].viewport;
  const box = (await part.boundingBox())!;
  expect(box.x, `${name} is within the left edge`).toBeGreaterThanOrEqual(0);
  expect(box.y, `${name} is within the top edge`).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, `${name} is within the right edge`).toBeLessThanOrEqual(width);
  expect(box.y + box.height, `${name} is within the bottom edge`).toBeLessThanOrEqual(height);
  const isOnTop = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(found) || (found?.classList.contains("marker") ?? false);
  });
  expect(isOnTop, `${name} is covered by nothing`).toBe(true);
  return box;
}

/** Expects the board with its share, and all parts of a turn without overlaps. Returns the place of the rack. */
async function expectBoardFirst({ page, table }: Person, device: Device, playerCount: number): Promise<Box> {
  const { width, height } = DEVICES[device].viewport;
  await waitForMotions(page);
  const board = (await page.getByTestId("board").boundingBox())!;
  expect(board.width, "the board is a square").toBe(board.height);
  expect((board.width * board.height) / (width * height)).toBeGreaterThanOrEqual(SHARE_MIN[device]);
  const square = (await table.square("8H").boundingBox())!;
  expect(square.width).toBeGreaterThanOrEqual(SQUARE_MIN_PX[device] ?? 0);

  const cards = page.locator("[data-player]");
  await expect(cards).toHaveCount(playerCount);
  const parts = new Map<string, Locator>([
    ["board", page.getByTestId("board")],
    ["rack", table.rack],
    ["turn line", table.turnLine],
    ...["Play word", "Shuffle", "Recall", "Swap", "Pass", "More"].map(
      (name) => [name, table.button(name)] as const,
    ),
    ...(await cards.all()).map((card, index) => [`card ${index}`, card] as const),
  ]);
  const panel = table.challengePanel;
  if (await panel.isVisible()) {
    parts.set("challenge", panel);
    for (const button of await panel.getByRole("button").all()) {
      await visibleBox(button, "a button of the challenge", device);
    }
  }
  const boxes: Array<[string, Box]> = [];
  for (const [name, part] of parts) boxes.push([name, await visibleBox(part, name, device)]);
  for (const [index, [name, box]] of boxes.entries()) {
    for (const [other, otherBox] of boxes.slice(index + 1)) {
      expect(areApart(box, otherBox), `${name} and ${other} do not overlap`).toBe(true);
    }
  }
  for (const tile of await table.tiles.all()) await visibleBox(tile, "a tile", device);

  await expectNoHorizontalScroll(page);
  const isScrollable = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
  expect(isScrollable, "nothing is below the screen").toBe(false);
  return boxes.find(([name]) => name === "rack")![1];
}

for (const device of Object.keys(DEVICES) as Device[]) {
  for (const count of [2, 4]) {
    test(`the board comes first with ${count} players and an open challenge, on a ${device}`, async ({
      people,
      server,
    }) => {
      const rules = { challengeWindowSeconds: 3_600 };
      const players = await openTable(server.url, { names: NAMES.slice(0, count), rules });
      const me = await people.sit(seatsOf([players[0]!])[0]!, { device });
      await me.table.expectMyTurn();
      await expect(me.table.tiles).toHaveCount(7);
      const rack = await expectBoardFirst(me, device, count);

      await test.step("while a play can be challenged", async () => {
        await me.table.layAnything(2);
        await me.table.play();
        await players[1]!.untilToMove();
        await players[1]!.lay(await me.table.line(3));
        await expect(me.table.challengePanel).toContainText(NAMES[1]!);
        await expect(me.table.tiles).toHaveCount(7);
        expect(await expectBoardFirst(me, device, count), "the rack does not move").toEqual(rack);
      });

      await test.step("while a challenge is open", async () => {
        await me.table.challenge();
        await expect(me.table.challengePanel).toContainText("You are challenging");
        expect(await expectBoardFirst(me, device, count), "the rack does not move").toEqual(rack);
      });
      for (const player of players) player.leave();
    });
  }

  test(`the code comes first in the lobby, next to the QR code, on a ${device}`, async ({
    people,
    server,
  }) => {
    const players = await openTable(server.url, { names: NAMES, started: false });
    const [seat] = seatsOf([players[0]!]);
    const me = await people.sit(seat!, { device });
    await expect(me.menu.seat(NAMES[3]!)).toBeAttached();
    const code = await visibleBox(me.page.getByText(seat!.roomCode, { exact: true }), "code", device);
    const text = await me.page.getByText(seat!.roomCode, { exact: true }).evaluate((element) => {
      const own = element.textContent;
      // The widest code there is.
      element.textContent = "WWWW";
      const fits = element.scrollWidth <= element.clientWidth;
      element.textContent = own;
      return fits;
    });
    expect(text, "the code is not cut off").toBe(true);
    const qr = (await me.page.getByRole("img", { name: /^QR code/ }).boundingBox())!;
    expect(areApart(code, qr), "the QR code does not cover the code").toBe(true);
    for (const player of players) player.leave();
  });
}

for (const width of [700, 720, 800, 880, 960, 1040]) {
  test(`the QR code does not cover the code in a window of ${width} pixels`, async ({ people, server }) => {
    const [host] = await openTable(server.url, { names: ["Ann"], started: false });
    const [seat] = seatsOf([host!]);
    const me = await people.newPerson({ seats: [seat!] });
    await me.page.setViewportSize({ width, height: 700 });
    await me.open(`/${seat!.roomCode}`);
    const code = me.page.getByText(seat!.roomCode, { exact: true });
    await expect(code).toBeVisible();
    expect(await code.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const qr = (await me.page.getByRole("img", { name: /^QR code/ }).boundingBox())!;
    expect(areApart((await code.boundingBox())!, qr)).toBe(true);
  });
}

test("every screen opens at its top", async ({ people }) => {
  const me = await people.newPerson({ device: "phone" });
  await me.open("/#create");
  await me.menu.name.fill("Ann");
  await me.page.getByText("More rules").click();
  await me.page.getByRole("button", { name: "Create game" }).scrollIntoViewIfNeeded();
  await me.page.getByRole("button", { name: "Create game" }).click();
  await expect(me.page.getByRole("heading", { name: "Players", exact: true })).toBeVisible();
  expect(await me.page.evaluate(() => scrollY)).toBe(0);

  await me.page.getByRole("button", { name: "Add computer" }).click();
  await me.menu.start();
  await expect(me.table.tiles).toHaveCount(7);
  expect(await me.page.evaluate(() => scrollY)).toBe(0);
});

test("on a phone the newest move is at the top of the score pad", async ({ people, server }) => {
  const players = await openTable(server.url);
  const me = await people.sit(seatsOf([players[0]!])[0]!, { device: "phone" });
  await me.table.expectMyTurn();
  await me.table.layAnything(2);
  await me.table.play();
  await players[1]!.untilToMove();
  await players[1]!.send("passTurn");
  await expect(me.table.log).toHaveCount(2);
  const heights = async () =>
    Promise.all((await me.table.log.all()).map(async (line) => (await line.boundingBox())!.y));
  await expect.poll(async () => (await heights())[1]! < (await heights())[0]!).toBe(true);
  await expect(me.table.log.last()).toContainText("passed");
  for (const player of players) player.leave();
});
