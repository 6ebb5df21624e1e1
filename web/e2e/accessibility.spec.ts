import { expectAccessible } from "./lib/accessible";
import type { People, Person } from "./lib/people";
import { openTable, openTableWhere, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

// Traces would take a screenshot of every look, which takes longer than the checks.
test.use({ trace: "off" });
// The checks are slow, so the tests of this file run in parallel.
test.describe.configure({ mode: "parallel", timeout: 420_000 });

test("axe finds no violations on the menu, the create form, the settings and the join form", async ({
  people,
  server,
}) => {
  const me = await people.newPerson();
  await me.open();
  await expectAccessible(me, "menu");
  await me.page.getByRole("button", { name: "Settings" }).click();
  await expectAccessible(me, "settings");
  await me.page.keyboard.press("Escape");
  await me.open("/#create");
  await me.page.getByText("More rules").click();
  await expectAccessible(me, "form");
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  await me.open(`/${host!.seat.roomCode}`);
  await me.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(me.page.getByRole("alert")).toBeVisible();
  await expectAccessible(me, "joining with a wrong name");
  host!.leave();
});

test("axe finds no violations in join requests and refusals", async ({ people, server }) => {
  const wish = { names: ["Ann"], started: false, rules: { joining: "hostAdmits" as const } };
  const [seat] = seatsOf(await openTable(server.url, wish));
  const [ann, bob] = [await people.sit(seat!), await people.newPerson()];
  await bob.open(`/${seat!.roomCode}`);
  await bob.menu.name.fill("Bob");
  await bob.page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(ann.page.getByRole("button", { name: "Let Bob in" })).toBeVisible();
  await expectAccessible(ann, "a host with a join request");
  await expectAccessible(bob, "a player waiting for the host");
  await ann.page.getByRole("button", { name: "Decline Bob" }).click();
  await expect(bob.page.getByRole("alert")).toBeVisible();
  await expectAccessible(bob, "a declined player");

  const players = await openTable(server.url, { rules: { watching: "anyone" } });
  await bob.open(`/${players[0]!.seat.roomCode}`);
  await expect(bob.page.getByRole("button", { name: "Watch instead" })).toBeVisible();
  await expectAccessible(bob, "a game that has started");
  await ann.open();
  await expect(ann.page.getByRole("heading", { name: "Continue" })).toBeVisible();
  await expectAccessible(ann, "menu with a recent table");
  for (const player of players) player.leave();
});

test("axe finds no violations in the lobby", async ({ people, server }) => {
  const players = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"], started: false });
  const [seat] = seatsOf([players[0]!]);
  const ann = await people.sit(seat!);
  await expect(ann.menu.seat("Cleo")).toBeVisible();
  await expectAccessible(ann, "lobby of the host");
  await ann.page.getByText("All rules").click();
  await expectAccessible(ann, "all rules");
  await ann.loseConnection();
  await expect(ann.page.getByText("Disconnected")).toBeVisible();
  await expectAccessible(ann, "lobby without a connection");
  const guest = await people.sit(seatsOf([players[1]!])[0]!);
  await expect(guest.menu.seat("Bob")).toContainText("(you)");
  await expectAccessible(guest, "lobby of a guest");
  for (const player of players) player.leave();
});

test("axe finds no violations at the board, with tiles and dialogs", async ({ people, server }) => {
  const players = await openTableWhere(server.url, (rack) => rack.some((tile) => tile.isBlank));
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await ann.table.expectMyTurn();
  await expectAccessible(ann, "empty board");
  await ann.table.tile("_").click();
  await ann.table.square("8H").click();
  await expectAccessible(ann, "choosing a blank's letter");
  await ann.table.nameBlank("E");
  await ann.table.lay(
    (await ann.table.letters()).find((letter) => letter !== "_")!,
    "8I",
  );
  await expect(ann.table.preview).toBeVisible();
  await expectAccessible(ann, "tentative tiles");
  for (const dialog of ["Swap", "Pass", "More"]) {
    await ann.table.button(dialog).click();
    await expect(ann.table.dialog).toBeVisible();
    await expectAccessible(ann, dialog);
    await ann.page.keyboard.press("Escape");
    await expect(ann.table.dialog).toHaveCount(0);
  }
  for (const tool of ["Type a play", "Look up a word", "Unseen tiles", "Play on another device", "Resign"]) {
    await ann.table.more(tool);
    await expect(ann.table.dialog).toBeVisible();
    await expectAccessible(ann, tool);
    await ann.page.keyboard.press("Escape");
    await expect(ann.table.dialog).toHaveCount(0);
  }
  for (const player of players) player.leave();
});

test("axe finds no violations in the tools of a turn", async ({ people, server }) => {
  const fits = (rack: ReadonlyArray<{ isBlank: boolean }>) => rack.every((tile) => !tile.isBlank);
  const rules = { clock: { kind: "turn" as const, seconds: 600 } };
  const players = await openTableWhere(server.url, fits, { preset: "validated", rules });
  const ann = await people.sit(seatsOf([players[0]!])[0]!);
  await ann.table.expectMyTurn();
  const rack = await ann.table.letters();

  await ann.table.button("Swap").click();
  await ann.table.dialog
    .getByRole("button", { name: new RegExp(`^${rack[0]} `) })
    .first()
    .click();
  await expectAccessible(ann, "tiles chosen to swap");
  await ann.page.keyboard.press("Escape");

  for (const word of ["WORD", "QQQQ"]) {
    await ann.table.more("Look up a word");
    await ann.table.dialog.getByRole("textbox").fill(word);
    await ann.table.dialog.getByRole("button", { name: "Look up" }).click();
    await expect(ann.table.dialog.getByRole("status")).toContainText(word);
    await expectAccessible(ann, `${word} looked up`);
    await ann.page.keyboard.press("Escape");
  }

  await ann.table.more("Type a play");
  await ann.table.dialog.getByRole("textbox").fill("8H");
  await ann.table.dialog.getByRole("button", { name: "Place" }).click();
  await expect(ann.table.dialog.getByRole("alert")).not.toBeEmpty();
  await expectAccessible(ann, "an invalid typed play");
  await ann.page.keyboard.press("Escape");

  await ann.table.more("Settings");
  await expectAccessible(ann, "settings at the board");
  await ann.page.keyboard.press("Escape");
  await expect(ann.table.dialog).toHaveCount(0);

  await ann.page.keyboard.press("ArrowRight");
  await expect(ann.table.square("8H")).toHaveClass(/cursor/);
  await expectAccessible(ann, "the cursor");
  await ann.page.keyboard.press("Escape");
  // A single letter is never a valid first play.
  await ann.table.lay(rack[0]!, "8H");
  await ann.table.button("Play word").click();
  await expect(ann.table.message).not.toBeEmpty();
  await expectAccessible(ann, "a refused play");
  for (const player of players) player.leave();
});

test("axe finds no violations in the chat, on a phone and next to the board", async ({ people, server }) => {
  const players = await openTable(server.url);
  const [seat] = seatsOf([players[0]!]);
  await players[1]!.send("chat", { text: "Is that really a word?" });
  const ann = await people.sit(seat!, { device: "phone" });
  await ann.table.expectMyTurn();
  await players[1]!.send("chat", { text: "Hello!" });
  await expect(ann.page.getByRole("button", { name: /^More, \d+ unread/ })).toContainText(/\d/);
  await expectAccessible(ann, "board on a phone with something unread");
  await ann.page.getByRole("button", { name: /^More, / }).click();
  await ann.table.dialog.getByRole("button", { name: /^Chat/ }).click();
  await expect(ann.table.dialog.getByText("Hello!")).toBeVisible();
  await expectAccessible(ann, "chat on a phone");
  await ann.page.keyboard.press("Escape");
  await ann.table.layAnything(1);
  await expect(ann.table.button("Show the whole board")).toBeVisible();
  await expectAccessible(ann, "a zoomed board");

  await ann.page.setViewportSize({ width: 740, height: 360 });
  await expectAccessible(ann, "board on a phone in landscape");
  await ann.page.setViewportSize({ width: 1366, height: 768 });
  await expect(ann.page.getByRole("log", { name: "Chat" })).toBeVisible();
  await expectAccessible(ann, "chat next to the board");
  for (const player of players) player.leave();
});

test("axe finds no violations for spectators and in a finished game", async ({ people, server }) => {
  const players = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"], preset: "classic" });
  const { roomCode, invite } = players[0]!.seat;
  const watcher = await people.newPerson();
  await watcher.open(`/watch/${roomCode}`);
  await expect(watcher.page.getByRole("alert")).toBeVisible();
  await expectAccessible(watcher, "a table that needs the link to watch");
  await watcher.open(`/watch/${roomCode}#${invite}`);
  await expect(watcher.page.getByText("You are watching.")).toBeVisible();
  await expect(watcher.page.getByRole("heading", { name: "Who goes first" })).toBeVisible();
  await expectAccessible(watcher, "watching the start");
  await players[0]!.send("endGame");
  await expect(watcher.page.getByRole("status").getByText("asks to end the game")).toBeVisible();
  await expectAccessible(watcher, "watching a request to end the game");
  // The request lapses after a minute, and the checks may take longer.
  if (!(await players[0]!.fetchState()).game!.endRequest) await players[0]!.send("endGame");
  await players[1]!.send("endGame");
  await expect(watcher.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  await expectAccessible(watcher, "watching the end");
  await watcher.page.getByRole("link", { name: "Turn by turn" }).click();
  await expect(watcher.page.getByRole("region", { name: "Turn by turn" })).toBeVisible();
  await expect(watcher.page.getByText("verified on this device")).toBeVisible();
  await expectAccessible(watcher, "a finished game");
  await watcher.open("/games/none");
  await expect(watcher.page.getByRole("alert")).toBeVisible();
  await expectAccessible(watcher, "no such game");
  for (const player of players) player.leave();
});

/** The middle of the board. */
const MIDDLE = [7, 8, 9].map((col) => ({ row: 7, col }));
/** Long enough to check a play that can be challenged. */
const LONG_WINDOW = { challengeWindowSeconds: 3_600 };
const VOTING = { names: ["Ann", "Bob", "Cleo"], rules: { verdict: "vote" as const, ...LONG_WINDOW } };

// A vote lasts a minute at most, so each check uses its own vote.
test("axe finds no violations in a vote, for the player and for a voter", async ({ people, server }) => {
  for (const [viewer, what] of [
    [0, "the others' vote"],
    [2, "a vote to cast"],
  ] as const) {
    const players = await openTable(server.url, VOTING);
    await players[0]!.lay(MIDDLE);
    const me = await people.sit(seatsOf([players[viewer]!])[0]!);
    await expect(me.table.challengePanel).toBeVisible();
    await players[1]!.send("challenge");
    await players[1]!.send("resolveChallenge", { valid: true });
    await expect(me.table.challengePanel).toContainText("1 of 2");
    await expectAccessible(me, what);
    for (const player of players) player.leave();
  }
});

test("axe finds no violations in a cast vote, a verdict and a request to end the game", async ({
  people,
  server,
}) => {
  const players = await openTable(server.url, VOTING);
  await players[0]!.lay(MIDDLE);
  const bob = await people.sit(seatsOf([players[1]!])[0]!);
  await bob.table.challengePanel.getByRole("button", { name: "Challenge" }).click();
  await expectAccessible(bob, "challenging");
  await bob.table.dialog.getByRole("button", { name: "Challenge", exact: true }).click();
  await bob.table.judge("valid");
  await expect(bob.table.challengePanel).toContainText("1 of 2");
  await expectAccessible(bob, "a cast vote");
  await players[2]!.send("resolveChallenge", { valid: true });
  await expect(bob.table.message).toContainText("The play stands.");
  await expectAccessible(bob, "a verdict");

  const [ann, cleo] = (await Promise.all(
    seatsOf([players[0]!, players[2]!]).map((seat) => people.sit(seat)),
  )) as [Person, Person];
  await ann.table.more("End the game");
  await expectAccessible(ann, "ending the game");
  await ann.table.dialog.getByRole("button", { name: "End the game" }).click();
  await expect(cleo.table.button("Agree")).toBeVisible();
  await expectAccessible(cleo, "a request to end the game");
  await cleo.table.log.first().getByRole("button").click();
  await expectAccessible(cleo, "an earlier board");
});

test("axe finds no violations in a challenge, for every viewer", async ({ people, server }) => {
  const wish = { names: ["Ann", "Bob", "Cleo"], rules: LONG_WINDOW };
  const seats = seatsOf(await openTable(server.url, wish));
  const [ann, bob, cleo] = (await Promise.all(seats.map((seat) => people.sit(seat)))) as [
    Person,
    Person,
    Person,
  ];
  await ann.table.expectMyTurn();
  await ann.table.layAnything(3);
  await ann.table.play();
  await expect(bob.table.challengePanel).toBeVisible();
  await expectAccessible(ann, "own play");
  await expectAccessible(bob, "a play that can be challenged");
  await bob.table.challenge();
  await expect(cleo.table.challengePanel).toContainText("is challenging");
  await expectAccessible(cleo, "another player's challenge");
  await expectAccessible(bob, "own challenge");
  await expectAccessible(ann, "a challenge of the own play");
  await bob.loseConnection();
  await expect(bob.page.getByText("Disconnected")).toBeVisible();
  await expectAccessible(bob, "disconnected");
  await bob.restoreConnection();
});

test("axe finds no violations when the game is over or the seat is lost", async ({ people, server }) => {
  const ann = await finished(people, server.url);
  await expectAccessible(ann, "game over");
  await ann.table.button("Play again").click();
  await expect(ann.menu.seat("Reserved for Bob")).toBeVisible();
  await expectAccessible(ann, "lobby with a reserved seat");
  const other = await people.newPerson({
    seats: [{ roomCode: "QQQQ", playerId: "unknown", token: "0".repeat(64), playerName: "Ann" }],
  });
  await other.open("/QQQQ");
  await expect(other.page.getByRole("alert")).toBeVisible();
  await expectAccessible(other, "a lost seat");
});

async function finished(people: People, url: string): Promise<Person> {
  const [host, guest] = await openTable(url);
  const ann = await people.sit(seatsOf([host!])[0]!);
  await ann.table.expectMyTurn();
  await ann.table.layAnything(3);
  await ann.table.play();
  await guest!.untilToMove();
  await guest!.lay(await ann.table.line(2));
  await guest!.send("resign");
  await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  await expect(ann.page.getByText("verified on this device")).toBeVisible();
  guest!.leave();
  return ann;
}
