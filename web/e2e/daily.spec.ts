import type { DailyArchive, DailyState } from "../src/protocol";
import { isAccessible } from "./lib/accessible";
import { DailyDevice, parOf, phonyOf, today } from "./lib/daily";
import { DailyPage, type Spoken } from "./lib/daily-page";
import { DEVICES, type Device, type Person } from "./lib/people";
import { expect, test } from "./lib/test";

test.describe.configure({ mode: "parallel", timeout: 120_000 });

const nextDay = (date: string, days = 1) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

async function hasNoSidewaysScroll({ page }: Person): Promise<void> {
  const [scrollWidth, clientWidth] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

for (const device of ["phone", "desktop"] as const) {
  for (const language of ["en", "nl"] as const satisfies Spoken[]) {
    test(`a whole puzzle on a ${device} in ${language}, with a reload in the middle`, async ({
      people,
      server,
    }) => {
      const date = await today(server.url);
      const par = await parOf(server.url, date, language);
      const me = await people.come({ device, settings: { language } });
      await me.open();
      const link = me.page.getByRole("link", {
        name: language === "en" ? "Today's puzzle" : "Puzzel van vandaag",
      });
      await expect(link).toContainText(language === "en" ? "not begun" : "niet begonnen");
      await link.click();
      const daily = new DailyPage(me.page, language);
      await daily.isTurn(1);
      await expect(daily.score).toContainText("0");
      // The puzzle starts in its own look, for whoever has not chosen one.
      await expect(me.page.locator("html")).toHaveAttribute("data-theme", "parlour");
      const start = await (await DailyDevice.make(server.url)).state(date, language);
      const { row, col } = start.startingWord.position;
      for (const [index, letter] of [...start.startingWord.word].entries()) {
        await expect(daily.square({ row, col: col + index })).toHaveAccessibleName(
          new RegExp(`: ${letter} `),
        );
      }
      await hasNoSidewaysScroll(me);

      let score = 0;
      for (const turn of par.turns) {
        await daily.isTurn(turn.turnNumber);
        if (turn.turnNumber === 3) {
          await test.step("tiles that were laid survive a reload", async () => {
            await daily.lay(turn.tilesPlaced[0]!);
            await me.page.reload();
            await daily.isTurn(3);
            await expect(daily.tentative).toHaveCount(1);
            await daily.button(daily.words.recall).click();
          });
        }
        await daily.layAll(turn.tilesPlaced);
        await expect(daily.preview).toHaveText(String(turn.totalScore));
        await daily.button(daily.words.play).click();
        score += turn.totalScore;
        await expect(daily.score).toContainText(String(score));
        await expect(daily.heard).toContainText(turn.wordsFormed[0]!.word);
      }
      await daily.isFinished();

      await test.step("the result says par, the bars are full, and everybody's scores have mine", async () => {
        const result = me.page.getByTestId("result");
        await expect(result).toContainText(String(par.total));
        await expect(result).toContainText(daily.words.exactlyPar);
        const share = (await me.page.getByTestId("share").innerText()).trim().split("\n");
        expect(share).toHaveLength(8);
        expect(share[0]).toContain(`${date} (${language})`);
        expect(share[7]).toBe(`${server.url}/daily/${date}?language=${language}`);
        expect(share.slice(2, 7)).toEqual(Array(5).fill("🟩🟩🟩🟩🟩"));
        for (const { wordsFormed } of par.turns) {
          expect(share.join("\n").toUpperCase()).not.toContain(wordsFormed[0]!.word);
        }
        const everybody = me.page.getByRole("list", {
          name: language === "en" ? "Everybody's scores" : "De scores van iedereen",
        });
        await expect(everybody.locator(".marked")).toHaveCount(1);
      });

      await test.step("the best plays are shown on the board, turn by turn", async () => {
        const reviewed = me.page.getByTestId("reviewed");
        for (const { turnNumber, wordsFormed, tilesPlaced, totalScore } of par.turns) {
          await daily.button(daily.words.following).click();
          await expect(reviewed).toContainText(wordsFormed[0]!.word);
          await expect(reviewed).toContainText(`${turnNumber}: `);
          await expect(reviewed).toContainText(String(totalScore));
          await expect(me.page.locator(".square.last")).toHaveCount(tilesPlaced.length);
        }
        await expect(daily.button(daily.words.following)).toBeDisabled();
      });

      await test.step("statistics count it, and the menu says so", async () => {
        const figures = me.page.getByTestId("statistics").locator("dd");
        await expect(figures).toHaveText(["1", String(score), String(score), "1", "1"]);
        await hasNoSidewaysScroll(me);
        await me.open();
        await expect(link).toContainText(String(score));
      });
    });
  }
}

test("words can be in another language than the page", async ({ people, server }) => {
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.isTurn(1);
  await me.page.getByRole("combobox", { name: "Words in" }).selectOption("nl");
  const dutch = await (await DailyDevice.make(server.url)).state(await today(server.url), "nl");
  await expect(me.page.getByRole("listitem").first()).toContainText(dutch.startingWord.word);
  await daily.isTurn(1);
  await me.page.reload();
  await expect(me.page.getByRole("listitem").first()).toContainText(dutch.startingWord.word);
});

test("a rejected word costs nothing: it is named, and the tiles stay", async ({ people, server }) => {
  const date = await today(server.url);
  const phony = await phonyOf(server.url, date);
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.play({ tilesPlaced: phony });
  await expect(daily.message.getByRole("alert")).toContainText("Not in the word list");
  await expect(daily.message).toContainText("cost nothing");
  await expect(daily.tentative).toHaveCount(1);
  await daily.isTurn(1);
  await isAccessible(me, "a rejected word");
  await daily.button("Recall").click();
  await expect(daily.message.getByRole("alert")).toBeEmpty();
});

test("an exchange takes a turn and scores nothing", async ({ people, server }) => {
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.isTurn(1);
  await daily.swap(3);
  await daily.isTurn(2);
  await expect(daily.score).toContainText("0");
  await expect(daily.tiles).toHaveCount(7);
  const device = DailyDevice.known(server.url, await daily.token());
  const { playerRack } = await device.state(await today(server.url));
  expect((await daily.letters()).toSorted()).toEqual(playerRack.map(({ letter }) => letter).toSorted());
  await expect(me.page.getByRole("listitem").filter({ hasText: "swapped 3 tiles" })).toBeVisible();
});

test("a whole turn by keyboard alone", async ({ people, server }) => {
  const date = await today(server.url);
  const [first] = (await parOf(server.url, date)).turns;
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.isTurn(1);
  for (const { letter, position, isBlank } of first!.tilesPlaced) {
    // The first arrow puts the cursor on the star; Esc would take the tiles back.
    await me.page.keyboard.press("ArrowRight");
    const cursor = me.page.locator(".square.cursor");
    await expect(cursor).toHaveCount(1);
    const at = await cursor.evaluate((square: HTMLElement) => ({
      row: Number(square.dataset["row"]),
      col: Number(square.dataset["col"]),
    }));
    const step = async (key: string, count: number) => {
      for (let done = 0; done < count; done++) await me.page.keyboard.press(key);
    };
    await step(position.row > at.row ? "ArrowDown" : "ArrowUp", Math.abs(position.row - at.row));
    await step(position.col > at.col ? "ArrowRight" : "ArrowLeft", Math.abs(position.col - at.col));
    await me.page.keyboard.press(isBlank ? `Shift+${letter}` : letter.toLowerCase());
    await expect(daily.square(position)).toHaveClass(/own/);
  }
  await me.page.keyboard.press("Enter");
  await daily.isTurn(2);
  await expect(daily.score).toContainText(String(first!.totalScore));
});

test("offline in the middle: the turn waits, the page opens again, and the turn is played once", async ({
  people,
  server,
}) => {
  const date = await today(server.url);
  const { turns } = await parOf(server.url, date);
  const me = await people.come();
  const sent: string[] = [];
  me.page.on("requestfinished", (request) => {
    if (request.url().endsWith("/turns")) sent.push(request.postData() ?? "");
  });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.play(turns[0]!);
  await daily.isTurn(2);
  // From here on the files are kept on the device.
  await me.page.evaluate(() => navigator.serviceWorker.ready);

  await me.loseConnection();
  await daily.layAll(turns[1]!.tilesPlaced);
  await expect(me.page.getByText("You are offline.")).toBeVisible();
  await expect(daily.preview).toHaveCount(0);
  await daily.button("Play word").click();
  await expect(daily.message).toContainText("will be submitted when you are back online");
  await isAccessible(me, "a turn that waits");

  await me.page.reload();
  await daily.isTurn(2);
  await expect(daily.tentative).toHaveCount(turns[1]!.tilesPlaced.length);
  await expect(daily.message).toContainText("will be submitted when you are back online");

  await me.findConnection();
  await daily.isTurn(3);
  await expect(daily.score).toContainText(String(turns[0]!.totalScore + turns[1]!.totalScore));
  await expect(daily.message).not.toContainText("back online");
  expect(sent).toHaveLength(2);
  const device = DailyDevice.known(server.url, await daily.token());
  expect((await device.state(date)).turns).toHaveLength(2);
});

test("a turn that was played on another page is taken as it is", async ({ people, server }) => {
  const date = await today(server.url);
  const { turns } = await parOf(server.url, date);
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.play(turns[0]!);
  await daily.isTurn(2);
  await daily.lay(turns[1]!.tilesPlaced[0]!);
  const { playerRack } = await DailyDevice.known(server.url, await daily.token()).state(date);
  const elsewhere = { turnNumber: 2, tilesExchanged: [playerRack[0]!.id] };
  await DailyDevice.known(server.url, await daily.token()).submit(date, elsewhere);
  await daily.button("Play word").click();
  await expect(daily.message).toContainText("played already");
  await daily.isTurn(3);
});

test("three days make statistics, and a streak where each was finished on its own day", async ({
  people,
  server,
}) => {
  const date = await today(server.url);
  const me = await people.come({ serviceWorkers: "block" });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.swap(1);
  await daily.isTurn(2);
  const device = DailyDevice.known(server.url, await daily.token());
  for (const day of [date, nextDay(date, -1), nextDay(date, -2)]) await device.swapThrough(day);
  const figures = me.page.getByTestId("statistics").locator("dd");

  await me.page.reload();
  await daily.isFinished();
  // The two earlier days were finished today, which is too late for a streak.
  await expect(figures).toHaveText(["3", "0", "0", "1", "1"]);

  await test.step("as if each had been finished on its own day", async () => {
    await me.page.route(/\/api\/daily\?/, async (route) => {
      const archive = (await (await route.fetch()).json()) as DailyArchive;
      const days = archive.days.map((day, index) => ({ ...day, onTime: true, score: 100 * (index + 1) }));
      await route.fulfill({ json: { ...archive, days } });
    });
    await me.page.reload();
    await daily.isFinished();
    await expect(figures).toHaveText(["3", "200", "300", "3", "3"]);
    await expect(me.page.getByTestId("statistics").getByRole("listitem")).toHaveCount(5);
  });
});

test("the countdown goes by the server's clock, whatever the device says", async ({ people, server }) => {
  const me = await people.come();
  await me.page.clock.install({ time: Date.now() + 5 * 3_600_000 + 7_000 });
  await me.open("/daily");
  const { nextPuzzleAt } = await (await DailyDevice.make(server.url)).archive();
  const countdown = me.page.getByTestId("countdown");
  await expect(countdown).toHaveText(/^\d+:\d\d:\d\d$/);
  const [hours, minutes, seconds] = (await countdown.innerText()).split(":").map(Number);
  const shown = (hours! * 60 + minutes!) * 60 + seconds!;
  expect(Math.abs(shown - (nextPuzzleAt - Date.now()) / 1000)).toBeLessThan(20);
});

test("after midnight an open page offers the new puzzle", async ({ people, server }) => {
  const date = await today(server.url);
  const tomorrow = nextDay(date);
  const me = await people.come({ serviceWorkers: "block" });
  // The server's evening, some seconds before midnight.
  const begun = Date.now();
  const midnight = Date.parse(tomorrow);
  const late = () => midnight - 4_000 + (Date.now() - begun);
  await me.page.route(/\/api\/daily[/?]/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const url = route.request().url().replace(tomorrow, date);
    const answer = (await (await route.fetch({ url })).json()) as DailyState & DailyArchive;
    const isTomorrow = route.request().url().includes(tomorrow);
    const moved = {
      ...answer,
      serverTime: late(),
      nextPuzzleAt: late() >= midnight ? midnight + 86_400_000 : midnight,
      ...(answer.today && late() >= midnight && { today: tomorrow }),
      ...(isTomorrow && { date: tomorrow, gameId: tomorrow }),
    };
    await route.fulfill({ json: moved });
  });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.isTurn(1);
  await daily.lay({ letter: (await daily.letters())[0]!, position: { row: 0, col: 0 }, isBlank: false });
  await expect(me.page.getByText("there is a new puzzle")).toBeVisible();
  // Nothing changes under the hand until somebody wants it.
  await expect(daily.tentative).toHaveCount(1);
  await me.page.getByRole("button", { name: "Play today's puzzle" }).click();
  await expect(daily.tentative).toHaveCount(0);
  await daily.isTurn(1);
  await expect(me.page).toHaveTitle(new RegExp(tomorrow));
});

