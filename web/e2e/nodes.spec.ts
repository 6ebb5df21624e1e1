// Two nodes on one database: players at different nodes play together.

import { People } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { Server } from "./lib/server";
import { expect, test } from "./lib/test";

const DATABASE = process.env["DORD_TEST_POSTGRES_URL"];

test.skip(!DATABASE, "DORD_TEST_POSTGRES_URL is not set (`cargo xtask check` does)");

test("a desktop at one node and a phone at another play, challenge and chat", async ({ browser }) => {
  const node = () => Server.start({ databaseUrl: DATABASE });
  const [one, other] = await Promise.all([node(), node()]);
  const atOne = new People(browser, one.url);
  const atOther = new People(browser, other.url);
  const [hostSeat, guestSeat] = seatsOf(await openTable(one.url));
  const ann = await atOne.sit(hostSeat!);
  const bob = await atOther.sit(guestSeat!, { device: "phone" });

  await test.step("a play at one is challenged at the other, and taken back at both", async () => {
    await bob.table.expectTurnOf("Ann");
    await ann.table.expectMyTurn();
    const rack = await ann.table.letters();
    await ann.table.layAnything(3);
    await ann.table.play();
    await bob.table.challenge();
    await expect(ann.table.challengePanel).toContainText("Bob is challenging your");
    await bob.table.judge("invalid");
    await expect(ann.table.challengePanel).toHaveCount(0);
    await expect(bob.table.challengePanel).toHaveCount(0);
    await expect(ann.table.tiles).toHaveCount(7);
    expect((await ann.table.letters()).sort()).toEqual(rack.sort());
    await bob.table.expectMyTurn();
    await ann.table.expectTurnOf("Bob");
  });

  await test.step("a chat message from one node arrives at the other", async () => {
    await ann.page.getByRole("textbox", { name: "Say something" }).fill("Sorry, that was a bluff.");
    await ann.page.getByRole("textbox", { name: "Say something" }).press("Enter");
    await expect(ann.page.getByRole("log", { name: "Chat" })).toContainText("a bluff");
    await bob.table.more("Chat (1)");
    await expect(bob.page.getByRole("log", { name: "Chat" })).toContainText("Sorry, that was a bluff.");
    await bob.page.keyboard.press("Escape");
  });

  await test.step("a node is killed and restarted, and the game continues", async () => {
    await one.kill();
    await one.open();
    await bob.table.layAnything(2);
    await bob.table.play();
    await ann.table.expectMyTurn();
    for (const { table } of [ann, bob]) await expect(table.score("Bob")).not.toHaveText("0");
    // Scores count up at each device in its own time.
    await expect(async () => {
      expect(await ann.table.score("Bob").textContent()).toBe(await bob.table.score("Bob").textContent());
    }).toPass();
  });

  await atOne.leave();
  await atOther.leave();
  await Promise.all([one.stop(), other.stop()]);
});
