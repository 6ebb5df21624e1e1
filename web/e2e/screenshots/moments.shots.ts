import type { Person } from "../lib/people";
import { openTable, openTableWhere, seatsOf } from "../lib/seats";
import { expect, test } from "../lib/test";
import { picture, PLAIN } from "./camera";

for (const device of ["phone", "desktop"] as const) {
  const settings = PLAIN;
  const take = (person: Person, screen: string) => picture(person, screen, PLAIN, device);

  test(`the ways in, the settings and what goes wrong, on a ${device}`, async ({ people }) => {
    const me = await people.come({ device, settings });
    await me.open("/#create");
    await expect(me.page.getByRole("radio").first()).toBeVisible();
    await take(me, "create");
    await me.open("/QQQQ");
    await take(me, "join");
    await me.menu.name.fill("Ann");
    await me.page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(me.page.getByRole("alert")).toBeVisible();
    await take(me, "error");
    await me.open();
    await me.page.getByRole("button", { name: "Settings" }).click();
    await take(me, "settings");
  });

  test(`a turn with its questions, on a ${device}`, async ({ people, server }) => {
    const players = await openTableWhere(server.url, (rack) => rack.some((tile) => tile.isBlank));
    const me = await people.sit(seatsOf([players[0]!])[0]!, { device, settings });
    const { table, page } = me;
    await table.isMyTurn();
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
    for (const question of ["Swap", "More"]) {
      await table.button(question).click();
      await take(me, question.toLowerCase());
      await page.keyboard.press("Escape");
      await expect(table.dialog).toHaveCount(0);
    }
    await me.loseConnection();
    await expect(page.getByText("Disconnected")).toBeVisible();
    await take(me, "disconnected");
    await me.findConnection();
    for (const player of players) player.leave();
  });

  for (const verdict of ["anyone", "vote"] as const) {
    test(`a challenge that is decided by ${verdict}, on a ${device}`, async ({ people, server }) => {
      const players = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"], rules: { verdict } });
      const seats = seatsOf(players);
      const [ann, bob, cleo] = (await Promise.all(
        seats.map((seat) => people.sit(seat, { device, settings })),
      )) as [Person, Person, Person];
      await ann.table.isMyTurn();
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
