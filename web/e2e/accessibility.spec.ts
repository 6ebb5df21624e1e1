import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LOOKS, type Look } from "./lib/looks";
import type { People, Person } from "./lib/people";
import { openTable, openTableWhere, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

// A trace would take a picture of every look, which takes longer than looking.
test.use({ trace: "off" });

/** What is wrong with what is seen, in words that lead to it. */
async function violations(page: Page, look: Look): Promise<string[]> {
  // The page has no frames, and the mode for those opens a page of its own for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // A look changes colours and nothing else, so the rest is looked at once; behind a dialog all is as it was before.
  if (look !== LOOKS[0]) axe.withRules(["color-contrast"]);
  if (await page.locator("dialog[open]").count()) axe.include("dialog[open]");
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary ?? ""}`),
  );
}

/** Looks at one state of the page in every look; the style sheets go by the attributes of the page. */
async function isAccessible({ page }: Person, what: string): Promise<void> {
  for (const look of LOOKS) {
    await dress(page, look);
    expect.soft(await violations(page, look), `${what}, ${look.theme} ${look.brightness}`).toEqual([]);
  }
}

async function dress(page: Page, { theme, brightness }: Look): Promise<void> {
  await page.evaluate(
    ([theme, brightness]) => {
      document.documentElement.dataset["theme"] = theme;
      document.documentElement.dataset["brightness"] = brightness;
      // Colours on their way to others are no colours to judge.
      document.documentElement.dataset["motion"] = "none";
      return Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
    },
    [theme, brightness] as const,
  );
}

test("axe finds nothing on the menu, the form, the settings and the way in", async ({ people, server }) => {
  const me = await people.come();
  await me.open();
  await isAccessible(me, "menu");
  await me.page.getByRole("button", { name: "Settings" }).click();
  await isAccessible(me, "settings");
  await me.page.keyboard.press("Escape");
  await me.open("/#create");
  await me.page.getByText("More rules").click();
  await isAccessible(me, "form");
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  await me.open(`/${host!.seat.roomCode}`);
  await me.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(me.page.getByRole("alert")).toBeVisible();
  await isAccessible(me, "joining with a wrong name");
  host!.leave();
});

test("axe finds nothing in the lobby", async ({ people, server }) => {
  const players = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"], started: false });
  const [seat] = seatsOf([players[0]!]);
  const ann = await people.sit(seat!);
  await expect(ann.menu.seat("Cleo")).toBeVisible();
  await isAccessible(ann, "lobby of the host");
  await ann.page.getByText("All rules").click();
  await isAccessible(ann, "all rules");
  for (const player of players) player.leave();
});

test("axe finds nothing at the board, with tiles and questions on it", async ({ people, server }) => {
  test.setTimeout(120_000);
  const players = await openTableWhere(server.url, (rack) => rack.some((tile) => tile.isBlank));
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await ann.table.isMyTurn();
  await isAccessible(ann, "empty board");
  await ann.table.tile("_").click();
  await ann.table.square("8H").click();
  await isAccessible(ann, "choosing a blank's letter");
  await ann.table.nameBlank("E");
  await ann.table.lay(
    (await ann.table.letters()).find((letter) => letter !== "_")!,
    "8I",
  );
  await expect(ann.table.preview).toBeVisible();
  await isAccessible(ann, "tentative tiles");
  for (const question of ["Swap", "Pass", "More"]) {
    await ann.table.button(question).click();
    await expect(ann.table.dialog).toBeVisible();
    await isAccessible(ann, question);
    await ann.page.keyboard.press("Escape");
    await expect(ann.table.dialog).toHaveCount(0);
  }
  for (const tool of ["Type a play", "Look up a word", "Unseen tiles", "Play on another device", "Resign"]) {
    await ann.table.more(tool);
    await expect(ann.table.dialog).toBeVisible();
    await isAccessible(ann, tool);
    await ann.page.keyboard.press("Escape");
    await expect(ann.table.dialog).toHaveCount(0);
  }
  for (const player of players) player.leave();
});

test("axe finds nothing in a challenge, for whoever looks at it", async ({ people, server }) => {
  const seats = seatsOf(await openTable(server.url, { names: ["Ann", "Bob", "Cleo"] }));
  const [ann, bob, cleo] = (await Promise.all(seats.map((seat) => people.sit(seat)))) as [
    Person,
    Person,
    Person,
  ];
  await ann.table.isMyTurn();
  await ann.table.layAnything(3);
  await ann.table.play();
  await expect(bob.table.challengePanel).toBeVisible();
  await isAccessible(ann, "own play");
  await isAccessible(bob, "a play that can be challenged");
  await bob.table.challenge();
  await expect(cleo.table.challengePanel).toContainText("is challenging");
  await isAccessible(cleo, "somebody's challenge");
  await bob.loseConnection();
  await expect(bob.page.getByText("Disconnected")).toBeVisible();
  await isAccessible(bob, "disconnected");
  await bob.findConnection();
});

test("axe finds nothing when the game is over or the seat is gone", async ({ people, server }) => {
  const ann = await finished(people, server.url);
  await isAccessible(ann, "game over");
  const other = await people.come({
    seats: [{ roomCode: "QQQQ", playerId: "nobody", token: "0".repeat(64), playerName: "Ann" }],
  });
  await other.open("/QQQQ");
  await expect(other.page.getByRole("alert")).toBeVisible();
  await isAccessible(other, "a seat that is gone");
});

async function finished(people: People, url: string): Promise<Person> {
  const [host, guest] = await openTable(url);
  const ann = await people.sit(seatsOf([host!])[0]!);
  await ann.table.isMyTurn();
  await ann.table.layAnything(3);
  await ann.table.play();
  await guest!.untilToMove();
  await guest!.lay(await ann.table.line(2));
  await guest!.tell("resign");
  await expect(ann.page.getByRole("heading", { name: "Game Over!" })).toBeVisible();
  await expect(ann.page.getByText("The bag was fair")).toBeVisible();
  guest!.leave();
  return ann;
}
