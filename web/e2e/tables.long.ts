// Longer games at other tables: four people, Dutch, the dictionary as a judge, clocks, absence, spectators, seats
// that move.

import type { Person } from "./lib/people";
import { openTable, openTableWhere, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

test("four players on four devices play until every player has passed, and play again", async ({
  people,
  server,
}) => {
  test.setTimeout(480_000);
  const names = ["Ann", "Bob", "Cleo", "Dirk"];
  const seats = seatsOf(await openTable(server.url, { names }));
  const devices = ["desktop", "phone", "landscape", "desktop"] as const;
  const all: Person[] = [];
  for (const [index, seat] of seats.entries()) all.push(await people.sit(seat, { device: devices[index]! }));

  for (let round = 0; round < 2; round++) {
    for (const [index, person] of all.entries()) {
      await person.table.expectMyTurn();
      await expect(all[(index + 1) % 4]!.table.turnLine).toContainText("(You're next)");
      await person.table.layAnything(2);
      await person.table.play();
    }
  }
  const totals = await all[0]!.page.locator("[data-player] .score").allTextContents();
  const sorted = totals.map(Number).sort((a, b) => b - a);
  expect(totals.map(Number)).toEqual(sorted);
  for (const person of all) await expect(person.table.log).toHaveCount(8);
  for (const person of all) {
    await person.table.expectMyTurn();
    await person.table.pass();
  }
  for (const { page } of all) await expect(page.getByRole("heading", { name: "Game over!" })).toBeVisible();

  await all[2]!.table.button("Play again").click();
  for (const index of [0, 1, 3]) await all[index]!.table.button("Join them").click();
  for (const name of names) await expect(all[2]!.menu.seat(name)).not.toContainText("Reserved");
  await all[2]!.menu.start();
  await all[1]!.table.expectMyTurn();
});

test("at a classic table the dictionary decides challenges, and a draw decides who goes first", async ({
  people,
  server,
}) => {
  const players = await openTable(server.url, { preset: "classic" });
  const first = (await players[0]!.isToMove()) ? 0 : 1;
  const both = await Promise.all(seatsOf(players).map((seat) => people.sit(seat)));
  const [mover, other] = [both[first]!, both[1 - first]!];
  await expect(mover.page.getByRole("heading", { name: "Who goes first" })).toBeVisible();
  await mover.table.expectMyTurn();
  await mover.table.layAnything(7);
  await mover.table.play();
  await other.table.challenge();
  // Seven random tiles are hardly ever a word; if they are, the challenge fails.
  await expect(other.table.message).toContainText(/not valid\.|valid\. The play stands/);
  await expect(other.table.challengePanel).toHaveCount(0);
});

test("a Dutch table is played in Dutch", async ({ people, server }) => {
  const seats = seatsOf(await openTable(server.url, { language: "nl" }));
  const settings = { language: "nl" as const };
  const [ann, bob] = (await Promise.all(seats.map((seat) => people.sit(seat, { settings })))) as [
    Person,
    Person,
  ];
  await expect(ann.table.turnLine).toHaveText("Jouw beurt – leg een woord!");
  await expect(bob.table.turnLine).toContainText("Wachten op Ann…");
  await expect(ann.table.bag).toHaveText("In de zak: 88");
  await ann.page.getByRole("button", { name: "Pas", exact: true }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Pas", exact: true }).click();
  await expect(bob.table.turnLine).toHaveText("Jouw beurt – leg een woord!");
});

test("the clock passes for a player who runs out of time", async ({ people, server }) => {
  const rules = { clock: { kind: "turn" as const, seconds: 8 } };
  const seats = seatsOf(await openTable(server.url, { rules, started: false }));
  const [ann, bob] = (await Promise.all(seats.map((seat) => people.sit(seat)))) as [Person, Person];
  // The clock does not wait for pages to open, so they are opened before the start.
  await expect(bob.menu.seat("Bob")).toContainText("(you)");
  await ann.menu.start();
  await expect(ann.page.locator('[data-player="Ann"] .clock')).toHaveText(/0:0\d/);
  await bob.table.expectMyTurn();
  await expect(ann.table.log.first()).toContainText("ran out of time and passed");
});

test("the host removes a player who has been away for a minute, and the game continues", async ({
  people,
  server,
}) => {
  test.setTimeout(300_000);
  const [host, guest, third] = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"] });
  const [ann, cleo] = (await Promise.all(seatsOf([host!, third!]).map((seat) => people.sit(seat)))) as [
    Person,
    Person,
  ];
  const bob = await people.sit(seatsOf([guest!])[0]!);
  await ann.table.expectMyTurn();
  await bob.table.expectTurnOf("Ann");
  await bob.loseConnection();
  const line = ann.page.locator('[data-player="Bob"]');
  await expect(line).toContainText("away");
  // Only the host can remove players, and only those who are away.
  await cleo.table.button("More").click();
  await expect(cleo.table.dialog.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await cleo.page.keyboard.press("Escape");
  await expect(async () => {
    await ann.table.more("Remove Bob, who is away");
    await expect(line).toContainText("was removed", { timeout: 1_000 });
  }).toPass({ timeout: 180_000, intervals: [5_000] });
  await expect(ann.table.log.last()).toContainText("was removed");

  await ann.table.layAnything(2);
  await ann.table.play();
  await cleo.table.expectMyTurn();
  await bob.restoreConnection();
  await expect(bob.page.locator('[data-player="Bob"]')).toContainText("was removed");
  await expect(bob.table.challengePanel.getByRole("button")).toHaveCount(0);
});

test("a spectator sees the moves but no rack", async ({ people, server }) => {
  const players = await openTable(server.url);
  const { roomCode, invite } = players[0]!.seat;
  const rack = await players[0]!.rack();
  const watcher = await people.newPerson();
  await watcher.open(`/watch/${roomCode}#${invite}`);
  await expect(watcher.page.getByText("You are watching.")).toBeVisible();
  await players[0]!.lay([
    { row: 7, col: 7 },
    { row: 7, col: 8 },
  ]);
  await expect(watcher.table.log).toHaveCount(1);
  await expect(watcher.table.square("8H")).toHaveAccessibleName(/^8H: [A-Z]/);
  await expect(watcher.table.rack).toHaveCount(0);
  expect(watcher.frames.join()).not.toContain(JSON.stringify(rack));
  for (const player of players) player.leave();
});

test("a seat moves to another device, and the first device is notified", async ({ people, server }) => {
  const players = await openTableWhere(server.url, () => true);
  const [seat] = seatsOf(players);
  const here = await people.sit(seat!);
  const rack = await here.table.letters();
  await here.table.more("Play on another device");
  const link = await here.page.getByRole("textbox", { name: "Copy link" }).inputValue();
  const there = await people.newPerson({ device: "phone" });
  await there.page.goto(link);
  await there.page.getByRole("button", { name: "Move the seat here" }).click();
  expect((await there.table.letters()).sort()).toEqual(rack.sort());
  await expect(here.page.getByRole("alert")).toHaveText(
    "You are now playing at this table on another device or tab.",
  );
  expect(new URL(there.page.url()).hash).toBe("");
});
