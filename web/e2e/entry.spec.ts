import { openTable, seatsOf } from "./lib/seats";
import { People, type Person } from "./lib/people";
import { Server } from "./lib/server";
import { expect, test } from "./lib/test";

/** Counts the user's clicks and fields from now on. */
async function countActions({ page }: Person): Promise<() => Promise<{ clicks: number; fields: number }>> {
  await page.evaluate(() => {
    const actions = { clicks: 0, fields: new Set<EventTarget>() };
    Object.assign(window, { actions });
    addEventListener("click", () => actions.clicks++, true);
    addEventListener("input", (event) => actions.fields.add(event.target!), true);
  });
  return () =>
    page.evaluate(() => {
      const { actions } = window as unknown as { actions: { clicks: number; fields: Set<EventTarget> } };
      return { clicks: actions.clicks, fields: actions.fields.size };
    });
}

test("one click leads from the menu to a game against the computer", async ({ people }) => {
  const me = await people.newPerson();
  await me.open();
  const done = await countActions(me);
  await me.menu.practise.click();
  await expect(me.table.tiles).toHaveCount(7);
  expect(await done()).toEqual({ clicks: 1, fields: 0 });
});

test("a name and one click lead from a shared link to a seat", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  await bob.open(`/${host!.seat.roomCode}#${host!.seat.invite}`);
  const done = await countActions(bob);
  await expect(bob.menu.name).toBeFocused();
  await bob.page.keyboard.type("Bob");
  await bob.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(bob.menu.seat("Bob")).toContainText("(you)");
  expect(await done()).toEqual({ clicks: 1, fields: 1 });
  expect(new URL(bob.page.url()).hash).toBe("");
  host!.leave();
});

test("the code alone opens the table from the menu", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  await bob.open();
  await bob.menu.join(host!.seat.roomCode.toLowerCase(), "Bob");
  await expect(bob.menu.seat("Ann")).toContainText("host");
  await expect(bob.menu.seat("Bob")).toContainText("(you)");
  host!.leave();
});

test("errors in a code or name are shown at the field", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  await bob.open(`/${host!.seat.roomCode}`);
  await bob.menu.name.fill("ann");
  await bob.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(bob.page.getByRole("alert")).toHaveText("That name is already taken at this table.");
  host!.leave();
  await bob.open("/QQQQ");
  await expect(bob.page.getByRole("alert")).toHaveText("There is no table with this code.");
});

test("a server's look is the default, and the user's choice overrides it", async ({ browser }) => {
  // `DORD_PAGE` would serve a page that this setting did not reach.
  const server = await Server.start({ page: "embedded", settings: { DORD_THEME: "retro" } });
  const people = new People(browser, server.url);
  try {
    const { page } = await people.newPerson({ device: "phone" });
    await page.goto(server.url);
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-theme", "retro");
    // Before the script runs, the bar of the browser has the colours of the theme as well.
    const served = await (await page.request.get(server.url)).text();
    expect(served).toMatch(/"theme-color"[^>]*light[^>]*#c6d0c6/);
    expect(served).toMatch(/"theme-color"[^>]*dark[^>]*#000000/);
    await page.getByRole("button", { name: "Parlour look" }).click();
    await expect(html).toHaveAttribute("data-theme", "parlour");
    const bars = page.locator("meta[name=theme-color]");
    for (const bar of await bars.all()) await expect(bar).toHaveAttribute("content", "#f4eee2");
    await page.reload();
    await expect(html).toHaveAttribute("data-theme", "parlour");
    await page.goto(`${server.url}/daily`);
    await expect(html).toHaveAttribute("data-theme", "parlour");

    const decided = await people.newPerson({ settings: { theme: "parlour" } });
    await decided.open();
    await expect(decided.menu.practise).toBeVisible();
    await expect(decided.page.locator("html")).toHaveAttribute("data-theme", "parlour");
  } finally {
    await people.leave();
    await server.stop();
  }
});

test("the host adds and removes a computer, and starts only with two players", async ({ people, server }) => {
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

test("the menu lists the seat of a table that was closed, with opponent and turn", async ({
  people,
  server,
}) => {
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.sit(seat!);
  await ann.table.expectMyTurn();
  await ann.table.more("Back to menu");
  const link = ann.page.getByRole("link", { name: new RegExp(seat!.roomCode) });
  await expect(link).toContainText("Bob");
  await expect(link).toContainText("Your turn");
  await link.click();
  await ann.table.expectMyTurn();
});

test("a player with a seat opens the table without asking what it is", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.sit(seat!);
  await ann.table.expectMyTurn();
  expect(ann.sent.filter((packet) => packet.includes("describeTable"))).toEqual([]);
});

test("on a phone, a player who comes back finds the games at the top of the menu", async ({
  people,
  server,
}) => {
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.newPerson({ device: "phone", seats: [seat!] });
  await ann.open();
  await expect(ann.page.getByRole("link", { name: new RegExp(seat!.roomCode) })).toBeInViewport();
});

test("the menu switches to the other look, which follows the brightness of the system", async ({
  people,
}) => {
  const { page } = await people.newPerson();
  await page.goto(people.url);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "parlour");
  await page.getByRole("button", { name: "Retro look" }).click();
  await expect(html).toHaveAttribute("data-theme", "retro");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(html).toHaveAttribute("data-brightness", colorScheme);
  }
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "retro");
  await page.getByRole("button", { name: "Parlour look" }).click();
  await expect(html).toHaveAttribute("data-theme", "parlour");
});
