// Page object of the daily puzzle, in both languages.

import { expect, type Locator, type Page } from "@playwright/test";
import type { DailyTurn, LaidDailyTile } from "../../src/protocol";

export const WORDS = {
  en: {
    play: "Play word",
    recall: "Recall",
    swap: "Swap",
    more: "More",
    turn: (turn: number) => `Turn ${turn} of 5`,
    finished: "Finished",
    following: "Next turn",
    parLine: "Par",
    exactlyPar: "You matched par.",
    bestLine: "Best line",
    bestTomorrow: "published when the day is over",
    comeBack: "Come back tomorrow for the best line",
    offline: "You are offline.",
    waits: "will be submitted when you are back online",
    online: "back online",
    entries: ["Statistics", "Earlier puzzles", "Leaderboard", "Play on another device", "Type a play"],
  },
  nl: {
    play: "Leg woord",
    recall: "Terugnemen",
    swap: "Ruilen",
    more: "Meer",
    turn: (turn: number) => `Beurt ${turn} van 5`,
    finished: "Klaar",
    following: "Volgende beurt",
    parLine: "Par",
    exactlyPar: "Je haalde par.",
    bestLine: "Beste reeks",
    bestTomorrow: "te zien als de dag voorbij is",
    comeBack: "Kom morgen terug voor de beste reeks",
    offline: "Je bent offline.",
    waits: "wordt ingestuurd zodra je weer online bent",
    online: "weer online",
    entries: ["Statistieken", "Eerdere puzzels", "Ranglijst", "Op een ander apparaat spelen", "Typ een zet"],
  },
};

export type Spoken = keyof typeof WORDS;

export class DailyPage {
  readonly words: (typeof WORDS)["en"];
  readonly turn: Locator;
  readonly score: Locator;
  readonly message: Locator;
  readonly announcements: Locator;
  readonly tiles: Locator;
  readonly tentative: Locator;
  readonly dialog: Locator;
  readonly preview: Locator;
  readonly board: Locator;
  /** Played, average, best, streak, longest streak. */
  readonly figures: Locator;

  constructor(
    readonly page: Page,
    language: Spoken = "en",
  ) {
    this.words = WORDS[language];
    this.turn = page.getByTestId("turn");
    this.score = page.getByTestId("score");
    this.message = page.getByTestId("message");
    this.announcements = page.getByTestId("announcements");
    this.tiles = page.locator("[data-rack] button");
    this.tentative = page.locator(".square.own");
    this.dialog = page.getByRole("dialog");
    this.preview = page.getByTestId("board").getByRole("status");
    this.board = page.getByTestId("board");
    this.figures = page.getByTestId("statistics").locator("dd");
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  square({ row, col }: { row: number; col: number }): Locator {
    return this.page.locator(`[data-row="${row}"][data-col="${col}"]`);
  }

  /** The letters on the rack, blanks as `_`. */
  async letters(): Promise<string[]> {
    await this.tiles.first().waitFor();
    const labels = await this.tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label")!));
    return labels.map((label) => (/\d/.test(label) ? label.split(" ")[0]! : "_"));
  }

  /** Selects a tile and taps a square. */
  async lay({ letter, position, isBlank }: LaidDailyTile): Promise<void> {
    const place = (await this.letters()).indexOf(isBlank ? "_" : letter);
    expect(place, `${isBlank ? "a blank" : letter} on the rack`).toBeGreaterThanOrEqual(0);
    await this.tiles.nth(place).click();
    await this.square(position).click();
    if (isBlank) await this.dialog.getByRole("button", { name: letter, exact: true }).click();
    await expect(this.square(position)).toHaveClass(/own/);
  }

  async layAll(tiles: ReadonlyArray<LaidDailyTile>): Promise<void> {
    for (const tile of tiles) await this.lay(tile);
  }

  async play({ tilesPlaced }: Pick<DailyTurn, "tilesPlaced">): Promise<void> {
    await this.layAll(tilesPlaced);
    await this.button(this.words.play).click();
  }

  async expectTurn(turn: number): Promise<void> {
    await expect(this.turn).toContainText(this.words.turn(turn));
  }

  async expectFinished(): Promise<void> {
    await expect(this.turn).toContainText(this.words.finished);
  }

  /** Swaps the first tiles of the rack. */
  async swap(count: number): Promise<void> {
    await this.button(this.words.swap).click();
    for (let index = 0; index < count; index++) await this.dialog.locator(".tile").nth(index).click();
    await this.dialog.locator(".primary").click();
    await expect(this.dialog).toHaveCount(0);
  }

  /** Opens an entry of the menu under ⋯. */
  async more(entry: string): Promise<void> {
    await this.button(this.words.more).click();
    await this.dialog.getByRole("button", { name: entry, exact: true }).click();
  }

  /** The token of this device. */
  token(): Promise<string> {
    return this.page.evaluate(() => JSON.parse(localStorage.getItem("dord.daily") ?? "{}").token as string);
  }
}
