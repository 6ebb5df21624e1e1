import type { Locator } from "@playwright/test";
import { expectNoHorizontalScroll } from "./lib/fits";
import { waitForMotions } from "./lib/motions";
import type { Device, Person } from "./lib/people";
import { DEVICES } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

/** The longest and widest names. */
const NAMES = ["Maximiliane Elisabet", "W".repeat(20), "Wilhelmina Wolkenwit", "Theodoor van der Mee"];

type Box = { x: number; y: number; width: number; height: number };

/** The bounding box of an element, which must be within the window. */
async function boxOf(part: Locator, device: Device): Promise<Box> {
  const { width, height } = DEVICES[device].viewport;
  const box = (await part.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  return box;
}

/** Expects an element large enough to tap, with nothing above it. */
async function expectTappable(part: Locator): Promise<void> {
  const box = (await part.boundingBox())!;
  expect(box.width).toBeGreaterThanOrEqual(40);
  expect(box.height).toBeGreaterThanOrEqual(40);
  const isOnTop = await part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
}

function areApart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

/** Expects board, rack and buttons within the window, without overlaps or cut-off text. */
async function expectEverythingFits({ page, table }: Person, device: Device): Promise<void> {
  const { width, height } = DEVICES[device].viewport;
  await waitForMotions(page);
  const buttons = ["Play word", "Shuffle", "Swap", "Pass", "More"].map((name) => table.button(name));
  for (const part of [...buttons, table.turnLine]) await boxOf(part, device);
  const board = await boxOf(page.getByTestId("board"), device);
  // A tiny board would fit, too.
  expect(board.width).toBeGreaterThan(Math.min(width, height) * 0.7);
  for (const tile of await table.tiles.all()) await expectTappable(tile);
  const isCut = await table.turnLine.evaluate((line) => line.scrollWidth > line.clientWidth);
  expect(isCut, "the turn line is not cut off").toBe(false);
  const parts = [board, await boxOf(table.rack, device)];
  if (await table.challengePanel.isVisible()) {
    parts.push(await boxOf(table.challengePanel, device));
    for (const button of await table.challengePanel.getByRole("button").all()) await expectTappable(button);
  }
  for (const [index, part] of parts.entries()) {
    for (const other of parts.slice(index + 1)) expect(areApart(part, other)).toBe(true);
  }
  await expectNoHorizontalScroll(page);
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
      await me.table.expectMyTurn();
      await expect(me.table.tiles).toHaveCount(7);
      await expectEverythingFits(me, device);

      await test.step("also while a play can be challenged", async () => {
        await me.table.layAnything(2);
        await me.table.play();
        await players[1]!.untilToMove();
        await players[1]!.lay(await me.table.line(2));
        await expect(me.table.challengePanel).toContainText(names[1]!);
        await expectEverythingFits(me, device);
      });
      for (const player of players) player.leave();
    });
  }
}

for (const kind of ["game", "turn"] as const) {
  test(`four cards on a tablet show whole names of usual length, with clocks per ${kind}`, async ({
    people,
    server,
  }) => {
    const names = ["Barbara", "O'Neil", "Jean-Luc", "Christopher"];
    const rules = { clock: kind === "game" ? { kind, minutes: 25 } : { kind, seconds: 600 } };
    const players = await openTable(server.url, { names, rules });
    const me = await people.sit(seatsOf([players[0]!])[0]!, { device: "tablet" });
    await me.table.expectMyTurn();
    await expectEverythingFits(me, "tablet");
    for (const name of names) {
      const card = me.page.locator(`[data-player="${name}"]`);
      await boxOf(card, "tablet");
      const shown = card.getByText(name, { exact: true });
      const isCut = await shown.evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(isCut, `${name} is not cut off`).toBe(false);
      const clock = card.locator(".clock");
      if ((await clock.count()) > 0) {
        const parts = [shown, clock, card.locator(".score")].map((part) => boxOf(part, "tablet"));
        const [text, time, score] = (await Promise.all(parts)) as [Box, Box, Box];
        expect(areApart(text, time) && areApart(text, score) && areApart(time, score)).toBe(true);
      }
    }
    for (const player of players) player.leave();
  });
}

for (const device of ["phone", "landscape"] as const) {
  for (const verdict of ["anyone", "vote"] as const) {
    test(`a challenge that is decided by ${verdict} fits a ${device} with four long names, for every viewer`, async ({
      people,
      server,
    }) => {
      const seats = seatsOf(await openTable(server.url, { names: NAMES, rules: { verdict } }));
      const all: Person[] = [];
      for (const seat of seats.slice(0, 3)) all.push(await people.sit(seat, { device }));
      const [player, challenger, other] = all as [Person, Person, Person];
      await player.table.expectMyTurn();
      await player.table.layAnything(4);
      await player.table.play();
      await challenger.table.challenge();
      await expect(other.table.challengePanel).toContainText("is challenging");
      await expect(player.table.challengePanel).toContainText("is challenging your");
      for (const person of all) {
        await person.page.evaluate(() => scrollTo(0, 0));
        await expectEverythingFits(person, device);
      }
    });
  }

  test(`the turn line fits a ${device} in Dutch`, async ({ people, server }) => {
    const players = await openTable(server.url, { names: NAMES.slice(0, 3) });
    const settings = { language: "nl" as const };
    const [first, second] = seatsOf(players.slice(0, 2));
    for (const [seat, text] of [
      [first!, "Jouw beurt – leg een woord!"],
      [second!, `Wachten op ${NAMES[0]}…`],
    ] as const) {
      const { page, table } = await people.sit(seat, { device, settings });
      await expect(table.turnLine).toContainText(text);
      const isCut = await table.turnLine.evaluate((line) => line.scrollWidth > line.clientWidth);
      expect(isCut).toBe(false);
      await boxOf(page.locator("[data-rack]"), device);
      await boxOf(page.getByRole("button", { name: "Meer" }), device);
      await expectNoHorizontalScroll(page);
    }
    for (const player of players) player.leave();
  });
}

