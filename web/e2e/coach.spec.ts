import type { ReviewedTurn, ReviewLine, ReviewSum } from "../src/protocol";
import { expectAccessible } from "./lib/accessible";
import type { Person } from "./lib/people";
import { openTable, seatsOf, type WirePlayer } from "./lib/seats";
import { expect, test } from "./lib/test";
import { move } from "./screenshots/games";

// Traces would take a screenshot of every look, which takes longer than the checks.
test.use({ trace: "off" });
// The coach is slow in debug builds.
test.describe.configure({ mode: "parallel", timeout: 420_000 });

const WORDS = {
  en: {
    ask: "Ask the coach",
    again: "Try again",
    done: "The coach has reviewed every turn.",
    better: /better move|Other moves/,
  },
  nl: {
    ask: "Vraag de coach",
    again: "Opnieuw proberen",
    done: "De coach heeft elke beurt besproken.",
    better: /betere zet|Andere zetten/,
  },
} as const;

/** A game with valid words and one phony; it ends when the second player resigns. */
async function playedGame(url: string): Promise<{ players: WirePlayer[]; gameId: string }> {
  const players = await openTable(url, { names: ["Ann", "Bob"] });
  const middle = [7, 8, 9].map((col) => ({ row: 7, col }));
  await players[0]!.lay(middle);
  for (let done = 0; done < 9; done++) await move(players);
  await players[1]!.send("resign");
  const { gameId } = await players[0]!.fetchState();
  return { players, gameId };
}

/** The server's review of a game, to compare with the page. */
async function reviewed(url: string, gameId: string): Promise<{ turns: ReviewedTurn[]; sums: ReviewSum[] }> {
  const response = await fetch(`${url}/api/games/${gameId}/review`);
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ReviewLine);
  const turns = lines.filter((line) => line.kind === "turn");
  const end = lines.at(-1)!;
  if (end.kind !== "end") throw new Error("the review has no end");
  return { turns, sums: end.sums };
}

async function expectReview({ page }: Person, turns: ReadonlyArray<ReviewedTurn>): Promise<void> {
  await expect(page.locator("[data-turn]")).toHaveCount(turns.length);
  for (const turn of turns) {
    const shown = page.locator(`[data-turn="${turn.moveIndex + 1}"]`);
    if (turn.made.kind === "play") {
      await expect(shown).toContainText(`${turn.made.at} ${turn.made.words[0]!.text}`);
      await expect(shown).toContainText(`+${turn.made.score}`);
    }
    for (const phony of turn.phonies) await expect(shown.locator(".mark")).toContainText([phony]);
    await expect(shown.locator("tbody tr")).toHaveCount(turn.best.length);
  }
}

async function expectNoOverflow({ page }: Person): Promise<void> {
  const [scroll, client] = await page.evaluate(() => {
    const root = document.documentElement;
    return [root.scrollWidth, root.clientWidth];
  });
  expect(scroll, "nothing is wider than the page").toBeLessThanOrEqual(client!);
}

for (const device of ["phone", "desktop"] as const) {
  for (const language of ["en", "nl"] as const) {
    test(`the coach reviews a finished game, on a ${device}, in ${language}`, async ({ people, server }) => {
      const words = WORDS[language];
      const { players, gameId } = await playedGame(server.url);
      const { turns, sums } = await reviewed(server.url, gameId);
      expect(turns.length).toBeGreaterThanOrEqual(10);
      const me = await people.newPerson({ device, settings: { language } });
      const { page } = me;
      const asked: string[] = [];
      page.on("request", (request) => void (request.url().endsWith("/review") && asked.push(request.url())));
      await me.open(`/games/${gameId}`);
      const ask = page.getByRole("button", { name: words.ask });
      await expect(ask).toBeVisible();
      expect(asked, "no request before the click").toEqual([]);
      await ask.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: words.done })).toHaveCount(1, {
        timeout: 120_000,
      });
      expect(asked).toHaveLength(1);
      await expectReview(me, turns);
      await expectNoOverflow(me);

      const panel = page.getByRole("region", { name: "Coach" });
      for (const sum of sums) {
        await expect(
          panel
            .locator("li")
            .filter({ hasText: String(Math.round(sum.lost)) })
            .first(),
        ).toBeVisible();
      }
      await expect(panel.getByRole("img")).not.toHaveCount(0);

      await panel.getByRole("combobox").selectOption({ label: "Bob" });
      await expect(page.locator("[data-turn]")).toHaveCount(
        turns.filter(({ playerId }) => playerId === players[1]!.seat.playerId).length,
      );
      await expect(page.locator("[data-turn]").first()).toContainText("Bob");
      await panel.getByRole("combobox").selectOption({ index: 0 });

      const third = page.locator('[data-turn="3"]');
      await third.getByText(words.better).click();
      await expect(third.getByRole("table")).toBeVisible();
      await third.locator("button.made").click();
      await expect(page.getByRole("slider")).toHaveValue("3");
      // Next to the coach there is always a board: that of the replay, or the coach's own.
      const board = device === "desktop" ? page.getByRole("slider") : page.getByTestId("coach-board");
      await expect(board).toBeInViewport();
      const { moveIndex } = turns.find(({ best }) =>
        best.some(({ suggested }) => suggested.kind === "play"),
      )!;
      const improvable = page.locator(`[data-turn="${moveIndex + 1}"]`);
      if (moveIndex !== 2) await improvable.getByText(words.better).click();
      const better = improvable.locator("tbody button.suggestion").first();
      await better.click();
      await expect(better).toHaveAttribute("aria-pressed", "true");
      await expect(board).toBeInViewport();
      await expectNoOverflow(me);
      await expectAccessible(me, `the coach on a ${device}`);
      for (const player of players) player.leave();
    });
  }
}