test("the archive leads to earlier puzzles, by a calendar and by a link", async ({ people, server }) => {
  const date = await today(server.url);
  const before = nextDay(date, -1);
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.isTurn(1);
  await me.page.getByRole("button", { name: "Earlier puzzles" }).click();
  await isAccessible(me, "the calendar");
  if (before.slice(0, 7) !== date.slice(0, 7)) await daily.button("Previous month").click();
  await daily.dialog.locator(`a[href="/daily/${before}"]`).click();
  await expect(me.page).toHaveURL(`${server.url}/daily/${before}`);
  await daily.isTurn(1);
  await expect(me.page.getByText("the puzzle of an earlier day")).toBeVisible();
  await daily.swap(1);
  await daily.isTurn(2);

  await me.page.reload();
  await daily.isTurn(2);
  await daily.more("Earlier puzzles");
  if (before.slice(0, 7) !== date.slice(0, 7)) await expect(daily.button("Next month")).toBeEnabled();
  await expect(daily.dialog.locator(`a[href="/daily/${before}"]`)).toHaveAccessibleName(/turn 2 of 5/);
  await me.page.keyboard.press("Escape");
  await me.page.goBack();
  await expect(me.page).toHaveURL(`${server.url}/daily`);
  await daily.isTurn(1);
});

