// Words on the board and in the score pad, and what dialogs say before a player decides.

import { expectAccessible } from "./lib/accessible";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

const MIDDLE = [7, 8, 9].map((col) => ({ row: 7, col }));

test("a tap on a word tells whether it is valid and how it scored", async ({ people, server }) => {
  const players = await openTable(server.url);
  await players[0]!.lay(MIDDLE);
  const { game } = await players[0]!.fetchState();
  const line = game!.log[0]!;
  if (line.deed.kind !== "played") throw new Error("expected a play");
  const [word] = line.deed.words;
  const bob = await people.sit(seatsOf([players[1]!])[0]!);
  await bob.table.expectMyTurn();
  const dialog = bob.page.getByRole("dialog", { name: "Word" });

  await bob.table.square("8I").click();
  await expect(dialog.getByRole("status")).toHaveText(new RegExp(`${word!.text} is (a word|not in).*ENABLE`));
  await expect(dialog).toContainText(`Ann played it for ${word!.score} point`);
  await expectAccessible(bob, "a word on the board");
  await bob.page.keyboard.press("Escape");

  // The last line is on the board already, so a tap on it is about its words.
  await bob.table.log.first().getByRole("button").click();
  await expect(dialog.getByRole("status")).toContainText("ENABLE");
  players[0]!.leave();
});

test("where look-ups are not allowed, a tap shows only the score", async ({ people, server }) => {
  const players = await openTable(server.url, { preset: "classic", rules: { beginner: "host" } });
  await players[0]!.lay(MIDDLE);
  const bob = await people.sit(seatsOf([players[1]!])[0]!);
  await bob.table.expectMyTurn();
  await bob.table.square("8I").click();
  const dialog = bob.page.getByRole("dialog", { name: "Word" });
  await expect(dialog.getByRole("status")).toHaveText("Words cannot be looked up at this table now.");
  await expect(dialog).toContainText("Ann played it for");
  expect(bob.sent.filter((packet) => packet.includes("lookupWord"))).toEqual([]);
  players[0]!.leave();
});

test("a look-up during a challenge runs at once, and a failed challenge says who pays", async ({
  people,
  server,
}) => {
  const players = await openTable(server.url);
  await players[0]!.lay(MIDDLE);
  const bob = await people.sit(seatsOf([players[1]!])[0]!);
  await bob.table.challengePanel.getByRole("button", { name: "Challenge" }).click();
  await expect(bob.table.dialog.getByRole("button", { name: "Challenge", exact: true })).toBeFocused();
  await bob.page.keyboard.press("Enter");
  await bob.table.challengePanel.getByRole("button", { name: "Look up" }).click();
  await expect(bob.table.dialog.getByRole("status")).toContainText("ENABLE");
  await bob.page.keyboard.press("Escape");
  await bob.table.challengePanel.getByRole("button", { name: "It's valid – you lose a turn" }).click();
  await expect(bob.table.message).toContainText("You lose a turn.");
  players[0]!.leave();
});

test("passing says when it ends the game", async ({ people, server }) => {
  const players = await openTable(server.url, { names: ["Ann", "Bob"] });
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await ann.table.expectMyTurn();
  await ann.table.button("Pass").click();
  await expect(ann.table.dialog).toContainText("You score nothing. Next: Bob.");
  await ann.table.dialog.getByRole("button", { name: "Pass", exact: true }).click();
  const bob = await people.sit(seatsOf([players[1]!])[0]!);
  await bob.table.expectMyTurn();
  await bob.table.button("Pass").click();
  await expect(bob.table.dialog).toContainText("This pass ends the game.");
  await bob.table.dialog.getByRole("button", { name: "Pass", exact: true }).click();
  await expect(bob.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
});

test("where passes are counted, the dialog counts them", async ({ people, server }) => {
  const players = await openTable(server.url, { preset: "validated" });
  await players[0]!.send("passTurn");
  const bob = await people.sit(seatsOf([players[1]!])[0]!);
  await bob.table.expectMyTurn();
  await bob.table.button("Pass").click();
  await expect(bob.table.dialog).toContainText("this is 2 of 4");
  players[0]!.leave();
});

test("the opening draw says who goes first", async ({ people, server }) => {
  const players = await openTable(server.url, { preset: "classic", names: ["Ann", "Bob"] });
  const { game } = await players[0]!.fetchState();
  const isAnn = game!.turnOrder[0] === players[0]!.seat.playerId;
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await expect(ann.page.getByText(isAnn ? "You go first." : "Bob goes first.")).toBeVisible();
  players[1]!.leave();
});

test("an earlier board has one way back to now", async ({ people, server }) => {
  const players = await openTable(server.url);
  await players[0]!.lay(MIDDLE);
  await players[1]!.send("passTurn");
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await ann.table.expectMyTurn();
  await ann.table.log.first().getByRole("button").first().click();
  await expect(ann.table.button("Back to now")).toHaveCount(1);
  await ann.table.button("Words").click();
  await expect(ann.page.getByRole("dialog", { name: "Word" })).toContainText("Ann played it for");
  players[1]!.leave();
});