test("the coach can be asked at the table when the game is over", async ({ people, server }) => {
  const { players, gameId } = await playedGame(server.url);
  const { turns } = await reviewed(server.url, gameId);
  const [seat] = seatsOf([players[0]!]);
  for (const device of ["phone", "desktop"] as const) {
    const me = await people.sit(seat!, { device });
    await me.page.getByRole("button", { name: WORDS.en.ask }).click();
    await expect(me.page.getByRole("status").filter({ hasText: WORDS.en.done })).toHaveCount(1, {
      timeout: 120_000,
    });
    await expectReview(me, turns);
    await expectNoOverflow(me);
    await expectAccessible(me, `the coach at the table, on a ${device}`);
    await me.page.context().close();
  }
  players[1]!.leave();
});

test("on a phone, a board stays visible above the coach, and shows the tapped move", async ({
  people,
  server,
}) => {
  const { players, gameId } = await playedGame(server.url);
  const { turns } = await reviewed(server.url, gameId);
  const [seat] = seatsOf([players[0]!]);
  const { page } = await people.sit(seat!, { device: "phone" });
  await page.getByRole("button", { name: WORDS.en.ask }).tap();
  await expect(page.getByRole("status").filter({ hasText: WORDS.en.done })).toHaveCount(1, {
    timeout: 120_000,
  });
  const board = page.getByTestId("coach-board");
  const picture = board.getByRole("img");
  await test.step("while the text scrolls", async () => {
    for (const title of ["Summary", "Every turn"]) {
      const heading = page.getByRole("region", { name: "Coach" }).getByRole("heading", { name: title });
      await heading.evaluate((element) => element.scrollIntoView({ block: "end" }));
      await expect(picture).toBeInViewport({ ratio: 0.99 });
    }
  });
  for (const { moveIndex, made } of [turns[0]!, turns.at(-1)!]) {
    await test.step(`with move ${moveIndex + 1}`, async () => {
      const move = page.locator(`[data-turn="${moveIndex + 1}"] button.made`);
      await move.focus();
      const [shown, tapped] = [(await board.boundingBox())!, (await move.boundingBox())!];
      expect(tapped.y, "the board does not cover the move").toBeGreaterThanOrEqual(shown.y + shown.height);
      await move.tap();
      await expect(board).toContainText(`The board shows turn ${moveIndex + 1}.`);
      await expect(picture).toBeInViewport({ ratio: 0.99 });
      const tileCount = made.kind === "play" ? made.placements.length : 0;
      await expect(board.locator(".fresh")).toHaveCount(tileCount);
      // A pressed button sinks by a pixel, and rises some time after the tap.
      await expect.poll(async () => (await move.boundingBox())!.y, "the move stays in place").toBe(tapped.y);
    });
  }
  players[1]!.leave();
});

test("an unavailable or interrupted review can be retried", async ({ people, server }) => {
  const { players, gameId } = await playedGame(server.url);
  const { turns } = await reviewed(server.url, gameId);
  const me = await people.newPerson();
  const { page } = me;
  let answers = 0;
  await page.route("**/review", async (route) => {
    answers++;
    if (answers === 1)
      return route.fulfill({ status: 503, json: { error: { code: "UNAVAILABLE", message: "" } } });
    if (answers === 2) {
      const lines = [
        { kind: "begin", turns: turns.length },
        { kind: "turn", ...turns[0]! },
      ];
      return route.fulfill({ body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") });
    }
    return route.continue();
  });
  await me.open(`/games/${gameId}`);
  await page.getByRole("button", { name: WORDS.en.ask }).click();
  await expect(page.getByRole("alert")).toContainText("The coach is busy");
  await expectAccessible(me, "an unavailable coach");
  await page.getByRole("button", { name: WORDS.en.again }).click();
  await expect(page.getByRole("alert")).toContainText("stopped before");
  await expect(page.locator("[data-turn]")).toHaveCount(1);
  await page.getByRole("button", { name: WORDS.en.again }).click();
  await expect(page.getByRole("status").filter({ hasText: WORDS.en.done })).toHaveCount(1, {
    timeout: 120_000,
  });
  await expectReview(me, turns);
  await expect(page.getByRole("alert")).toHaveCount(0);
  for (const player of players) player.leave();
});
