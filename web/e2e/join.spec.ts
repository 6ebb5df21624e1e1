// The join page: what a guest learns before entering a name.

import { expectAccessible } from "./lib/accessible";
import { openTable, seatsOf, WirePlayer } from "./lib/seats";
import { expect, test } from "./lib/test";

test("a link shows host, players, language and rules, and keeps them up to date", async ({
  people,
  server,
}) => {
  const wish = { names: ["Ann", "Bob"], started: false, preset: "classic" as const, language: "nl" };
  const players = await openTable(server.url, { ...wish, rules: { maxPlayers: 3 } });
  const { roomCode, invite } = players[0]!.seat;
  const guest = await people.newPerson();
  await guest.open(`/${roomCode}#${invite}`);
  const summary = guest.page.getByTestId("table-summary");
  for (const text of [
    "Ann",
    "Bob",
    "2 of 3 seats taken",
    "Dutch",
    "Dictionary decides",
    "the dictionary decides",
  ]) {
    await expect(summary).toContainText(text);
  }
  await expect(guest.menu.name).toBeFocused();
  await expectAccessible(guest, "join page");
  const cleo = await WirePlayer.sit(server.url, "joinGame", { playerName: "Cleo", roomCode });
  await expect(summary).toContainText("Bob, Cleo · 3 of 3 seats taken");
  await expect(guest.page.getByRole("alert")).toHaveText("This table is full.");
  await expect(guest.menu.name).toHaveCount(0);
  for (const player of [...players, cleo]) player.leave();
});

test("a link to a started game offers to watch and asks for no name", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const guest = await people.newPerson();
  await guest.open(`/${seat!.roomCode}#${seat!.invite}`);
  await expect(guest.page.getByRole("alert")).toContainText("already started");
  await expect(guest.menu.name).toHaveCount(0);
  await expectAccessible(guest, "a link to a started game");
  await guest.page.getByRole("button", { name: "Watch instead" }).click();
  await expect(guest.page.getByText("You are watching.")).toBeVisible();
});

test("a wrong link is reported before a name is asked and can be corrected", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const guest = await people.newPerson();
  await guest.open(`/QQQQ#${host!.seat.invite}`);
  await expect(guest.page.getByRole("alert")).toHaveText("There is no table with this code.");
  await expect(guest.menu.name).toHaveCount(0);
  await expectAccessible(guest, "a wrong link");
  await guest.menu.join(host!.seat.roomCode, "Bob");
  await expect(guest.menu.seat("Bob")).toContainText("(you)");
  host!.leave();
});

test("a wrong code can be corrected on the join page", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const guest = await people.newPerson();
  await guest.open("/QQQQ");
  await expect(guest.page.getByRole("alert")).toHaveText("There is no table with this code.");
  await expect(guest.menu.name).toHaveCount(0);
  await expectAccessible(guest, "a wrong code");
  await guest.menu.code.fill(host!.seat.roomCode);
  const summary = guest.page.getByTestId("table-summary");
  for (const text of ["Ann", "English", "Friends decide"]) await expect(summary).toContainText(text);
  await guest.menu.name.fill("Bob");
  await guest.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(guest.menu.seat("Bob")).toContainText("(you)");
  host!.leave();
});

test("a code of a started game is reported before a name is asked", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const guest = await people.newPerson({ device: "phone" });
  await guest.open();
  await guest.menu.code.fill(seat!.roomCode);
  await expect(guest.page.getByRole("alert")).toContainText("already started");
  await expect(guest.page.getByRole("alert")).toContainText("Ask the host for it");
  await expect(guest.menu.name).toHaveCount(0);
  // The code alone does not show who plays.
  await expect(guest.page.getByTestId("table-summary")).not.toContainText(seat!.playerName);
  await expectAccessible(guest, "a code of a started game");
});

test("the menu names the opponents of a table and whose turn it was", async ({ people, server }) => {
  const players = await openTable(server.url, { names: ["Ann", "Bob"] });
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await ann.table.expectMyTurn();
  await ann.table.more("Back to menu");
  const entry = ann.page.getByRole("link", { name: new RegExp(players[0]!.seat.roomCode) });
  await expect(entry).toContainText("Bob");
  await expect(entry).toContainText("Your turn");
  players[1]!.leave();
});
