import type { Person } from "../lib/people";
import { openTable, openTableWhere, seatsOf } from "../lib/seats";
import { expect, test } from "../lib/test";
import { picture, PLAIN, type Look } from "./camera";
import { gameAfter } from "./games";

/** The longest and widest names. */
const FOUR = ["Maximiliane Elisabet", "W".repeat(20), "Wilhelmina Wolkenwit", "Theodoor van der Mee"];
const TWO_LOOKS: ReadonlyArray<Look> = [PLAIN, { theme: "retro", brightness: "dark", language: "nl" }];

for (const device of ["phone", "desktop"] as const) {
  const settings = PLAIN;
  const take = (person: Person, screen: string) => picture(person, screen, PLAIN, device);

  test(`create form, join form, settings and an error, on a ${device}`, async ({ people, server }) => {
    const me = await people.newPerson({ device, settings });
    await me.open("/#create");
    await expect(me.page.getByRole("radio").first()).toBeVisible();
    await take(me, "create");
    const [host] = await openTable(server.url, { names: ["Ann"], started: false });
    await me.open(`/${host!.seat.roomCode}`);
    await expect(me.menu.name).toBeVisible();
    await take(me, "join");
    host!.leave();
    await me.open("/QQQQ");
    await expect(me.page.getByRole("alert")).toBeVisible();
    await take(me, "error");
    await me.open();
    await me.page.getByRole("button", { name: "Settings" }).click();
    await take(me, "settings");
  });

  test(`a turn with its dialogs, on a ${device}`, async ({ people, server }) => {
    const players = await openTableWhere(server.url, (rack) => rack.some((tile) => tile.isBlank));
    const me = await people.sit(seatsOf([players[0]!])[0]!, { device, settings });
    const { table, page } = me;
    await table.expectMyTurn();
    await take(me, "start");
    await table.tile("_").click();
    await table.square("8H").click();
    await take(me, "blank");
    await table.nameBlank("E");
    for (const square of ["8I", "8J"]) {
      await table.lay(
        (await table.letters()).find((letter) => letter !== "_")!,
        square,
      );
    }
    await expect(table.preview).toBeVisible();
    await take(me, "tentative");
    for (const dialog of ["Swap", "More"]) {
      await table.button(dialog).click();
      await take(me, dialog.toLowerCase());
      await page.keyboard.press("Escape");
      await expect(table.dialog).toHaveCount(0);
    }
    await me.loseConnection();
    await expect(page.getByText("Disconnected")).toBeVisible();
    await take(me, "disconnected");
    await me.restoreConnection();
    for (const player of players) player.leave();
  });

  test(`join requests, watching and looking up a word, on a ${device}`, async ({ people, server }) => {
    const wish = { names: ["Ann"], started: false, rules: { joining: "hostAdmits" as const } };
    const [seat] = seatsOf(await openTable(server.url, wish));
    const [ann, bob] = [
      await people.sit(seat!, { device, settings }),
      await people.newPerson({ device, settings }),
    ];
    await bob.open(`/${seat!.roomCode}`);
    await bob.menu.name.fill("Bob");
    await bob.page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(ann.page.getByRole("button", { name: "Let Bob in" })).toBeVisible();
    await ann.page.getByRole("button", { name: "Let Bob in" }).scrollIntoViewIfNeeded();
    await take(ann, "asked");
    await take(bob, "asking");
    await ann.page.getByRole("button", { name: "Let Bob in" }).click();
    await ann.menu.start();
    await bob.table.expectTurnOf("Ann");

    const players = await gameAfter(server.url, 4, { names: ["Cleo", "Dirk"] });
    const { roomCode, invite } = players[0]!.seat;
    const watcher = await people.newPerson({ device, settings });
    await watcher.open(`/watch/${roomCode}#${invite}`);
    await expect(watcher.table.log).toHaveCount(4);
    await take(watcher, "watch");
    await ann.table.more("Look up a word");
    await ann.table.dialog.getByRole("textbox").fill("DORD");
    await ann.table.dialog.getByRole("button", { name: "Look up" }).click();
    await expect(ann.table.dialog.getByRole("status")).toContainText("DORD");
    await take(ann, "lookup");
    for (const player of players) player.leave();
  });

  for (const verdict of ["anyone", "vote"] as const) {
    test(`a challenge that is decided by ${verdict}, on a ${device}`, async ({ people, server }) => {
      const players = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"], rules: { verdict } });
      const seats = seatsOf(players);
      const [ann, bob, cleo] = (await Promise.all(
        seats.map((seat) => people.sit(seat, { device, settings })),
      )) as [Person, Person, Person];
      await ann.table.expectMyTurn();
      await ann.table.layAnything(4);
      await ann.table.play();
      await bob.table.challenge();
      await expect(cleo.table.challengePanel).toContainText("is challenging");
      await expect(ann.table.challengePanel).toContainText("is challenging your");
      const what = verdict === "vote" ? "vote" : "challenge";
      await take(ann, `${what}-player`);
      await take(bob, `${what}-challenger`);
      await take(cleo, `${what}-other`);
    });
  }
}

for (const look of TWO_LOOKS) {
  test(`a long game of four with long names, in ${look.theme}`, async ({ people, server }) => {
    const players = await gameAfter(server.url, 16, { names: FOUR });
    const [seat] = seatsOf([players[0]!]);
    const others = players.slice(1);
    const devices = ["phone", "landscape", "desktop"] as const;
    const all: Person[] = [];
    for (const device of devices)
      all.push(await people.newPerson({ device, settings: look, seats: [seat!] }));
    const everywhere = async (screen: string) => {
      for (const [index, me] of all.entries()) {
        await me.open(`/${seat!.roomCode}`);
        await expect(me.page.locator("main")).toBeVisible();
        await expect(me.page.getByTestId("board")).toBeVisible();
        await picture(me, screen, look, devices[index]!);
      }
    };
    await everywhere("four");
    await players[1]!.send("challenge");
    await everywhere("four-challenge");
    for (const player of others) await player.send("resign");
    await everywhere("four-over");
    const [phone, , desktop] = all;
    for (const [me, device] of [
      [phone!, "phone"],
      [desktop!, "desktop"],
    ] as const) {
      await me.open(`/${seat!.roomCode}`);
      await me.page.locator('a[href^="/games/"]').click();
      await expect(me.page.getByRole("slider")).toBeVisible();
      await picture(me, "finished", look, device);
      await me.page.getByRole("button", { name: /^(Ask the coach|Vraag de coach)$/ }).click();
      const turns = me.page.locator("[data-turn]");
      await expect(turns).toHaveCount(16, { timeout: 30_000 });
      // Open a turn with a loss.
      const worst = turns.and(me.page.locator(".lossy")).first();
      await worst.locator("summary").click();
      await worst.evaluate((turn) => turn.scrollIntoView({ block: "center" }));
      await picture(me, "coach-turns", look, device);
    }
    for (const player of players) player.leave();
  });
}