test("a code carries puzzles and statistics to another device", async ({ people, server }) => {
  const date = await today(server.url);
  const one = await people.come();
  await one.open("/daily");
  const first = new DailyPage(one.page);
  await first.swap(2);
  await first.isTurn(2);
  await DailyDevice.known(server.url, await first.token()).swapThrough(nextDay(date, -1));
  await first.more("Play on another device");
  await one.page.getByRole("button", { name: "Show a code" }).click();
  const code = await one.page.getByTestId("transfer-code").innerText();
  await isAccessible(one, "a transfer code");

  const other = await people.come({ device: "phone" });
  await other.open("/daily");
  const second = new DailyPage(other.page);
  await second.isTurn(1);
  await second.more("Play on another device");
  await second.dialog.getByRole("textbox").fill("XXXX-XXXX");
  await second.button("Use the code").click();
  await expect(second.dialog.getByRole("alert")).toContainText("does not work");
  await second.dialog.getByRole("textbox").fill(code.toLowerCase());
  await second.button("Use the code").click();
  await second.isTurn(2);
  await expect(other.page.getByText("now plays as the other one")).toBeVisible();
  await second.more("Statistics");
  await expect(second.dialog.locator("dd").first()).toHaveText("1");
  await other.page.keyboard.press("Escape");

  await test.step("and the code works once", async () => {
    await second.more("Play on another device");
    await second.dialog.getByRole("textbox").fill(code);
    await second.button("Use the code").click();
    await expect(second.dialog.getByRole("alert")).toContainText("does not work");
  });
});

