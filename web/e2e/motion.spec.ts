// Animations of the game: each of them runs, and with reduced motion none does.

import { record, takeRecording } from "./lib/audio-recorder";
import { motionsOf, recordMotions } from "./lib/motions";
import type { Person } from "./lib/people";
import { openTable, seatsOf, type WirePlayer } from "./lib/seats";
import { expect, test } from "./lib/test";

/** Waits until animations have run since the last call. */
async function expectMotions({ page }: Person, ...names: string[]): Promise<void> {
  const seen = new Set<string>();
  await expect
    .poll(async () => {
      for (const name of await motionsOf(page)) seen.add(name);
      return names.filter((name) => ![...seen].some((ran) => ran.includes(name)));
    })
    .toEqual([]);
}

/** Ann at a page, and Bob and Cleo without one. */
async function threePlayers(
  people: Parameters<Parameters<typeof test>[2]>[0]["people"],
  url: string,
  reducedMotion: "reduce" | "no-preference",
): Promise<{ ann: Person; bob: WirePlayer; cleo: WirePlayer }> {
  const rules = { challengeWindowSeconds: 3_600 };
  const [host, bob, cleo] = await openTable(url, { names: ["Ann", "Bob", "Cleo"], rules });
  const [seat] = seatsOf([host!]);
  const ann = await people.newPerson({ seats: [seat!], reducedMotion });
  await recordMotions(ann.page);
  await ann.open(`/${seat!.roomCode}`);
  await ann.table.expectMyTurn();
  await expect(ann.table.tiles).toHaveCount(7);
  return { ann, bob: bob!, cleo: cleo! };
}

/** A game with every event that is animated. `step` is called after each of them. */
async function playEverything(
  { ann, bob, cleo }: { ann: Person; bob: WirePlayer; cleo: WirePlayer },
  step: (...motions: string[]) => Promise<void>,
): Promise<void> {
  await step("arrive");
  await ann.table.button("Shuffle").click();
  await step("trade");
  await ann.table.layAnything(2);
  await step("drop");
  await ann.table.button("Recall").click();
  await expect(ann.table.tentative).toHaveCount(0);
  await step("trade");
  await ann.table.lay((await ann.table.letters())[0]!, "1A");
  await ann.table.button("Play word").click();
  await expect(ann.table.message).not.toBeEmpty();
  await step("refuse");
  await ann.table.button("Recall").click();
  await ann.table.swap((await ann.table.letters()).slice(0, 2));
  await step("discard", "arrive", "marker translate");

  await bob.untilToMove();
  await bob.lay([3, 4, 5, 6, 7].map((col) => ({ row: 7, col })));
  await expect(ann.table.challengePanel).toContainText("Bob played");
  await step("land", "score", "marker translate");
  await ann.table.challenge();
  await expect(ann.page.locator(".doubted")).toHaveCount(5);
  await step("tremble");
  await ann.table.judge("invalid");
  await expect(ann.table.message).toContainText("not valid");
  await step("takeBack");

  await cleo.untilToMove();
  await cleo.lay([1, 2, 3, 4, 5, 6, 7].map((col) => ({ row: 7, col })));
  await expect(ann.table.challengePanel).toContainText("Cleo played");
  await step("land", "bingo", "ripple");
  await ann.table.challenge();
  await ann.table.judge("valid");
  await expect(ann.table.message).toContainText("The play stands");
  await step("verdict");

  await bob.send("resign");
  await cleo.send("resign");
  await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  await step("win");
  for (const player of [bob, cleo]) player.leave();
}

test("every event of a game is animated", async ({ people, server }) => {
  const players = await threePlayers(people, server.url, "no-preference");
  await playEverything(players, (...names) => expectMotions(players.ann, ...names));
});

test("with reduced motion nothing is animated", async ({ people, server }) => {
  const players = await threePlayers(people, server.url, "reduce");
  await playEverything(players, async () => {
    expect(await motionsOf(players.ann.page)).toEqual([]);
    const running = await players.ann.page.evaluate(() => document.getAnimations().length);
    expect(running).toBe(0);
  });
});

