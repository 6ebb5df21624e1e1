import { io } from "socket.io-client";
import { throughOldProxy } from "./lib/old-proxy";
import { People, type Person } from "./lib/people";
import { openTable, openTableWhere, seatsOf, WirePlayer } from "./lib/seats";
import { Server } from "./lib/server";
import { nameOf } from "./lib/squares";
import { expect, test } from "./lib/test";

const TOO_MANY_CONNECTIONS =
  "Too many connections from your network. Close another window of the game, or wait a moment.";
const DISCONNECTED = "Disconnected, attempting to reconnect…";

/** The visible rack order and tentative tiles. */
async function handOf({ table }: Person): Promise<{ rack: string[]; laid: string[] }> {
  const laid = await table.tentative.evaluateAll((squares) =>
    squares.map((square) => square.getAttribute("aria-label") ?? ""),
  );
  return { rack: await table.letters(), laid };
}

/** Shuffles the rack and places two tiles. */
async function arrange(person: Person) {
  await person.table.expectMyTurn();
  await person.table.button("Shuffle").click();
  await person.table.layAnything(2);
  const hand = await handOf(person);
  expect(hand.laid).toHaveLength(2);
  expect(hand.rack).toHaveLength(5);
  return hand;
}

test("a dropped connection is shown, loses nothing, and the next move is handled once", async ({
  people,
  server,
}) => {
  const [host, guest] = await openTable(server.url);
  seatsOf([host!]);
  const ann = await people.sit(host!.seat);
  const hand = await arrange(ann);

  await ann.loseConnection();
  await expect(ann.page.getByText(DISCONNECTED)).toBeVisible();
  // Tiles can be moved while disconnected.
  await ann.table.tentative.last().click();
  await expect(ann.table.tentative).toHaveCount(1);
  await ann.table.button("Recall").click();
  await expect(ann.table.tentative).toHaveCount(0);
  await ann.table.layAnything(2);
  expect(await handOf(ann)).toEqual(hand);
  await ann.restoreConnection();
  await expect(ann.page.getByText(DISCONNECTED)).toBeHidden();
  expect(await handOf(ann)).toEqual(hand);

  await ann.table.play();
  await guest!.untilToMove();
  const { game } = await guest!.fetchState();
  expect(game!.log).toHaveLength(1);
  await guest!.send("passTurn");
  await ann.table.expectMyTurn();
  await expect(ann.table.log).toHaveCount(2);
  const plays = ann.sent.filter((message) => message.includes('"submitWord"'));
  expect(plays).toHaveLength(1);
  guest!.leave();
});

test("without WebSockets the game works by polling", async ({ browser, server }) => {
  const [host, guest] = await openTable(server.url);
  await throughOldProxy(server.url, async (proxied) => {
    const people = new People(browser, proxied);
    const ann = await people.sit(seatsOf([host!])[0]!);
    await ann.table.expectMyTurn();
    await ann.table.layAnything(2);
    await ann.table.play();
    await guest!.untilToMove();
    await guest!.send("passTurn");
    await ann.table.expectMyTurn();
    await expect(ann.table.log).toHaveCount(2);
    expect(ann.sent.filter((message) => message.includes('"submitWord"'))).toHaveLength(1);
    await expect.poll(() => ann.frames.some((message) => message.includes('"turnChange"'))).toBe(true);
    await people.leave();
  });
  guest!.leave();
});

test("a reload loses neither the order of the rack nor the tentative tiles", async ({ people, server }) => {
  const [ann] = await Promise.all(seatsOf(await openTable(server.url)).map((seat) => people.sit(seat)));
  const hand = await arrange(ann!);
  await ann!.page.reload();
  await ann!.table.expectMyTurn();
  await expect.poll(() => handOf(ann!)).toEqual(hand);
  await expect(ann!.table.preview).toBeVisible();
});

test("a player without a connection is shown as away until reconnected", async ({ people, server }) => {
  const [host, guest] = seatsOf(await openTable(server.url));
  const ann = await people.sit(host!);
  const bob = await people.sit(guest!);
  const line = ann.page.locator('[data-player="Bob"]');
  await bob.table.expectTurnOf("Ann");
  await expect(line).not.toContainText("away");
  await bob.loseConnection();
  await expect(line).toContainText("away");
  await bob.restoreConnection();
  await expect(line).not.toContainText("away");
});

test("an opponent's move disturbs neither the rack's order nor tentative tiles, unless it takes their squares", async ({
  people,
  server,
}) => {
  const noBlank = (rack: ReadonlyArray<{ isBlank: boolean }>) => rack.every((tile) => !tile.isBlank);
  const [host, guest] = await openTableWhere(server.url, noBlank);
  const bob = await people.sit(seatsOf([guest!])[0]!);
  await bob.table.expectTurnOf("Ann");
  await bob.table.button("Shuffle").click();
  const order = await bob.table.letters();
  for (const square of ["9H", "9I", "8J"]) {
    const letter = (await bob.table.letters()).find((letter) => letter !== "_")!;
    await bob.table.lay(letter, square);
  }
  const before = await handOf(bob);
  await host!.lay([
    { row: 7, col: 7 },
    { row: 7, col: 8 },
    { row: 7, col: 9 },
  ]);
  await bob.table.expectMyTurn();
  const after = await handOf(bob);
  expect(after.laid).toEqual(before.laid.filter((label) => !label.startsWith("8J")));
  const back = after.rack.filter((letter) => letter !== "_");
  expect(order.filter((letter) => letter !== "_")).toEqual(expect.arrayContaining(back));
  await bob.table.button("Recall").click();
  expect(await bob.table.letters()).toEqual(order);
  host!.leave();
});

