import { waitForMotions } from "./lib/motions";
import { openTableWhere, seatsOf } from "./lib/seats";
import { nameOf } from "./lib/squares";
import { expect, test } from "./lib/test";

test("two players play a social game by mouse, from the menu to playing again", async ({ people }) => {
  test.setTimeout(300_000);
  const [ann, bob] = [await people.newPerson(), await people.newPerson()];

  await test.step("Ann creates a table, and Bob joins by its link", async () => {
    await ann.open();
    await ann.menu.create("Ann");
    await bob.page.goto(await ann.menu.link());
    await bob.menu.name.fill("Bob");
    await bob.page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(ann.menu.seat("Bob")).toBeVisible();
    await ann.menu.start();
    await ann.table.expectMyTurn();
    await bob.table.expectTurnOf("Ann");
    await expect(bob.table.turnLine).toContainText("(You're next)");
  });

  await test.step("a challenge succeeds: the tiles return to the rack", async () => {
    const rack = await ann.table.letters();
    await ann.table.layAnything(3);
    await expect(ann.table.preview).toHaveAccessibleName(/would score \d+ point/);
    await ann.table.play();
    await bob.table.expectMyTurn();
    await expect(ann.table.score("Ann")).not.toHaveText("0");
    await bob.table.challenge();
    await expect(ann.table.challengePanel).toContainText("Bob is challenging your");
    await expect(bob.table.challengePanel).toContainText("You are challenging");
    await expect(bob.table.button("Pass")).toBeDisabled();
    await bob.table.judge("invalid");
    await expect(ann.table.message).toContainText("not valid. Ann's play is taken back.");
    await expect(ann.table.score("Ann")).toHaveText("0");
    expect((await ann.table.letters()).sort()).toEqual(rack.sort());
    await bob.table.expectMyTurn();
  });

  await test.step("a challenge fails: the word stands, and the challenger loses a turn", async () => {
    const squares = await bob.table.line(3);
    for (const square of squares) {
      const [letter] = await bob.table.letters();
      await bob.table.drag(letter!, nameOf(square));
      if (letter === "_") await bob.table.nameBlank("E");
    }
    await bob.table.play();
    await ann.table.expectMyTurn();
    await ann.table.challenge();
    await bob.table.judge("valid");
    await expect(ann.table.message).toContainText("valid. The play stands.");
    await bob.table.expectMyTurn();
    await expect(bob.table.tiles).toHaveCount(7);
    await expect(ann.table.log.last()).toContainText("lost a turn");
  });

  await test.step("a swap takes the turn", async () => {
    const [first, second] = await bob.table.letters();
    await bob.table.swap([first!, second!]);
    await ann.table.expectMyTurn();
    await expect(ann.table.log.last()).toContainText("swapped 2 tiles");
  });

  await test.step("a play that all other players accept stands at once", async () => {
    await ann.table.layAnything(2);
    await ann.table.play();
    await bob.table.challengePanel.getByRole("button", { name: "Looks good" }).click();
    await expect(ann.table.challengePanel).toHaveCount(0);
    await expect(ann.table.tiles).toHaveCount(7);
  });

  await test.step("an earlier board can be shown", async () => {
    const before = (await bob.table.taken()).size;
    await bob.table.log.first().getByRole("button").click();
    await expect(bob.page.getByText("The board after turn 1")).toBeVisible();
    await bob.table.button("Back to now").click();
    await expect.poll(async () => (await bob.table.taken()).size).toBe(before);
  });

  await test.step("passing asks for confirmation, and a pass by every player ends the game", async () => {
    await bob.table.expectMyTurn();
    await bob.table.button("Pass").click();
    await bob.table.dialog.getByRole("button", { name: "Cancel" }).click();
    await bob.table.expectMyTurn();
    await bob.table.pass();
    await ann.table.expectMyTurn();
    await ann.table.pass();
    for (const { page } of [ann, bob]) {
      await expect(page.getByRole("heading", { name: "Game over!" })).toBeVisible();
    }
  });

  await test.step("they play again, and the other player goes first", async () => {
    await ann.table.button("Play again").click();
    await expect(ann.menu.seat("Reserved for Bob")).toBeVisible();
    await expect(bob.page.getByRole("status").getByText("Ann wants to play again.")).toBeVisible();
    await bob.table.button("Join them").click();
    await expect(ann.menu.seat("Bob")).not.toContainText("Reserved");
    await ann.menu.start();
    await bob.table.expectMyTurn();
  });
});

test("a blank asks for its letter and is marked as a blank", async ({ people, server }) => {
  const players = await openTableWhere(server.url, (rack) => rack.some((tile) => tile.isBlank));
  const [ann, bob] = await Promise.all(seatsOf(players).map((seat) => people.sit(seat)));
  const other = (await ann!.table.letters()).find((letter) => letter !== "_")!;

  await ann!.table.drag("_", "8H");
  await expect(ann!.table.dialog).toContainText("Choose a letter for the blank");
  await ann!.page.keyboard.press("Escape");
  await expect(ann!.table.tentative).toHaveCount(0);

  await ann!.table.lay("_", "8H", "Q");
  await expect(ann!.table.square("8H")).toHaveAccessibleName("8H: blank as Q, not played yet");
  await ann!.table.lay(other, "8I");
  await ann!.table.play();
  await expect(bob!.table.square("8H")).toHaveAccessibleName("8H: blank as Q");
  await expect(bob!.table.challengePanel).toContainText(`“Q${other}”`);
});

test("tiles are taken back by a tap, by dragging them off, or all at once", async ({ people, server }) => {
  const players = await openTableWhere(server.url, (rack) => rack.every((tile) => !tile.isBlank));
  const { table, page } = await people.sit(seatsOf(players)[0]!);
  const rack = await table.letters();

  await table.layAnything(2);
  const [square] = await table.tentative.all();
  await square!.click();
  await expect(table.tentative).toHaveCount(1);
  await table.tentative.hover();
  await page.mouse.down();
  await page.mouse.move(5, 5, { steps: 4 });
  await page.mouse.up();
  await expect(table.tentative).toHaveCount(0);

  await table.layAnything(2);
  await table.button("Recall").click();
  await expect(table.tentative).toHaveCount(0);
  expect(await table.letters()).toEqual(rack);
});

test("the rack is reordered by dragging and shuffled", async ({ people, server }) => {
  const letters = (rack: ReadonlyArray<{ letter: string }>) => new Set(rack.map((tile) => tile.letter)).size;
  const players = await openTableWhere(server.url, (rack) => letters(rack) === 7);
  const { table, page } = await people.sit(seatsOf(players)[0]!);
  const [first, second, ...rest] = await table.letters();

  await waitForMotions(page);
  const last = (await table.tiles.last().boundingBox())!;
  await table.tile(first!).hover();
  await page.mouse.down();
  await page.mouse.move(last.x + last.width - 2, last.y + last.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => table.letters()).toEqual([second, ...rest, first]);

  await table.button("Shuffle").click();
  expect((await table.letters()).sort()).toEqual([first, second, ...rest].sort());
});