test("the leaderboard has the name that one wants, and one's data can be deleted", async ({
  people,
  server,
}) => {
  // A day that no other test finishes.
  const date = nextDay(await today(server.url), -9);
  const me = await people.come({ device: "phone" });
  await me.open(`/daily/${date}`);
  const daily = new DailyPage(me.page);
  await daily.more("Leaderboard");
  await expect(daily.dialog).toContainText("Nobody has finished this puzzle yet.");
  await isAccessible(me, "an empty leaderboard");
  await me.page.keyboard.press("Escape");
  const rival = await DailyDevice.make(server.url);
  await rival.rename("W".repeat(20));
  await rival.swapThrough(date);
  await daily.swap(1);
  await daily.isTurn(2);
  await DailyDevice.known(server.url, await daily.token()).swapThrough(date);
  await me.page.reload();
  await daily.isFinished();

  const leaders = me.page.getByTestId("leaders");
  await expect(leaders.getByRole("row")).toHaveCount(3);
  await expect(leaders.getByRole("row").last()).toContainText("without a name (you)");
  await leaders.getByRole("textbox").fill("x");
  await leaders.getByRole("button", { name: "Save" }).click();
  await expect(leaders.getByRole("alert")).toContainText("3 to 20");
  await leaders.getByRole("textbox").fill("Maximiliane Elisabet");
  await leaders.getByRole("button", { name: "Save" }).click();
  await expect(leaders.getByRole("row").last()).toContainText("Maximiliane Elisabet (you)");
  await hasNoSidewaysScroll(me);
  await isAccessible(me, "a result");

  await daily.button("More").click();
  await daily.dialog.getByRole("button", { name: "Delete my data" }).click();
  await isAccessible(me, "before one's data is deleted");
  await daily.dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await daily.isTurn(1);
  await expect(me.page.getByText("Your data is deleted.")).toBeVisible();
  await daily.more("Leaderboard");
  await expect(daily.dialog.getByRole("row")).toHaveCount(3);
  await expect(daily.dialog).not.toContainText("Maximiliane");
});

