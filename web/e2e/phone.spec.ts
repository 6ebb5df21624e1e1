import type { SeatState, Tile } from "../src/protocol";
import { Finger, middleOf } from "./lib/finger";
import type { Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { nameOf } from "./lib/squares";
import { expect, test } from "./lib/test";
import { shortestPlay, type FoundPlay } from "./lib/words";

/** How far above the finger a tile floats; as in `drag.svelte.ts`. */
const TOUCH_OFFSET_PX = 44;

/** The visible board and rack. */
async function seen({ page, table }: Person): Promise<Pick<SeatState, "game" | "you">> {
  const tiles = (await table.letters()).map((letter): Tile => ({
    letter,
    points: 0,
    isBlank: letter === "_",
  }));
  const board = await page.evaluate(() => {
    const rows: Array<Array<Tile | null>> = Array.from({ length: 15 }, () => Array(15).fill(null));
    for (const square of document.querySelectorAll<HTMLElement>("[data-row].tile:not(.own)")) {
      const letter = square.querySelector(".letter")?.textContent ?? "";
      const { row, col } = square.dataset;
      rows[Number(row)]![Number(col)] = { letter, points: 0, isBlank: square.classList.contains("blank") };
    }
    return rows;
  });
  return { game: { board } as SeatState["game"], you: { tiles } as SeatState["you"] };
}

/** A valid play; swaps the rack until there is one. */
async function playFor(person: Person): Promise<FoundPlay> {
  for (;;) {
    const play = shortestPlay(await seen(person), 2);
    if (play) return play;
    const moves = await person.table.log.count();
    await person.table.swap(await person.table.letters());
    await expect(person.table.log.nth(moves + 1)).toBeAttached();
    await person.table.expectMyTurn();
  }
}

test("one tap starts a game against the computer, which is played by touch", async ({ people }) => {
  test.setTimeout(300_000);
  const me = await people.newPerson({ device: "phone" });
  const { page, table } = me;
  await me.open();
  await me.menu.practise.tap();
  await expect(table.tiles).toHaveCount(7);
  await table.expectMyTurn();

  let moves = 0;
  await test.step("a word is placed by tapping tiles and squares", async () => {
    const play = await playFor(me);
    // A rack without a word was swapped first.
    moves = await table.log.count();
    for (const { row, col, tile } of play.placements) {
      const square = table.square(nameOf({ row, col }));
      await table.tile(tile.letter).tap();
      await square.tap();
      await expect(square).toHaveAccessibleName(/not played yet/);
    }
    await expect(table.tentative).toHaveCount(play.placements.length);
    await expect(table.preview).toHaveAccessibleName(/would score/);
    await table.button("Play word").tap();
    await expect(table.log.nth(moves)).toContainText(play.words[0]!.text);
  });

  await test.step("the computer answers", async () => {
    await expect(table.log.nth(moves + 1)).toBeAttached();
    await table.expectMyTurn();
  });

  await test.step("a word is dragged by touch, and the tile floats above the finger", async () => {
    const finger = await Finger.on(page);
    const play = await playFor(me);
    for (const { row, col, tile } of play.placements) {
      const from = await middleOf(table.tile(tile.letter));
      const square = table.square(nameOf({ row, col }));
      const target = await middleOf(square);
      await finger.down(from);
      await finger.move(from, { x: target.x, y: target.y + TOUCH_OFFSET_PX });
      await expect(page.locator("[data-over]")).toHaveAttribute("data-over", nameOf({ row, col }));
      // Near the tile the board is larger, and the tile hides no more than its square.
      const [held, under] = [await page.locator(".dragged > *").boundingBox(), await square.boundingBox()];
      expect(under!.width).toBeGreaterThan(30);
      expect(held!.width).toBeLessThan(under!.width * 1.1);
      await finger.up();
      await expect(square).toHaveAccessibleName(/not played yet/);
    }
    moves = await table.log.count();
    await table.button("Play word").tap();
    await expect(table.tentative).toHaveCount(0);
    // Wait for the computer's move, because the page may still show the previous turn.
    await expect(table.log.nth(moves + 1)).toBeAttached();
    await table.expectMyTurn();
  });

  await test.step("an invalid word is refused and its tiles stay", async () => {
    for (const square of (await table.line(4)).map(nameOf)) {
      const letter = (await table.letters()).at(-1)!;
      await table.tile(letter).tap();
      await table.square(square).tap();
      if (letter === "_") await table.nameBlank("Q");
      await expect(table.square(square)).toHaveAccessibleName(/not played yet/);
    }
    await table.button("Play word").tap();
    await expect(table.message).not.toBeEmpty();
    await expect(table.tentative).toHaveCount(4);
    await table.button("Recall").tap();
  });

  await test.step("resigning ends the game", async () => {
    await table.more("Resign");
    await table.dialog.getByRole("button", { name: "Resign", exact: true }).tap();
    await expect(page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  });
});

test("a computer's card on a phone names its level, and no note is cut off", async ({ people }) => {
  for (const device of ["phone", "landscape"] as const) {
    const me = await people.newPerson({ device });
    await me.open();
    await me.menu.practise.tap();
    await me.table.expectMyTurn();
    const note = me.page.locator("[data-player] .note").filter({ hasText: /^level \d$/, visible: true });
    await expect(note).toHaveCount(1);
    const isCut = await note.evaluate(
      (element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0,
    );
    expect(isCut).toBe(false);
    const [card, text] = [
      (await note.locator("xpath=ancestor::li").boundingBox())!,
      (await note.boundingBox())!,
    ];
    expect(text.x + text.width).toBeLessThan(card.x + card.width);
    expect(text.y + text.height).toBeLessThanOrEqual(card.y + card.height);
  }
});

test("dragging a tile to the rack by touch takes it back", async ({ people, server }) => {
  const players = await openTable(server.url);
  const { page, table } = await people.sit(seatsOf(players)[0]!, { device: "phone" });
  await expect(table.tiles).toHaveCount(7);
  const letter = (await table.letters()).find((letter) => letter !== "_")!;
  const finger = await Finger.on(page);
  await table.lay(letter, "8H");
  const at = await middleOf(table.square("8H"));
  const rack = await middleOf(table.rack);
  await finger.down(at);
  await finger.move(at, { x: rack.x, y: rack.y + TOUCH_OFFSET_PX });
  await finger.up();
  await expect(table.tentative).toHaveCount(0);
  await expect(table.tiles).toHaveCount(7);
});