test("the tiles to swap are in one row on a phone, large enough to tap", async ({ people, server }) => {
  const players = await openTable(server.url);
  const me = await people.sit(seatsOf([players[0]!])[0]!, { device: "phone" });
  await me.table.expectMyTurn();
  await me.table.button("Swap").tap();
  const tiles = await me.table.dialog.locator(".tile").all();
  expect(tiles).toHaveLength(7);
  await waitForMotions(me.page);
  const boxes = await Promise.all(tiles.map((tile) => boxOf(tile, "phone")));
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  for (const tile of tiles) await expectTappable(tile);
  for (const player of players) player.leave();
});

test("the results fit a phone's width, with wide names", async ({ people, server }) => {
  const names = [NAMES[1]!, NAMES[0]!, "iiiii iiiii iiiii"];
  const players = await openTable(server.url, { names });
  const [seat] = seatsOf([players[0]!]);
  const me = await people.sit(seat!, { device: "phone" });
  await me.table.expectMyTurn();
  await me.table.layAnything(3);
  await me.table.play();
  for (const player of players.slice(1)) await player.send("resign");
  await expect(me.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  await expect(me.page.getByText("verified on this device")).toBeVisible();
  await expectNoHorizontalScroll(me.page);
  await expect(me.table.bag).toHaveCount(0);
  await me.page.getByRole("link", { name: "Turn by turn" }).click();
  await expect(me.page.getByRole("region", { name: "Turn by turn" })).toBeVisible();
  await expectNoHorizontalScroll(me.page);
  for (const player of players) player.leave();
});

test("after a game the chat follows the score pad directly", async ({ people, server }) => {
  const players = await openTable(server.url);
  const me = await people.sit(seatsOf([players[0]!])[0]!);
  await me.table.expectMyTurn();
  await me.table.layAnything(3);
  await me.table.play();
  await players[1]!.send("resign");
  await expect(me.page.getByText("verified on this device")).toBeVisible();
  const lastMove = (await me.table.log.last().boundingBox())!;
  const field = (await me.page.getByRole("textbox", { name: "Say something" }).boundingBox())!;
  const { height } = DEVICES.desktop.viewport;
  expect(field.y - lastMove.y).toBeGreaterThan(0);
  expect(field.y - lastMove.y).toBeLessThan(height / 4);
  for (const player of players) player.leave();
});

test("menu, form and lobby fit a phone's width, with long names", async ({ people, server }) => {
  const players = await openTable(server.url, { names: NAMES, started: false });
  const [seat] = seatsOf([players[0]!]);
  const me = await people.newPerson({ device: "phone", seats: [seat!] });
  for (const path of ["/", "/#create", "/QQQQ", `/${seat!.roomCode}`]) {
    await me.open(path);
    await expect(me.page.getByRole("heading").first()).toBeAttached();
    await expectNoHorizontalScroll(me.page);
  }
  await expect(me.menu.seat(NAMES[3]!)).toBeVisible();
  for (const player of players) player.leave();
});

for (const device of ["desktop", "phone", "landscape"] as const) {
  test(`on a ${device} the notice of a lost connection covers nothing`, async ({ people, server }) => {
    const players = await openTable(server.url, { names: ["Ann", "Wilhelmina Wolkenwit"] });
    const me = await people.sit(seatsOf([players[0]!])[0]!, { device });
    await me.table.expectMyTurn();
    const before = (await me.page.getByTestId("board").boundingBox())!;
    await me.loseConnection();
    const notice = me.page.getByText("Disconnected, attempting to reconnect…");
    await expect(notice).toBeVisible();
    const shown = await boxOf(notice, device);
    const buttons = ["Play word", "Shuffle", "Swap", "Pass", "More"].map((name) => me.table.button(name));
    for (const part of [
      me.table.turnLine,
      me.table.bag,
      me.page.getByTestId("board"),
      me.table.rack,
      ...buttons,
    ]) {
      expect(areApart(shown, await boxOf(part, device))).toBe(true);
    }
    expect(await me.page.getByTestId("board").boundingBox(), "the board does not move").toEqual(before);
    await me.restoreConnection();
    await expect(notice).toHaveCount(0);
    for (const player of players) player.leave();
  });
}