test("a day without a puzzle says why", async ({ people, server }) => {
  const date = await today(server.url);
  const me = await people.come({ device: "phone", serviceWorkers: "block" });
  for (const [path, text] of [
    [`/daily/${nextDay(date, 2)}`, "not there yet"],
    ["/daily/1999-12-31", "There is no puzzle for this day."],
    ["/daily/2026-02-31", "There is no puzzle for this day."],
  ] as const) {
    await me.open(path);
    await expect(me.page.getByRole("alert")).toContainText(text);
    await isAccessible(me, path);
    await hasNoSidewaysScroll(me);
  }
  await me.page.getByRole("button", { name: "Today's puzzle" }).click();
  await new DailyPage(me.page).isTurn(1);
});

test("a server that does not answer is shown as just that", async ({ people }) => {
  const me = await people.come({ serviceWorkers: "block" });
  let isThere = false;
  await me.page.route(/\/api\/daily/, (route) => (isThere ? route.continue() : route.abort()));
  await me.open("/daily");
  await expect(me.page.getByRole("alert")).toContainText("the server does not answer");
  await isAccessible(me, "no server");
  isThere = true;
  await me.page.getByRole("button", { name: "Try again" }).click();
  await new DailyPage(me.page).isTurn(1);
});

test("what is kept and cannot be read is passed over", async ({ people }) => {
  const me = await people.come();
  await me.open();
  await me.page.evaluate(() => {
    localStorage.setItem("dailyLettersGame", '{"version":1,"games":{"en":{"2026-11-16":{"state":{}}}}}');
    localStorage.setItem("dailyLettersStats", "{]");
    localStorage.setItem("dord.daily", '{"token":7}');
  });
  await me.open();
  await expect(me.page.getByRole("link", { name: "Today's puzzle" })).toContainText("not begun");
  await me.open("/daily");
  await new DailyPage(me.page).isTurn(1);
});

for (const device of ["desktop", "phone", "landscape"] as const satisfies Device[]) {
  for (const theme of ["retro", "parlour"] as const) {
    test(`the puzzle's board, rack and buttons fit a ${device} without scrolling, in ${theme}`, async ({
      people,
    }) => {
      for (const language of ["en", "nl"] as const) {
        const me = await people.come({ device, settings: { theme, language } });
        await me.open("/daily");
        const daily = new DailyPage(me.page, language);
        await daily.isTurn(1);
        await expect(daily.tiles).toHaveCount(7);
        const { width, height } = DEVICES[device].viewport;
        const { play, swap, more } = daily.words;
        for (const part of [
          daily.board,
          daily.turn,
          daily.score,
          ...[play, swap, more].map((name) => daily.button(name)),
        ]) {
          const box = (await part.boundingBox())!;
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(width);
          expect(box.y + box.height).toBeLessThanOrEqual(height);
        }
        for (const tile of await daily.tiles.all())
          expect((await tile.boundingBox())!.width).toBeGreaterThanOrEqual(40);
        expect((await daily.board.boundingBox())!.width).toBeGreaterThan(Math.min(width, height) * 0.7);
        await hasNoSidewaysScroll(me);
        if (device === "desktop") {
          const isScrolled = await me.page.evaluate(
            () => document.documentElement.scrollHeight > innerHeight,
          );
          expect(isScrolled).toBe(false);
        }
      }
    });
  }
}

test("axe finds nothing on the puzzle and in what opens above it", async ({ people }) => {
  const me = await people.come();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.isTurn(1);
  await isAccessible(me, "the first turn");
  const first = (await daily.letters()).find((letter) => letter !== "_")!;
  await daily.lay({ letter: first, position: { row: 0, col: 0 }, isBlank: false });
  await daily.button("Play word").click();
  await expect(daily.message.getByRole("alert")).not.toBeEmpty();
  await isAccessible(me, "a refused play");
  await daily.button("Recall").click();
  for (const entry of [
    "Statistics",
    "Earlier puzzles",
    "Leaderboard",
    "Play on another device",
    "Type a play",
  ]) {
    await daily.more(entry);
    await isAccessible(me, entry);
    await me.page.keyboard.press("Escape");
    await expect(daily.dialog).toHaveCount(0);
  }
  await daily.button("Swap").click();
  await isAccessible(me, "swapping");
});