test("the setting for less motion has the same effect as that of the system", async ({ people, server }) => {
  const [host, bob] = await openTable(server.url);
  const [seat] = seatsOf([host!]);
  const ann = await people.newPerson({ seats: [seat!] });
  await recordMotions(ann.page);
  await ann.open("/settings");
  await ann.page.getByRole("checkbox", { name: /^Reduce motion/ }).check();
  await ann.open(`/${seat!.roomCode}`);
  await ann.table.expectMyTurn();
  await ann.table.button("Shuffle").click();
  await ann.table.layAnything(2);
  await ann.table.play();
  await bob!.untilToMove();
  await bob!.lay(await ann.table.line(2));
  await expect(ann.table.log).toHaveCount(2);
  expect(await motionsOf(ann.page)).toEqual([]);
  bob!.leave();
});

test("a score counts up to its value", async ({ people, server }) => {
  const [ann, bob] = await openTable(server.url);
  const me = await people.sit(seatsOf([bob!])[0]!);
  await me.table.expectTurnOf("Ann");
  const shown: string[] = [];
  await me.page.exposeBinding("countedTo", (_, text: string) => void shown.push(text));
  await me.table.score("Ann").evaluate((element) => {
    const tell = () =>
      (window as unknown as { countedTo(text: string): void }).countedTo(element.textContent!.trim());
    new MutationObserver(tell).observe(element, { subtree: true, characterData: true, childList: true });
  });
  const squares = [3, 4, 5, 6, 7].map((col) => ({ row: 7, col }));
  await ann!.lay(squares);
  const { players } = await ann!.fetchState();
  const score = String(players.find(({ name }) => name === "Ann")!.score);
  await expect(me.table.score("Ann")).toHaveText(score);
  const numbers = shown.map(Number);
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  ann!.leave();
});

test("an opponent's play is told in every preset", async ({ people, server }) => {
  for (const preset of ["social", "classic", "validated", "open"] as const) {
    const players = await openTable(server.url, { preset });
    const order = (await players[0]!.fetchState()).game!.turnOrder;
    const first = players.find(({ seat }) => seat.playerId === order[0])!;
    const second = players.find((player) => player !== first)!;
    const me = await people.sit(seatsOf([second])[0]!);
    await me.table.expectTurnOf(first.seat.playerName);
    await first.send("exchangeTiles", { tileIndices: [0] });
    await expect(me.page.getByTestId("last-play")).toContainText(`${first.seat.playerName} swapped 1 tile`);
    await me.page.context().close();
    first.leave();
  }
});

test("in the last seconds a clock grows, pulses and ticks", async ({ people, server }) => {
  const rules = { clock: { kind: "turn" as const, seconds: 12 } };
  const players = await openTable(server.url, { rules, started: false });
  const [seat] = seatsOf([players[0]!]);
  const me = await people.newPerson({ seats: [seat!], settings: { sound: true } });
  await recordMotions(me.page);
  await record(me.page);
  await me.open(`/${seat!.roomCode}`);
  await me.menu.start();
  const clock = me.page.locator('[data-player="Ann"] .clock');
  await expect(clock).toHaveText(/0:1\d/);
  const { width } = (await clock.boundingBox())!;
  await takeRecording(me.page);
  await expect(clock).toHaveClass(/hurried/);
  expect((await clock.boundingBox())!.width).toBeGreaterThan(width);
  await expectMotions(me, "pulse");
  await expect.poll(async () => (await takeRecording(me.page)).notes).toBeGreaterThan(0);
  for (const player of players) player.leave();
});

test("a play that waits for the network says so", async ({ people, server }) => {
  const players = await openTable(server.url);
  const me = await people.sit(seatsOf([players[0]!])[0]!);
  await me.table.expectMyTurn();
  await me.table.layAnything(2);
  await me.loseConnection();
  await me.table.button("Play word").click();
  await expect(me.table.button("Sending…")).toBeVisible();
  await me.restoreConnection();
  await expect(me.table.log).toHaveCount(1);
  await expect(me.table.button("Play word")).toBeVisible();
  for (const player of players) player.leave();
});