test("an event that overtakes a spectator's ack is not missed", async ({ people, server }) => {
  const [host] = await openTable(server.url, {
    names: ["Ann"],
    started: false,
    rules: { watching: "anyone" },
  });
  const { roomCode } = host!.seat;
  const eve = await people.newPerson();
  const passed: string[] = [];
  let answer: (() => void) | undefined;
  await eve.page.routeWebSocket(/socket\.io/, (page) => {
    const wire = page.connectToServer();
    wire.onMessage((message) => {
      if (!answer && /^43\d*\[/.test(message.toString())) {
        answer = () => page.send(message);
      } else {
        page.send(message);
        passed.push(message.toString());
      }
    });
  });
  await eve.open(`/watch/${roomCode}`);
  await expect.poll(() => answer).toBeDefined();
  const bob = await WirePlayer.sit(server.url, "joinGame", { playerName: "Bob", roomCode });
  await expect.poll(() => passed.some((message) => message.includes('"Bob"'))).toBe(true);
  answer!();
  await expect(eve.menu.seat("Bob")).toBeVisible();
  bob.leave();
  host!.leave();
});

test.describe("with a server of its own", () => {
  test.skip(!!process.env["DORD_URL"], "a given server cannot be killed");

  test("a killed server restarts with all data, and the hand is unchanged", async ({ browser }) => {
    const server = await Server.start();
    const people = new People(browser, server.url);
    try {
      const [host, guest] = seatsOf(await openTable(server.url));
      const [ann, bob] = [await people.sit(host!), await people.sit(guest!)];
      await ann.table.expectMyTurn();
      const first = await ann.table.layAnything(3);
      await ann.table.play();
      await bob.table.expectMyTurn();
      const hand = await arrange(bob);

      await server.kill();
      await expect(bob.page.getByText(DISCONNECTED)).toBeVisible();
      await expect(ann.page.getByText(DISCONNECTED)).toBeVisible();
      await server.open();
      await expect(bob.page.getByText(DISCONNECTED)).toBeHidden();
      await expect(ann.page.getByText(DISCONNECTED)).toBeHidden();
      expect(await handOf(bob)).toEqual(hand);

      await bob.table.play();
      await ann.table.expectMyTurn();
      await expect(ann.table.log).toHaveCount(2);
      for (const square of first) await expect(ann.table.square(nameOf(square))).toHaveClass(/tile/);
      const watcher = await WirePlayer.take(server.url, guest!);
      expect((await watcher.fetchState()).game!.log).toHaveLength(2);
      watcher.leave();
    } finally {
      await people.leave();
      await server.stop();
    }
  });

  test("too many connections from one network are reported, and the page connects when there is room", async ({
    browser,
  }) => {
    const settings = { DORD_TRUSTED_PROXIES: "127.0.0.1", DORD_LIMITS_SOCKETS_PER_ADDRESS: "1" };
    const server = await Server.start({ settings });
    const use = async (proxied: string) => {
      const people = new People(browser, proxied);
      const first = io(proxied, { forceNew: true, transports: ["polling"], reconnection: false });
      try {
        await new Promise((done) => first.once("connect", () => done(null)));
        // Connections from the same machine are not limited.
        const [seat, other] = seatsOf(await openTable(server.url));
        const ann = await people.sit(seat!);
        await expect(ann.page.getByText(TOO_MANY_CONNECTIONS)).toBeVisible();
        const bob = await people.sit(other!, {
          device: "phone",
          settings: { language: "nl", theme: "retro" },
        });
        await expect(bob.page.getByText("Te veel verbindingen vanuit je netwerk.")).toBeVisible();
        // New players are refused, without a long wait and before a name is asked.
        const eve = await people.newPerson();
        await eve.open();
        await eve.menu.code.fill(seat!.roomCode);
        await expect(eve.page.getByText(TOO_MANY_CONNECTIONS)).toBeVisible();
        await eve.page.close();
        await bob.page.close();
        first.disconnect();
        await ann.table.expectMyTurn();
        await expect(ann.page.getByText(TOO_MANY_CONNECTIONS)).toBeHidden();
      } finally {
        first.disconnect();
        await people.leave();
      }
    };
    await throughOldProxy(server.url, use, "203.0.113.7").finally(() => server.stop());
  });

  test("a restored store replaces what the page knew", async ({ browser }) => {
    const server = await Server.start();
    const people = new People(browser, server.url);
    try {
      const [seat] = seatsOf(await openTable(server.url));
      await server.kill();
      await server.backUpStore();
      await server.open();
      const ann = await people.sit(seat!);
      await ann.table.expectMyTurn();
      await ann.table.layAnything(3);
      await ann.table.play();
      await ann.table.expectTurnOf("Bob");
      await expect(ann.table.log).toHaveCount(1);

      await server.kill();
      await server.restoreStore();
      await server.open();
      await ann.table.expectMyTurn();
      await expect(ann.table.log).toHaveCount(0);
      await expect(ann.table.tiles).toHaveCount(7);
      await ann.table.layAnything(2);
      await ann.table.play();
      await ann.table.expectTurnOf("Bob");
      await expect(ann.table.log).toHaveCount(1);
    } finally {
      await people.leave();
      await server.stop();
    }
  });
});
