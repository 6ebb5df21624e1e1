// Tables with more than two players, and tables where the host admits players.

import type { Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

test("four players decide a challenge by a secret vote", async ({ people, server }) => {
  test.setTimeout(300_000);
  const wish = { names: ["Ann", "Bob", "Cleo", "Dirk"], rules: { verdict: "vote" as const } };
  const seats = seatsOf(await openTable(server.url, wish));
  const [ann, bob, cleo, dirk] = (await Promise.all(seats.map((seat) => people.sit(seat)))) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const panels = [ann, bob, cleo, dirk].map(({ table }) => table.challengePanel);

  await test.step("two of three vote invalid, and the word is taken back", async () => {
    await ann.table.expectMyTurn();
    const rack = await ann.table.letters();
    await ann.table.layAnything(3);
    await ann.table.play();
    await cleo.table.challenge();
    await expect(ann.table.challengePanel).toContainText("Cleo is challenging your");
    await expect(ann.table.challengePanel.getByRole("button")).toHaveCount(0);
    await expect(bob.table.challengePanel).toContainText("Cleo is challenging");
    await expect(bob.table.turnLine).toHaveText("Your turn after the challenge");
    for (const panel of panels) await expect(panel).toContainText("0 of 3 have voted.");

    await cleo.table.judge("invalid");
    for (const panel of panels) await expect(panel).toContainText("1 of 3 has voted.");
    await expect(cleo.table.challengePanel).toContainText("Your vote is in.");
    await expect(cleo.table.challengePanel.getByRole("button")).toHaveCount(0);
    // Votes are secret until the decision.
    for (const { frames } of [ann, bob, dirk]) {
      const votes = frames.filter((frame) => frame.includes('"voteCast"')).join();
      expect(votes).not.toBe("");
      expect(votes).not.toMatch(/"(valid|vote)":/);
    }
    await bob.table.judge("valid");
    for (const panel of panels) await expect(panel).toContainText("2 of 3 have voted.");
    await dirk.table.judge("invalid");
    // The verdict is visible for a few seconds only.
    await expect(ann.table.message).toContainText("not valid. Ann's play is taken back.");
    for (const panel of panels) await expect(panel).toHaveCount(0);
    await expect(ann.table.tiles).toHaveCount(7);
    await expect(ann.table.score("Ann")).toHaveText("0");
    expect((await ann.table.letters()).sort()).toEqual(rack.sort());
    await bob.table.expectMyTurn();
  });

  await test.step("two of three vote valid: the word stands, and the challenger loses a turn", async () => {
    await bob.table.layAnything(2);
    await bob.table.play();
    await cleo.table.expectMyTurn();
    await cleo.table.challenge();
    await ann.table.judge("valid");
    await dirk.table.judge("valid");
    // A majority decides at once, without Cleo's vote.
    await expect(cleo.table.message).toContainText("valid. The play stands.");
    await dirk.table.expectMyTurn();
    await expect(dirk.table.turnLine).toHaveText("Your turn – play a word!");
    await expect(ann.table.log.last()).toContainText("lost a turn");
  });
});

test.describe("where the host admits players", () => {
  const wish = { names: ["Ann"], started: false, rules: { joining: "hostAdmits" as const } };

  /** Opens the table by its code and asks to join. */
  async function askToJoin(person: Person, roomCode: string, name: string): Promise<void> {
    await person.open(`/${roomCode}`);
    await person.menu.name.fill(name);
    await person.page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(person.page.getByRole("status")).toHaveText("Waiting for the host to let you in…");
  }

  test("the host admits one player and declines another", async ({ people, server }) => {
    const [seat] = seatsOf(await openTable(server.url, wish));
    const [ann, bob, eve] = [await people.sit(seat!), await people.newPerson(), await people.newPerson()];
    await askToJoin(bob, seat!.roomCode, "Bob");
    await askToJoin(eve, seat!.roomCode, "Eve");
    await expect(ann.page.getByRole("heading", { name: "Requests to join" })).toBeVisible();
    await expect(ann.page.getByRole("button", { name: "Start game" })).toBeDisabled();

    await ann.page.getByRole("button", { name: "Decline Eve" }).click();
    await expect(eve.page.getByRole("alert")).toHaveText("The host did not let you in.");
    await eve.page.getByRole("button", { name: "Back to menu" }).click();
    await expect(eve.menu.practise).toBeVisible();

    await ann.page.getByRole("button", { name: "Let Bob in" }).click();
    await expect(bob.menu.seat("Bob")).toContainText("(you)");
    await expect(ann.page.getByRole("heading", { name: "Requests to join" })).toBeHidden();
    await ann.menu.start();
    await ann.table.expectMyTurn();
    await bob.table.expectTurnOf("Ann");

    // The seat survives a reload.
    await bob.page.reload();
    await bob.table.expectTurnOf("Ann");
    for (const { frames } of [eve]) expect(frames.join()).not.toContain('"yourTiles"');
  });

  test("a host who reloads still sees the request", async ({ people, server }) => {
    const [seat] = seatsOf(await openTable(server.url, wish));
    const [ann, bob] = [await people.sit(seat!), await people.newPerson()];
    await askToJoin(bob, seat!.roomCode, "Bob");
    const letIn = ann.page.getByRole("button", { name: "Let Bob in" });
    await expect(letIn).toBeVisible();
    await ann.page.reload();
    await letIn.click();
    await expect(bob.menu.seat("Bob")).toContainText("(you)");
  });

  test("a player who reconnects while waiting is listed once and can be admitted", async ({
    people,
    server,
  }) => {
    const [seat] = seatsOf(await openTable(server.url, wish));
    const [ann, bob] = [await people.sit(seat!), await people.newPerson()];
    await askToJoin(bob, seat!.roomCode, "Bob");
    const letIn = ann.page.getByRole("button", { name: "Let Bob in" });
    await expect(letIn).toBeVisible();
    await bob.loseConnection();
    await bob.restoreConnection();
    const requests = () => ann.frames.filter((frame) => frame.includes('"joinRequested"')).length;
    await expect.poll(requests).toBe(2);
    await letIn.click();
    await expect(bob.menu.seat("Bob")).toContainText("(you)");
    await expect(letIn).toBeHidden();
    await expect(ann.page.getByRole("alert")).toHaveCount(0);
  });
});

test("a player who is away briefly cannot be removed, and the host sees why", async ({ people, server }) => {
  const [host, guest] = await openTable(server.url);
  const ann = await people.sit(seatsOf([host!])[0]!);
  await ann.table.expectMyTurn();
  guest!.leave();
  await expect(ann.page.locator('[data-player="Bob"]')).toContainText("away");
  await ann.table.more("Remove Bob, who is away");
  await expect(ann.table.message).toHaveText("That player has not been away for a minute.");
  await ann.table.expectMyTurn();
});
