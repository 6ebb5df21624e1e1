import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";
import type { Person } from "./lib/people";

/** Counts what a person does from now on. */
async function countDeeds({ page }: Person): Promise<() => Promise<{ clicks: number; fields: number }>> {
  await page.evaluate(() => {
    const deeds = { clicks: 0, fields: new Set<EventTarget>() };
    Object.assign(window, { deeds });
    addEventListener("click", () => deeds.clicks++, true);
    addEventListener("input", (event) => deeds.fields.add(event.target!), true);
  });
  return () =>
    page.evaluate(() => {
      const { deeds } = window as unknown as { deeds: { clicks: number; fields: Set<EventTarget> } };
      return { clicks: deeds.clicks, fields: deeds.fields.size };
    });
}

test("from the first page to a rack against the computer it is one click", async ({ people }) => {
  const me = await people.newPerson();
  await me.open();
  const done = await countDeeds(me);
  await me.menu.practise.click();
  await expect(me.table.tiles).toHaveCount(7);
  expect(await done()).toEqual({ clicks: 1, fields: 0 });
});

test("from a shared link to a seat in the lobby it is one name and one click", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  await bob.open(`/${host!.seat.roomCode}#${host!.seat.invite}`);
  const done = await countDeeds(bob);
  await bob.page.keyboard.type("Bob");
  await bob.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(bob.menu.seat("Bob")).toContainText("(you)");
  expect(await done()).toEqual({ clicks: 1, fields: 1 });
  expect(new URL(bob.page.url()).hash).toBe("");
  host!.leave();
});

test("from the menu the code alone finds the table", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  await bob.open();
  await bob.menu.join(host!.seat.roomCode.toLowerCase(), "Bob");
  await expect(bob.menu.seat("Ann")).toContainText("host");
  await expect(bob.menu.seat("Bob")).toContainText("(you)");
  host!.leave();
});

test("what is wrong with a code or a name is said where it was typed", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  await bob.open(`/${host!.seat.roomCode}`);
  await bob.menu.name.fill("ann");
  await bob.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(bob.page.getByRole("alert")).toHaveText("That name is already taken at this table.");
  host!.leave();
  await bob.open("/QQQQ");
  await bob.menu.name.fill("Bob");
  await bob.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(bob.page.getByRole("alert")).toHaveText("There is no table with this code.");
});

test("the host adds a computer, removes it again, and starts only with two", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url, { names: ["Ann"], started: false }));
  const ann = await people.sit(seat!);
  const start = ann.page.getByRole("button", { name: "Start game" });
  await expect(start).toBeDisabled();
  await ann.page.getByRole("button", { name: "Add computer" }).click();
  await expect(start).toBeEnabled();
  await ann.page.getByRole("button", { name: /^Remove / }).click();
  await expect(start).toBeDisabled();
  await ann.page.getByRole("button", { name: "Add computer" }).click();
  await start.click();
  await expect(ann.table.tiles).toHaveCount(7);
});

test("a seat that was left for the menu is found there again", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.sit(seat!);
  await ann.table.expectMyTurn();
  await ann.table.more("Back to menu");
  await ann.page.getByRole("link", { name: new RegExp(seat!.roomCode) }).click();
  await ann.table.expectMyTurn();
});
