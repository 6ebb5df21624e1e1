// After a game: sharing, replay by slider and keys, and a rematch.

import { expectAccessible } from "./lib/accessible";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

/** A short game of four turns: a word, a failed challenge that costs a turn, a pass, a swap and a resignation. */
async function finishedGame(url: string) {
  const players = await openTable(url, { names: ["Ann", "Bob"] });
  await players[0]!.lay([7, 8, 9].map((col) => ({ row: 7, col })));
  await players[1]!.send("challenge");
  await players[0]!.send("resolveChallenge", { valid: true });
  await players[0]!.send("passTurn");
  await players[1]!.send("exchangeTiles", { tileIndices: [0] });
  await players[1]!.send("resign");
  const { gameId } = await players[0]!.fetchState();
  return { gameId, seats: seatsOf(players) };
}

test("a finished game is shared as link, text and picture", async ({ people, server }) => {
  const { gameId } = await finishedGame(server.url);
  const me = await people.newPerson({ permissions: ["clipboard-read", "clipboard-write"] });
  await me.open(`/games/${gameId}`);
  await me.page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = me.page.getByRole("dialog", { name: "Share this game" });
  const link = `${server.url}/games/${gameId}`;
  await expect(dialog.getByRole("textbox", { name: "Link to the game" })).toHaveValue(link);
  await expect(dialog.getByTestId("share-text")).toHaveText(
    /^Dord: Ann \d+, Bob −?\d+\. Best play: \w+ for \d+ points?\.$/,
  );
  const picture = dialog.getByRole("img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(me, "sharing a game");
  const clipboard = () => me.page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Copied");
  expect(await clipboard()).toBe(link);
  await dialog.getByRole("button", { name: "Copy text" }).click();
  await expect.poll(clipboard).toContain("Best play");
  const download = me.page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Save picture" }).click();
  expect((await download).suggestedFilename()).toBe(`dord-${gameId.slice(0, 8)}.png`);
});

test("the replay has the surface of the live board", async ({ people, server }) => {
  const players = await openTable(server.url, { names: ["Ann", "Bob"] });
  await players[0]!.lay([7, 8, 9].map((col) => ({ row: 7, col })));
  const [seat] = seatsOf([players[0]!]);
  const ann = await people.sit(seat!);
  const looks = (scope: string) =>
    ann.page.locator(`${scope} .square-look`).evaluateAll((squares) =>
      squares.map((square) => {
        const face = square.querySelector(".tile-look");
        const { backgroundImage, color } = getComputedStyle(face ?? square);
        const label = face ? face.textContent : getComputedStyle(square, "::before").content;
        return { label, colour: getComputedStyle(square).backgroundColor, backgroundImage, color };
      }),
    );
  await expect(ann.page.locator("[data-testid=board] .tile-look")).toHaveCount(3);
  const live = await looks("[data-testid=board]");
  expect(live).toHaveLength(225);
  await players[1]!.send("resign");
  await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  await ann.page.getByRole("link", { name: "Turn by turn" }).click();
  await expect(ann.page.getByRole("slider")).toBeVisible();
  expect(await looks(".replay")).toEqual(live);
  players[1]!.leave();
});

test("where the device can share, the picture goes along", async ({ people, server }) => {
  const { gameId } = await finishedGame(server.url);
  const me = await people.newPerson({ device: "phone" });
  await me.page.addInitScript(() => {
    const shared: object[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [], ...data }: ShareData) => {
        shared.push({
          ...data,
          files: files.map(({ name, type, size }) => ({ name, type, isEmpty: size === 0 })),
        });
      },
    });
  });
  await me.open(`/games/${gameId}`);
  await me.page.getByRole("button", { name: "Share", exact: true }).click();
  await me.page.getByRole("button", { name: "Share…" }).click();
  const shared = () => me.page.evaluate(() => (window as unknown as { shared: object[] }).shared);
  await expect
    .poll(shared)
    .toMatchObject([
      { url: `${server.url}/games/${gameId}`, files: [{ type: "image/png", isEmpty: false }] },
    ]);
});

test("the replay steps by slider and keys, with the turn numbers of the score pad", async ({
  people,
  server,
}) => {
  const { gameId, seats } = await finishedGame(server.url);
  const me = await people.newPerson();
  await me.open(`/games/${gameId}`);
  const slider = me.page.getByRole("slider");
  await expect(slider).toHaveValue("5");
  const press = async (key: string, value: string, text: string) => {
    await me.page.keyboard.press(key);
    await expect(slider).toHaveValue(value);
    await expect(slider).toHaveAttribute("aria-valuetext", text);
  };
  await press("Home", "0", "Turn 0 of 4");
  await press("ArrowRight", "1", "Turn 1 of 4");
  // The lost turn has the number of the turn that follows it.
  await press("ArrowRight", "2", "Turn 2 of 4");
  await press("ArrowRight", "3", "Turn 2 of 4");
  await press("ArrowLeft", "2", "Turn 2 of 4");
  await press("End", "5", "Turn 4 of 4");
  await slider.fill("4");
  await expect(slider).toHaveAttribute("aria-valuetext", "Turn 3 of 4");
  const numbers = await me.page.locator("[data-move] .number").allTextContents();

  const ann = await people.sit(seats[0]!);
  await expect(ann.table.log).toHaveCount(5);
  expect(await ann.table.log.locator(".number").allTextContents()).toEqual(numbers);
});

test("a rematch against the computer takes one click", async ({ people }) => {
  const me = await people.newPerson();
  await me.open();
  await me.menu.practise.click();
  await expect(me.table.tiles).toHaveCount(7);
  const first = me.page.url();
  await me.table.more("Resign");
  await me.table.dialog.getByRole("button", { name: "Resign" }).click();
  await me.page.getByRole("button", { name: "Play again" }).click();
  await expect(me.page).not.toHaveURL(first);
  await expect(me.table.tiles).toHaveCount(7);
  await expect(me.table.turnLine).toBeVisible();
});
