// Games over days, with a server whose clock the test moves: both players are offline between their turns.

import { expectAccessible } from "./lib/accessible";
import type { Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

test.skip(!!process.env["DORD_URL"], "the clock of a given server cannot be moved");

/** One day per turn, and a minute more than that. */
const ONE_TURN = 1 + 60 / 86_400;
const clock = { kind: "days" as const, days: 1, bankDays: 0 };

async function goOffline(...people: Person[]): Promise<void> {
  for (const { page } of people) await page.goto("about:blank");
}

async function openMore(person: Person, action: string): Promise<void> {
  await person.table.button("More").click();
  await person.table.button(action).click();
}

test("the host chooses a pace, and the table shows what it means", async ({ people }) => {
  const ann = await people.newPerson({ device: "phone" });
  const { page } = ann;
  await ann.open();
  await page.getByRole("button", { name: "Create game" }).click();
  await ann.menu.name.fill("Ann");
  await page.getByRole("radio", { name: "Over days" }).check();
  await page.getByText("More rules").click();
  await expect(page.getByRole("combobox", { name: "Clock" })).toHaveValue("days");
  await page.getByRole("spinbutton", { name: "Days per turn" }).fill("2");
  await page.getByRole("spinbutton", { name: "Extra days per player" }).fill("4");
  await page.getByLabel("When a player runs out of time twice").selectOption("3");
  await expect(page.getByLabel("Hours until an idle table closes")).toHaveCount(0);
  await expectAccessible(ann, "the form of a game over days");
  await page.getByRole("button", { name: "Create game" }).click();
  const rules = page.getByRole("region", { name: "Rules of this table" });
  await expect(rules).toContainText("Each player has 2 days for a turn, and 4 days extra for the whole game");
  await expect(rules).toContainText("the computer (level 3) plays until they return");
  await expect(rules).toContainText("challenged within 1 day");
  await rules.getByText("All rules").click();
  await expect(rules).toContainText("The table stays open until the game is over.");
  await expect(rules).toContainText("The game can be paused if all players agree.");
});

test("a turn passes at its deadline, and the second time the player is out", async ({ ownServer }) => {
  test.setTimeout(120_000);
  const { server, people } = await ownServer({});
  const seats = seatsOf(await openTable(server.url, { rules: { clock } }));
  const ann = await people.sit(seats[0]!, { device: "phone", timezoneId: "Europe/Amsterdam" });
  const bob = await people.sit(seats[1]!, { timezoneId: "Pacific/Auckland" });
  const card = (person: Person, name: string) => person.page.locator(`[data-player="${name}"]`);

  await test.step("each player sees the deadline in their own time zone", async () => {
    await ann.table.expectMyTurn();
    const at = (timeZone: string) =>
      new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
    const deadline = await bob.page.evaluate(() => Date.now() + 86_400_000);
    // The game started less than two minutes ago.
    const texts = (timeZone: string) => [0, 1, 2].map((ago) => at(timeZone).format(deadline - ago * 60_000));
    await expect(card(ann, "Ann")).toContainText(
      new RegExp(`until tomorrow (${texts("Europe/Amsterdam").join("|")})`),
    );
    await expect(card(bob, "Ann")).toContainText(
      new RegExp(`until tomorrow (${texts("Pacific/Auckland").join("|")})`),
    );
    await expect(card(bob, "Ann").getByTestId("time-left")).toHaveText(/^(1 day|23 hrs 5\d mins) left$/);
    await expectAccessible(ann, "a game over days");
  });

  await test.step("offline for a day, through a restart: the turn of Ann passes", async () => {
    await goOffline(ann, bob);
    await server.kill();
    await server.passDays(ONE_TURN);
    await server.open();
    await bob.open(`/${seats[1]!.roomCode}`);
    await bob.table.expectMyTurn();
    await expect(bob.table.log.last()).toContainText("ran out of time and passed");
    await bob.table.layAnything(2);
    await bob.table.play();
    await expect(bob.table.challengePanel).toContainText("It can be challenged until");
  });

  await test.step("the next day Ann is out, and Bob has won", async () => {
    await goOffline(bob);
    await server.passDays(ONE_TURN);
    await ann.open(`/${seats[0]!.roomCode}`);
    await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
    await expect(ann.page.locator("main")).toContainText("lost on time");
    await bob.open(`/${seats[1]!.roomCode}`);
    await expect(bob.page.locator("main")).toContainText("You win!");
  });
});

test("a computer stands in until the player is back", async ({ ownServer }) => {
  test.setTimeout(120_000);
  const { server, people } = await ownServer({});
  const seats = seatsOf(await openTable(server.url, { preset: "social", rules: { clock, standIn: 1 } }));
  const bob = await people.sit(seats[1]!, { device: "phone" });
  await server.passDays(ONE_TURN);
  await bob.table.expectMyTurn();
  await bob.table.layAnything(2);
  await bob.table.play();
  await goOffline(bob);
  await server.passDays(ONE_TURN);
  await bob.open(`/${seats[1]!.roomCode}`);
  // The computer has moved for Ann.
  await bob.table.expectMyTurn();
  await expect(bob.page.locator('[data-player="Ann"]')).toContainText("stands in");

  const ann = await people.sit(seats[0]!);
  const panel = ann.page.getByTestId("pause-panel");
  await expect(panel).toContainText("The computer plays for you.");
  await expectAccessible(ann, "a stand-in");
  await panel.getByRole("button", { name: "I'm back" }).click();
  await expect(panel).toHaveCount(0);
  await expect(bob.page.locator('[data-player="Ann"]')).not.toContainText("stands in");
  await expect(ann.table.log.first()).toContainText("ran out of time and passed");
});

test("all players agree to a pause, and one of them resumes the game", async ({ ownServer }) => {
  test.setTimeout(120_000);
  const { server, people } = await ownServer({});
  const seats = seatsOf(await openTable(server.url, { rules: { clock } }));
  const [ann, bob] = [await people.sit(seats[0]!), await people.sit(seats[1]!, { device: "phone" })];
  const panels = [ann, bob].map(({ page }) => page.getByTestId("pause-panel"));
  await ann.table.expectMyTurn();
  await openMore(bob, "Propose a pause");
  await bob.table.dialog.getByRole("button", { name: "Propose a pause" }).click();
  await expect(panels[1]!).toContainText("Waiting for the others to agree to a pause.");
  await expect(panels[0]!).toContainText("Bob proposes a pause.");
  await panels[0]!.getByRole("button", { name: "Decline" }).click();
  for (const panel of panels) await expect(panel).toHaveCount(0);

  await openMore(bob, "Propose a pause");
  await bob.table.dialog.getByRole("button", { name: "Propose a pause" }).click();
  await panels[0]!.getByRole("button", { name: "Agree to the pause" }).click();
  for (const panel of panels) await expect(panel).toContainText("The game is paused.");
  await expect(ann.table.turnLine).toHaveText("The game is paused.");
  await expectAccessible(bob, "a pause");

  // Days later the turn is still Ann's.
  await goOffline(ann, bob);
  await server.passDays(10);
  await ann.open(`/${seats[0]!.roomCode}`);
  await expect(panels[0]!).toContainText("The game is paused.");
  await panels[0]!.getByRole("button", { name: "Resume the game" }).click();
  await ann.table.expectMyTurn();
  await ann.table.layAnything(2);
  await ann.table.play();
  await expect(ann.table.log).toHaveCount(1);
});
