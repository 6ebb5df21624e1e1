// Watching a table: by its link, or by its code where the table allows it.

import { expectAccessible } from "./lib/accessible";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

test("a player can share a link to watch a default table", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.sit(seat!);
  await ann.table.expectMyTurn();
  await ann.table.more("Invite to watch");
  await expectAccessible(ann, "the link to watch");
  const link = await ann.page.getByRole("textbox", { name: "Copy link" }).inputValue();
  expect(link).toBe(`${server.url}/watch/${seat!.roomCode}#${seat!.invite}`);

  const [eve, dirk] = [await people.newPerson(), await people.newPerson()];
  await eve.page.goto(link);
  await expect(eve.page.getByText("You are watching.")).toBeVisible();
  // The same link, pasted into the code field of the menu.
  await dirk.open();
  await dirk.menu.code.fill(link);
  await expect(dirk.page.getByText("You are watching.")).toBeVisible();
  await expect(dirk.table.rack).toHaveCount(0);
});

test("one field on the menu joins or watches, by code or link", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const me = await people.newPerson();
  await me.open();
  await expect(me.page.getByRole("button", { name: /watch/i })).toHaveCount(1);
  await me.menu.code.fill(`${server.url}/${seat!.roomCode}#${seat!.invite}`);
  await expect(me.page.getByRole("alert")).toContainText("already started");
  await me.page.getByRole("button", { name: "Watch instead" }).click();
  await expect(me.page.getByText("You are watching.")).toBeVisible();
});

test("a spectator with only the code learns how to get the link", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const eve = await people.newPerson();
  await eve.open(`/watch/${seat!.roomCode}`);
  await expect(eve.page.getByRole("alert")).toContainText("Ask the host for it");
  // A wrong link gives another message.
  await eve.open(`/watch/${seat!.roomCode}#wrong`);
  await expect(eve.page.getByRole("alert")).toHaveText("This link no longer works.");
});

test("where the table allows it, a code is enough to watch", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url, { rules: { watching: "anyone" } }));
  const eve = await people.newPerson();
  await eve.open();
  await eve.menu.code.fill(seat!.roomCode);
  await eve.page.getByRole("button", { name: "Watch instead" }).click();
  await expect(eve.page.getByText("You are watching.")).toBeVisible();
});
