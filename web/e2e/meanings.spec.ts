// Meanings of words, on a server with definitions.

import { expectAccessible } from "./lib/accessible";
import { expectNoHorizontalScroll } from "./lib/fits";
import type { Device } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import type { Server } from "./lib/server";
import { expect, test } from "./lib/test";

const MIDDLE = [7, 8, 9].map((col) => ({ row: 7, col }));

/** The tiles of a game are random, so every word of three letters is defined. */
function definitions(): string {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const words = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const long = "which is described in many words, because ".repeat(12);
  return words
    .map((word) => `${word}\tnoun\tthe <b>first</b> meaning of ${word}\n${word}\tverb\tto ${word}, ${long}\n`)
    .join("");
}

/** A table where Ann laid a word; Bob is to move. */
async function tableWithWord(server: Server) {
  const [ann, bob] = await openTable(server.url);
  await ann!.lay(MIDDLE);
  const { game } = await ann!.fetchState();
  const line = game!.log[0]!;
  if (line.deed.kind !== "played") throw new Error("expected a play");
  return { ann: ann!, word: line.deed.words[0]!.text, seat: seatsOf([bob!])[0]! };
}

const LOOKS = [
  { device: "desktop", language: "en", dialog: "Word", label: "Meaning of" },
  { device: "phone", language: "nl", dialog: "Woord", label: "Betekenis van" },
] as const satisfies Array<{ device: Device; language: string; dialog: string; label: string }>;

for (const { device, language, dialog: name, label } of LOOKS) {
  test(`a tap on a word shows its meanings, in ${language} on a ${device}`, async ({ ownServer }) => {
    const { server, people } = await ownServer({ definitions: definitions() });
    const { ann, word, seat } = await tableWithWord(server);
    const bob = await people.sit(seat, { device, settings: { language } });
    // The board has another name in each language.
    await bob.page.locator('[data-row="7"][data-col="8"]').click();
    const dialog = bob.page.getByRole("dialog", { name });
    const meanings = dialog.getByRole("list", { name: `${label} ${word}` }).getByRole("listitem");
    await expect(meanings).toHaveCount(2);
    // A definition is text, never markup.
    await expect(meanings.first()).toHaveText(`noun the <b>first</b> meaning of ${word}`);
    await expect(meanings.last()).toHaveText(/^verb to .*…$/);
    const [status, list] = [
      await dialog.getByRole("status").boundingBox(),
      await meanings.first().boundingBox(),
    ];
    expect(list!.y).toBeGreaterThanOrEqual(status!.y + status!.height);
    await expectNoHorizontalScroll(bob.page);
    await expectAccessible(bob, `a word with meanings on a ${device}`);
    ann.leave();
  });
}

test("a look-up in a challenge shows meanings, and nothing moves when they arrive", async ({ ownServer }) => {
  const { server, people } = await ownServer({ definitions: definitions() });
  const { ann, word, seat } = await tableWithWord(server);
  const bob = await people.sit(seat);
  await bob.table.challengePanel.getByRole("button", { name: "Challenge" }).click();
  await bob.table.dialog.getByRole("button", { name: "Challenge", exact: true }).click();
  await bob.table.challengePanel.getByRole("button", { name: "Look up" }).click();
  const { dialog } = bob.table;
  await expect(dialog.getByRole("list", { name: `Meaning of ${word}` })).toContainText("first");
  await expectAccessible(bob, "a look-up with meanings");
  const before = await dialog.boundingBox();
  await dialog.getByRole("textbox").fill("dord");
  await dialog.getByRole("button", { name: "Look up" }).click();
  await expect(dialog.getByRole("status")).toContainText("DORD");
  await expect(dialog.getByRole("list")).toHaveCount(0);
  expect(await dialog.boundingBox()).toEqual(before);
  ann.leave();
});

test("a late answer about a word moves nothing", async ({ ownServer }) => {
  const { server, people } = await ownServer({ definitions: definitions() });
  const { ann, word, seat } = await tableWithWord(server);
  const bob = await people.newPerson({ seats: [seat] });
  const held: Array<() => void> = [];
  await bob.page.routeWebSocket(/socket\.io/, (page) => {
    const table = page.connectToServer();
    table.onMessage((message) => {
      const isAnswer = message.toString().includes('"meanings"');
      if (isAnswer) held.push(() => page.send(message));
      else page.send(message);
    });
  });
  await bob.open(`/${seat.roomCode}`);
  await bob.table.expectMyTurn();
  await bob.table.square("8I").click();
  const dialog = bob.page.getByRole("dialog", { name: "Word" });
  await expect(dialog.getByRole("status")).toHaveText("Looking it up…");
  await expect.poll(() => held.length).toBe(1);
  await expect.poll(() => dialog.evaluate((element) => element.getAnimations().length)).toBe(0);
  const story = dialog.getByText("Ann played it for");
  const before = [await dialog.boundingBox(), await story.boundingBox()];
  held[0]!();
  await expect(dialog.getByRole("list", { name: `Meaning of ${word}` })).toContainText("first");
  expect([await dialog.boundingBox(), await story.boundingBox()]).toEqual(before);
  await expectAccessible(bob, "a word with late meanings");
  ann.leave();
});
