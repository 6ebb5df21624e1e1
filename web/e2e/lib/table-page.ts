// Page object of the table during a game.

import { expect, type Locator, type Page } from "@playwright/test";
import { lineFor, nameOf, squareAt, type Square } from "./squares";

export class TablePage {
  readonly board: Locator;
  readonly rack: Locator;
  readonly tiles: Locator;
  readonly turnLine: Locator;
  readonly bag: Locator;
  readonly message: Locator;
  readonly challengePanel: Locator;
  readonly log: Locator;
  readonly dialog: Locator;
  readonly preview: Locator;
  /** Tentative tiles on the board. */
  readonly tentative: Locator;

  constructor(readonly page: Page) {
    this.board = page.getByRole("grid", { name: "Board" });
    this.rack = page.getByRole("group", { name: "Your rack" });
    this.tiles = this.rack.getByRole("button");
    this.turnLine = page.getByTestId("turn-line");
    this.bag = page.getByTestId("bag");
    this.message = page.getByTestId("message");
    this.challengePanel = page.getByTestId("challenge-panel");
    this.log = page.getByRole("region", { name: "Score pad" }).getByRole("listitem");
    this.dialog = page.getByRole("dialog");
    this.preview = page.getByTestId("board").getByRole("status");
    this.tentative = this.board.getByRole("gridcell", { name: "not played yet" });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  square(name: string): Locator {
    const { row, col } = squareAt(name);
    return this.board.locator(`[data-row="${row}"][data-col="${col}"]`);
  }

  /** The letters on the rack in their order; `_` is a blank. */
  async letters(): Promise<string[]> {
    // A newly opened page has no tiles yet.
    await this.tiles.first().waitFor();
    const labels = await this.tiles.evaluateAll((tiles) =>
      tiles.map((tile) => tile.getAttribute("aria-label") ?? ""),
    );
    return labels.map((label) => (label === "blank" ? "_" : label.split(" ")[0]!));
  }

  /** A rack tile with the letter. */
  tile(letter: string): Locator {
    const name = letter === "_" ? "blank" : new RegExp(`^${letter} \\d`);
    return this.rack.getByRole("button", { name }).first();
  }

  /** The names of occupied squares, played or tentative. */
  async taken(): Promise<Set<string>> {
    const squares = await this.board
      .locator(".square.tile")
      .evaluateAll((all) => all.map((square) => (square.getAttribute("aria-label") ?? "").split(":")[0]!));
    return new Set(squares);
  }

  /** A connected line of free squares. */
  async line(count: number): Promise<Square[]> {
    return lineFor(count, await this.taken());
  }

  async expectMyTurn(): Promise<void> {
    await expect(this.turnLine).toHaveText("Your turn – play a word!");
  }

  async expectTurnOf(name: string): Promise<void> {
    await expect(this.turnLine).toContainText(`Waiting for ${name}…`);
  }

  score(name: string): Locator {
    return this.page.locator(`[data-player="${name}"] .score`);
  }

  /** Taps a tile, then a square. */
  async lay(letter: string, square: string, as = "A"): Promise<void> {
    await this.tile(letter).click();
    await this.square(square).click();
    if (letter === "_") await this.nameBlank(as);
    await expect(this.square(square)).toHaveAccessibleName(/not played yet/);
  }

  async nameBlank(letter: string): Promise<void> {
    await this.dialog.getByRole("button", { name: letter, exact: true }).click();
  }

  /** Places the first tiles of the rack in a connected line by tapping; blanks become A. */
  async layAnything(count: number): Promise<Square[]> {
    const squares = await this.line(count);
    for (const square of squares) {
      const [letter] = await this.letters();
      await this.lay(letter!, nameOf(square));
    }
    return squares;
  }

  async drag(letter: string, square: string): Promise<void> {
    await this.tile(letter).hover();
    const { x, y, width, height } = (await this.square(square).boundingBox())!;
    await this.page.mouse.down();
    await this.page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await this.page.mouse.up();
    // The drop happens just after the button is released; until then the rack shows the tile too.
    await expect(this.page.locator(".dragged")).toHaveCount(0);
  }

  /** Plays the tentative tiles and waits until the turn has passed. */
  async play(): Promise<void> {
    await this.button("Play word").click();
    await expect(this.tentative).toHaveCount(0);
    // The turn change is the last event of a play, so all others have arrived by then.
    await expect(this.page.locator(".mine[data-testid=turn-line]")).toHaveCount(0);
  }

  async pass(): Promise<void> {
    await this.button("Pass").click();
    await this.dialog.getByRole("button", { name: "Pass", exact: true }).click();
  }

  async swap(letters: ReadonlyArray<string>): Promise<void> {
    await this.button("Swap").click();
    for (const letter of letters) {
      const name = letter === "_" ? "blank" : new RegExp(`^${letter} \\d`);
      await this.dialog.getByRole("button", { name, pressed: false }).first().click();
    }
    const what = letters.length === 1 ? "Swap 1 tile" : `Swap ${letters.length} tiles`;
    await this.dialog.getByRole("button", { name: what }).click();
    await expect(this.dialog).toHaveCount(0);
  }

  async challenge(): Promise<void> {
    await this.challengePanel.getByRole("button", { name: "Challenge" }).click();
    await this.dialog.getByRole("button", { name: "Challenge", exact: true }).click();
  }

  async judge(verdict: "valid" | "invalid"): Promise<void> {
    const name = verdict === "valid" ? /^It's valid/ : "It's invalid – remove word";
    await this.challengePanel.getByRole("button", { name }).click();
  }

  /** Opens an entry of the menu under ⋯. */
  async more(entry: string): Promise<void> {
    // The name also counts unread messages.
    await this.page.getByRole("button", { name: /^More(,|$)/ }).click();
    await this.dialog.getByRole("button", { name: entry, exact: true }).click();
  }
}
