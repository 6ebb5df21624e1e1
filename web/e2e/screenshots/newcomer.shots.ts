// The first minutes of a new player on a phone, by touch: menu, first turn, a blank, a swap, a first challenge.

import { findPlay } from "../lib/found-play";
import { waitForMotions } from "../lib/motions";
import type { Person } from "../lib/people";
import { nameOf } from "../lib/squares";
import { expect, test } from "../lib/test";
import { picture, PLAIN } from "./camera";

async function take(me: Person, step: string): Promise<void> {
  await waitForMotions(me.page);
  await picture(me, `newcomer-${step}`, PLAIN, "phone");
}

const RACKS_MAX = 60;

/** Begins tutorials until the first rack has a blank, which is one in seven. */
async function beginWithBlank(me: Person): Promise<void> {
  for (let rack = 0; rack < RACKS_MAX; rack++) {
    await me.open();
    await me.page.getByRole("button", { name: "Learn in two minutes" }).tap();
    await me.table.expectMyTurn();
    if ((await me.table.letters()).includes("_")) return;
  }
  throw new Error(`none of ${RACKS_MAX} racks had a blank`);
}

test("a new player's first turn and first challenge", async ({ people }) => {
  const me = await people.newPerson({ device: "phone", settings: PLAIN });
  const { page, table } = me;
  await me.open();
  await take(me, "menu");
  await beginWithBlank(me);
  const card = page.getByTestId("tutorial");
  await expect(card).toHaveAttribute("data-step", "lay");
  await take(me, "rack");
  await table.tile("_").tap();
  await table.square("8H").tap();
  await take(me, "letter");
  await table.nameBlank("S");
  await table.button("Recall").tap();

  const play = (await findPlay(table))!;
  for (const [index, { row, col, tile }] of play.placements.entries()) {
    await table.tile(tile.letter).tap();
    if (index === 0) await take(me, "selected");
    await table.square(nameOf({ row, col })).tap();
    if (index === 0) await take(me, "first-tile");
  }
  await expect(table.preview).toBeVisible();
  await expect(card).toContainText("Play it");
  await take(me, "play");
  await table.button("Play word").tap();
  await expect(card).toHaveAttribute("data-step", "premium");
  await take(me, "premium");
  await card.getByRole("button", { name: "Next" }).tap();
  await expect(card).toHaveAttribute("data-step", "connect");
  await table.expectMyTurn();
  await take(me, "connect");
  await card.getByRole("button", { name: "Skip" }).tap();
  await expect(card).toHaveAttribute("data-step", "blank");
  await take(me, "blank");
  await card.getByRole("button", { name: "Next" }).tap();
  await expect(card).toHaveAttribute("data-step", "swap");
  await take(me, "swap");
  const letter = (await table.letters()).find((letter) => letter !== "_");
  await table.button("Swap").tap();
  await table.dialog
    .getByRole("button", { name: new RegExp(`^${letter} \\d`) })
    .first()
    .tap();
  await take(me, "swap-dialog");
  await table.dialog.getByRole("button", { name: "Swap 1 tile" }).tap();
  await expect(card).toHaveAttribute("data-step", "challenge");
  const challenge = table.challengePanel.getByRole("button", { name: "Challenge" });
  await challenge.waitFor();
  await take(me, "challenge");
  await challenge.tap();
  await take(me, "challenge-dialog");
  await table.dialog.getByRole("button", { name: "Challenge", exact: true }).tap();
  await expect(table.dialog).toHaveCount(0);
  await take(me, "verdict");
  await expect(card).toContainText("You know the game!");
  await take(me, "done");
});
