// What explains the game: the rules of a table, the keys and the tutorial.

import { PRESETS, type TableRules } from "../src/protocol";
import { expectAccessible } from "./lib/accessible";
import { findPlay } from "./lib/found-play";
import type { Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { nameOf } from "./lib/squares";
import { expect, test } from "./lib/test";

test.use({ trace: "off" });

test.describe("how to play", () => {
  const CASES: Array<[string, Partial<TableRules>, Array<[section: string, text: RegExp]>]> = [
    [
      "social",
      { clock: { kind: "game", minutes: 3, incrementSeconds: 5 }, maxPlayers: 3 },
      [
        ["words", /challenged within 60 seconds; anyone at the table decides/],
        ["words", /the challenger loses a turn/],
        ["words", /looked up at any time/],
        ["words", /judged by the list ENABLE/],
        ["turn", /The host goes first/],
        ["turn", /as many tiles in the bag as you swap/],
        ["turn", /3 minutes, and 5 seconds more for every turn\. Overtime costs 10 points/],
        ["end", /every player passes in a row/],
        ["end", /Going out earns/],
        ["table", /Up to 3 players/],
        ["table", /away keeps the seat/],
      ],
    ],
    [
      "open",
      { clock: { kind: "turn", seconds: 90 }, tileTracker: false },
      [
        ["words", /Every word is checked before it is played/],
        ["turn", /at most 90 seconds/],
        ["turn", /Swapping needs 7 tiles/],
        ["turn", /Unseen tiles are not shown/],
        ["end", /6 passes or swaps in a row/],
        ["table", /away for 60 seconds is removed/],
      ],
    ],
  ];

  for (const [preset, rules, lines] of CASES) {
    test(`shows the rules of a table of the kind ${preset}`, async ({ people, server }) => {
      const players = await openTable(server.url, { preset: preset as TableRules["preset"], rules });
      const ann = await people.sit(seatsOf([players[0]!])[0]!);
      await ann.table.expectMyTurn();
      await ann.table.more("How to play");
      const dialog = ann.page.getByRole("dialog", { name: "How to play" });
      for (const [section, text] of lines) {
        await expect(dialog.locator(`[data-section="${section}"]`)).toContainText(text);
      }
      await expect(dialog.locator("section").getByRole("img")).not.toHaveCount(0);
      await expectAccessible(ann, `how to play, ${preset}`);
      players[1]!.leave();
    });
  }

  test("opens from the menu for every kind of game, and Back closes it", async ({ people }) => {
    const me = await people.newPerson({ device: "phone" });
    await me.open();
    await me.page.getByRole("button", { name: "How to play" }).click();
    const dialog = me.page.getByRole("dialog", { name: "How to play" });
    for (const preset of Object.keys(PRESETS)) {
      await dialog.getByRole("combobox").selectOption(preset);
      const isChallenged = PRESETS[preset as keyof typeof PRESETS].words === "challenge";
      await expect(dialog.getByText(/the challenger loses a turn/)).toHaveCount(isChallenged ? 1 : 0);
    }
    await expectAccessible(me, "how to play");
    await me.page.goBack();
    await expect(dialog).toHaveCount(0);
  });
});

test("the key ? lists the keys, at a table and in the daily puzzle", async ({ people, server }) => {
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.sit(seat!);
  await ann.table.expectMyTurn();
  for (const path of [null, "/daily"]) {
    if (path) await ann.open(path);
    await ann.table.tiles.first().waitFor();
    await ann.page.keyboard.press("?");
    const dialog = ann.page.getByRole("dialog", { name: "Keys" });
    await expect(dialog).toContainText("shuffle the rack");
    await ann.page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test.describe("the tutorial", () => {
  async function begin(me: Person) {
    await me.open();
    await me.page.getByRole("button", { name: "Learn in two minutes" }).click();
    const card = me.page.getByTestId("tutorial");
    await expect(card).toHaveAttribute("data-step", "lay");
    return { card, target: me.page.getByTestId("tutorial-target") };
  }

  /** Lays the tiles of a valid play; returns its main word. */
  async function layWord({ table }: Person): Promise<string | null> {
    await table.expectMyTurn();
    const play = await findPlay(table);
    if (!play) return null;
    for (const { row, col, tile } of play.placements) await table.lay(tile.letter, nameOf({ row, col }));
    await expect(table.preview).toBeVisible();
    return play.words[0]!.text;
  }

  for (const device of ["desktop", "phone"] as const) {
    test(`leads through a first game on a ${device}`, async ({ people }) => {
      const me = await people.newPerson({ device });
      const { card, target } = await begin(me);
      await expect(card).toContainText("Pick up a tile");
      await expect(target).toBeVisible();
      await expectAccessible(me, "tutorial, first step");

      const word = await layWord(me);
      await expect(card).toContainText("Play it");
      await me.table.button("Play word").click();
      await expect(card).toHaveAttribute("data-step", "premium");
      await expect(card).toContainText(word!);
      await card.getByRole("button", { name: "Next" }).click();

      await expect(card).toHaveAttribute("data-step", "connect");
      if (await layWord(me)) await me.table.button("Play word").click();
      else await card.getByRole("button", { name: "Skip" }).click();
      await expect(card).toHaveAttribute("data-step", "blank");
      await card.getByRole("button", { name: "Next" }).click();

      await expect(card).toHaveAttribute("data-step", "swap");
      await me.table.expectMyTurn();
      const [letter] = await me.table.letters();
      await me.table.swap([letter!]);
      await expect(card).toHaveAttribute("data-step", "challenge");
      // The level-1 computer swaps or passes only without a play.
      await me.table.challengePanel.getByRole("button", { name: "Looks good" }).click();
      await expect(card).toContainText("You know the game!");
      await expectAccessible(me, "tutorial, last step");
      await card.getByRole("button", { name: "Finish" }).click();
      await expect(card).toHaveCount(0);
      await me.page.reload();
      await me.table.expectMyTurn();
      await expect(card).toHaveCount(0);
    });
  }

  test("survives a reload, and can be left at any time without leaving the game", async ({ people }) => {
    const me = await people.newPerson();
    const { card } = await begin(me);
    await card.getByRole("button", { name: "Skip" }).click();
    await expect(card).toHaveAttribute("data-step", "premium");
    await me.page.reload();
    await expect(card).toHaveAttribute("data-step", "premium");
    await card.getByRole("button", { name: "Leave the tutorial" }).click();
    await expect(card).toHaveCount(0);
    await me.table.expectMyTurn();
    await me.page.reload();
    await me.table.expectMyTurn();
    await expect(card).toHaveCount(0);
  });
});
