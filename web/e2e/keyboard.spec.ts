import { openTableWhere, seatsOf } from "./lib/seats";
import type { Person } from "./lib/people";
import { expect, test } from "./lib/test";

const NO_BLANK = (rack: ReadonlyArray<{ isBlank: boolean }>) => rack.every((tile) => !tile.isBlank);

/** Presses Tab until an element with this name has the focus. */
async function tabTo({ page }: Person, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.getAttribute("aria-label") ?? focused?.textContent?.trim() ?? "";
    });
    if (name.test(label)) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Waits until the voting buttons are visible. */
async function expectVotePrompt({ table }: Person): Promise<void> {
  await expect(table.challengePanel.getByRole("button", { name: /^It's invalid/ })).toBeVisible();
}

test("three players play and vote by keyboard alone", async ({ people, server }) => {
  test.setTimeout(300_000);
  const wish = { names: ["Ann", "Bob", "Cleo"], rules: { verdict: "vote" as const } };
  const players = await openTableWhere(server.url, NO_BLANK, wish);
  const [ann, bob, cleo] = (await Promise.all(seatsOf(players).map((seat) => people.sit(seat)))) as [
    Person,
    Person,
    Person,
  ];
  const keys = ann.page.keyboard;
  await ann.table.expectMyTurn();
  const rack = await ann.table.letters();

  await test.step("letters are typed from the star and taken back", async () => {
    await keys.press("ArrowRight");
    await expect(ann.table.square("8H")).toHaveClass(/cursor/);
    for (const letter of rack.slice(0, 3)) await keys.type(letter);
    await expect(ann.table.tentative).toHaveCount(3);
    await expect(ann.table.square("8J")).toHaveAccessibleName(`8J: ${rack[2]}, not played yet`);
    await keys.press("Backspace");
    await expect(ann.table.tentative).toHaveCount(2);
    await keys.press("Escape");
    await expect(ann.table.tentative).toHaveCount(0);
    expect(await ann.table.letters()).toEqual(rack);
  });

  await test.step("Space changes the direction, and arrows move the cursor", async () => {
    await keys.press("ArrowRight");
    await keys.press("Space");
    await expect(ann.table.square("8H")).toHaveClass(/down/);
    await keys.press("ArrowUp");
    await keys.type(rack[0]!.toLowerCase());
    await keys.type(rack[1]!.toLowerCase());
    await expect(ann.table.square("7H")).toHaveAccessibleName(/not played yet/);
    await expect(ann.table.square("8H")).toHaveAccessibleName(/not played yet/);
    await keys.press("Enter");
    await expect(bob.table.log).toHaveCount(1);
    await bob.table.expectMyTurn();
    await expect(cleo.table.challengePanel).toBeVisible();
  });

  await test.step("a key challenges, and the others vote by keyboard", async () => {
    await cleo.page.keyboard.press("3");
    await expect(cleo.table.dialog).toContainText("Challenge this play?");
    const challenge = cleo.table.dialog.getByRole("button", { name: "Challenge", exact: true });
    await expect(challenge, "the action has the focus, not the close button").toBeFocused();
    await cleo.page.keyboard.press("Enter");
    await expect(ann.table.challengePanel).toContainText("The others vote on your play.");
    await expectVotePrompt(cleo);
    await tabTo(cleo, /^It's invalid/);
    await cleo.page.keyboard.press("Enter");
    await expect(cleo.table.challengePanel).toContainText("1 of 2 has voted.");
    await expect(cleo.table.challengePanel).toContainText("Your vote is in.");
    await expectVotePrompt(bob);
    await tabTo(bob, /^It's invalid/);
    await bob.page.keyboard.press("Enter");
    await expect(ann.table.message).toContainText("Ann's play is taken back.");
    await expect(ann.table.tiles).toHaveCount(7);
  });

  await test.step("a whole play is typed into a text field", async () => {
    await tabTo(bob, /^More$/);
    await bob.page.keyboard.press("Enter");
    await tabTo(bob, /^Type a play$/);
    await bob.page.keyboard.press("Enter");
    const letters = (await bob.table.letters()).filter((letter) => letter !== "_").slice(0, 2);
    await bob.page.keyboard.type(`8H ${letters.join("")}`);
    await bob.page.keyboard.press("Enter");
    await expect(bob.table.tentative).toHaveCount(2);
    await expect(bob.table.dialog).toHaveCount(0);
    await bob.page.keyboard.press("Enter");
    await cleo.table.expectMyTurn();
    await expect(ann.table.square("8I")).toHaveAccessibleName(new RegExp(`^8I: ${letters[1]} `));
  });

  await test.step("a key passes after a confirmation", async () => {
    await cleo.page.keyboard.press("2");
    await expect(cleo.table.dialog).toContainText("Pass your turn?");
    await tabTo(cleo, /^Pass$/);
    await cleo.page.keyboard.press("Enter");
    await ann.table.expectMyTurn();
  });

  await test.step("a key swaps, and the tiles are chosen by keyboard", async () => {
    await keys.press("4");
    await tabTo(ann, /^[A-Z] \d/);
    await keys.press("Space");
    await tabTo(ann, /^Swap 1 tile$/);
    await keys.press("Enter");
    await bob.table.expectMyTurn();
  });

  await test.step("two of three resign, and the third wins", async () => {
    for (const person of [bob, cleo]) {
      await tabTo(person, /^More$/);
      await person.page.keyboard.press("Enter");
      await tabTo(person, /^Resign$/);
      await person.page.keyboard.press("Enter");
      await expect(person.table.dialog).toContainText("Resign?");
      await tabTo(person, /^Resign$/);
      await person.page.keyboard.press("Enter");
    }
    await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
    await expect(ann.page.getByText(/^(You win!|Ann wins!)$/).first()).toBeVisible();
  });
});

test("moves, scores and turns are announced to screen readers", async ({ people, server }) => {
  const [host, guest] = await openTableWhere(server.url, NO_BLANK);
  const [seat] = seatsOf([guest!]);
  const bob = await people.sit(seat!);
  await bob.table.expectTurnOf("Ann");
  const [first, second] = await host!.rack();
  await host!.lay([
    { row: 7, col: 7 },
    { row: 7, col: 8 },
  ]);
  const announcements = bob.page.getByRole("log").first();
  await expect(announcements).toContainText(`Ann played ${first!.letter}${second!.letter} at 8H for`);
  await expect(announcements).toContainText("It is your turn.");
  host!.leave();
});
