// The example client on another origin than the server's: tests the contract and CORS in a browser.

import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { findPlays } from "../../contract/lib/finder.mjs";
import { Server } from "./lib/server";
import { StaticServer } from "./lib/static-server";
import { test } from "./lib/test";
import type { FoundPlay } from "./lib/words";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const FOLDERS = {
  "/": folder("../../examples/minimal-client/"),
  "/node_modules/": folder("../node_modules/"),
};
const TURNS_MAX = 150;

/** Page object of the example client. */
class ExamplePage {
  readonly polls: string[] = [];
  readonly errors: string[] = [];
  sockets = 0;

  private constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("websocket", () => this.sockets++);
    page.on("response", (response) => {
      if (!response.url().includes("transport=polling")) return;
      this.polls.push(response.headers()["access-control-allow-origin"] ?? "none");
    });
  }

  static async open(page: Page, name: string, origin: string, server: string): Promise<ExamplePage> {
    const opened = new ExamplePage(page, name);
    await page.goto(`${origin}/?server=${encodeURIComponent(server)}`);
    return opened;
  }

  get message() {
    return this.page.locator("#message");
  }

  get rackTiles() {
    return this.page.locator("#rack button");
  }

  async join(): Promise<void> {
    await this.page.getByLabel("Your name").fill(this.name);
    await this.page.getByRole("button", { name: "Join" }).click();
    await expect(this.page.locator("#players")).toContainText(this.name);
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole("button", { name }).click();
  }

  /** Places each tile with two clicks. */
  async lay(placements: FoundPlay["placements"]): Promise<void> {
    for (const { row, col, tile } of placements) {
      if (tile.isBlank) await this.page.getByLabel("Letter for a blank").fill(tile.letter);
      const letter = tile.isBlank ? "_" : tile.letter;
      await this.rackTiles.getByText(letter, { exact: true }).first().click();
      await this.page
        .locator("#board button")
        .nth(row * 15 + col)
        .click();
    }
    await expect(this.page.locator("#board .tentative")).toHaveCount(placements.length);
  }

  /** The visible board and rack. */
  look() {
    return this.page.evaluate(() => {
      const tileOf = (square: Element) => ({
        letter: square.textContent!,
        isBlank: square.classList.contains("blank") || square.textContent === "_",
      });
      const squares = [...document.querySelectorAll("#board button")].map((square) =>
        square.classList.contains("tile") ? tileOf(square) : null,
      );
      const board = Array.from({ length: 15 }, (_, row) => squares.slice(row * 15, row * 15 + 15));
      return { board, rack: [...document.querySelectorAll("#rack button")].map(tileOf) };
    });
  }

  /** The play with the most tiles, so that the game is short. */
  async longestPlay(): Promise<FoundPlay | undefined> {
    const { board, rack } = await this.look();
    const plays = findPlays(board, rack) as FoundPlay[];
    return plays.sort((a, b) => b.placements.length - a.placements.length || b.score - a.score)[0];
  }

  async turn(): Promise<"mine" | "other" | "over"> {
    const line = await this.page.locator("#turn").textContent();
    return line === "Your turn" ? "mine" : line === "Game over" ? "over" : "other";
  }
}

test("two players play a whole game with the example client from another origin", async ({ browser }) => {
  test.setTimeout(300_000);
  const elsewhere = await StaticServer.start(FOLDERS);
  const server = await Server.start({ settings: { DORD_ALLOWED_ORIGINS: elsewhere.origin } });
  // Separate contexts, because a background page would be throttled.
  const windows = [await browser.newContext(), await browser.newContext()] as const;
  try {
    const [ann, bob] = [
      await ExamplePage.open(await windows[0].newPage(), "Ann", elsewhere.origin, server.url),
      await ExamplePage.open(await windows[1].newPage(), "Bob", elsewhere.origin, server.url),
    ];
    await ann.join();
    await bob.join();
    await expect(ann.page.locator("#players")).toContainText("Bob");
    await expect(bob.page.getByRole("button", { name: "Start the game" })).toBeHidden();
    await ann.press("Start the game");
    for (const { rackTiles } of [ann, bob]) await expect(rackTiles).toHaveCount(7);

    await test.step("a play off the centre is rejected and can be taken back", async () => {
      const [first] = (await ann.look()).rack;
      await ann.lay([
        { row: 0, col: 0, tile: { points: 0, ...first!, letter: first!.isBlank ? "A" : first!.letter } },
      ]);
      await ann.press("Submit word");
      await expect(ann.message).not.toHaveText(/^Connected/);
      await ann.press("Take back");
      await expect(ann.rackTiles).toHaveCount(7);
    });
    await test.step("one swaps, the other passes", async () => {
      await ann.rackTiles.first().click();
      await ann.press("Exchange selected");
      await expect(ann.message).toHaveText(/^You drew [A-Z_]$/);
      await expect(bob.page.locator("#turn")).toHaveText("Your turn");
      await bob.press("Pass");
      await expect(ann.page.locator("#turn")).toHaveText("Your turn");
    });
    await test.step("they play until the game is over", async () => {
      for (let turn = 0; turn < TURNS_MAX && (await ann.turn()) !== "over"; turn++) {
        await expect
          .poll(async () => [await ann.turn(), await bob.turn()].sort().join())
          .toMatch(/^(mine,other|over,over)$/);
        const player = (await ann.turn()) === "mine" ? ann : bob;
        const play = (await player.turn()) === "mine" ? await player.longestPlay() : undefined;
        if (play) await player.lay(play.placements);
        await player.press(play ? "Submit word" : "Pass");
        await expect.poll(() => player.turn()).not.toBe("mine");
      }
    });
    for (const { message, page } of [ann, bob]) {
      await expect(message).toHaveText(/^(Ann|Bob) wins with \d+ \((allTilesPlayed|consecutivePasses)\)$/);
      await expect(page.locator("#scores li")).toHaveText([/^(Ann|Bob): -?\d+$/, /^(Ann|Bob): -?\d+$/]);
    }
    expect(await ann.page.locator("#scores").textContent()).toBe(
      await bob.page.locator("#scores").textContent(),
    );

    // The default client polls first, then upgrades to a WebSocket; each poll allowed this origin by name.
    for (const { polls, sockets, errors } of [ann, bob]) {
      expect(polls.length).toBeGreaterThan(0);
      expect(new Set(polls)).toEqual(new Set([elsewhere.origin]));
      expect(sockets).toBe(1);
      expect(errors).toEqual([]);
    }
    // Error responses are readable, too.
    const read = await ann.page.evaluate(async (url) => {
      const answer = await fetch(`${url}/api/games/none`);
      return { status: answer.status, body: (await answer.json()) as { error: { code: string } } };
    }, server.url);
    expect([read.status, read.body.error.code]).toEqual([404, "NOT_FOUND"]);
  } finally {
    for (const window of windows) await window.close();
    await server.stop();
    await elsewhere.stop();
  }
});

test("a page of an origin that is not allowed cannot connect", async ({ browser }) => {
  const elsewhere = await StaticServer.start(FOLDERS);
  const server = await Server.start({ settings: { DORD_ALLOWED_ORIGINS: "https://club.example" } });
  const context = await browser.newContext();
  try {
    const eve = await ExamplePage.open(await context.newPage(), "Eve", elsewhere.origin, server.url);
    await expect(eve.message).toHaveText(/^Cannot reach /);
    await expect(eve.page.locator("#players li")).toHaveCount(0);
  } finally {
    await context.close();
    await server.stop();
    await elsewhere.stop();
  }
});
