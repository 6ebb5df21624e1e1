import { expectAccessible } from "./lib/accessible";
import { DailyDevice, parOf, phonyOf, today } from "./lib/daily";
import { DailyPage, type Spoken } from "./lib/daily-page";
import { expectNoHorizontalScroll } from "./lib/fits";
import { motionsOf, recordMotions, waitForMotions } from "./lib/motions";
import { DEVICES, type Device } from "./lib/people";
import { expect, test } from "./lib/test";

test.describe.configure({ mode: "parallel", timeout: 120_000 });

for (const device of ["phone", "desktop"] as const) {
  for (const language of ["en", "nl"] as const satisfies Spoken[]) {
    test(`a whole puzzle on a ${device} in ${language}, with a reload in the middle`, async ({
      people,
      server,
    }) => {
      const date = await today(server.url);
      const par = await parOf(server.url, date, language);
      const me = await people.newPerson({ device, settings: { language } });
      await me.open();
      const link = me.page.getByRole("link", {
        name: language === "en" ? "Today's puzzle" : "Puzzel van vandaag",
      });
      await expect(link).toContainText(language === "en" ? "not started" : "niet begonnen");
      await link.click();
      const daily = new DailyPage(me.page, language);
      await daily.expectTurn(1);
      await expect(daily.score).toContainText("0");
      await expect(me.page.locator("html")).toHaveAttribute("data-theme", "parlour");
      const start = await (await DailyDevice.make(server.url)).state(date, language);
      const { row, col } = start.startingWord.position;
      for (const [index, letter] of [...start.startingWord.word].entries()) {
        await expect(daily.square({ row, col: col + index })).toHaveAccessibleName(
          new RegExp(`: ${letter} `),
        );
      }
      await expectNoHorizontalScroll(me.page);

      let score = 0;
      for (const turn of par.turns) {
        await daily.expectTurn(turn.turnNumber);
        if (turn.turnNumber === 3) {
          await test.step("placed tiles survive a reload", async () => {
            await daily.lay(turn.tilesPlaced[0]!);
            await me.page.reload();
            await daily.expectTurn(3);
            await expect(daily.tentative).toHaveCount(1);
            await daily.button(daily.words.recall).click();
          });
        }
        await daily.layAll(turn.tilesPlaced);
        await expect(daily.preview).toHaveText(String(turn.totalScore));
        await daily.button(daily.words.play).click();
        score += turn.totalScore;
        await expect(daily.score).toContainText(String(score));
        await expect(daily.announcements).toContainText(turn.wordsFormed[0]!.word);
      }
      await daily.expectFinished();

      await test.step("the result is par, the bars are full, and the score chart marks the own score", async () => {
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
        const allScores = me.page.getByRole("list", {
          name: language === "en" ? "All players' scores" : "Scores van alle spelers",
        });
        await expect(allScores.locator(".marked")).toHaveCount(1);
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
        await expect(daily.figures).toHaveText(["1", String(score), String(score), "1", "1"]);
        await expectNoHorizontalScroll(me.page);
        await me.open();
        await expect(link).toContainText(String(score));
      });
    });
  }
}

test("words can be in a language other than the page's", async ({ people, server }) => {
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.expectTurn(1);
  await me.page.getByRole("combobox", { name: "Words in" }).selectOption("nl");
  const dutch = await (await DailyDevice.make(server.url)).state(await today(server.url), "nl");
  await expect(me.page.getByRole("listitem").first()).toContainText(dutch.startingWord.word);
  await daily.expectTurn(1);
  await me.page.reload();
  await expect(me.page.getByRole("listitem").first()).toContainText(dutch.startingWord.word);
});

test("a rejected word has no penalty: it is named and the tiles stay", async ({ people, server }) => {
  const date = await today(server.url);
  const phony = await phonyOf(server.url, date);
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.play({ tilesPlaced: phony });
  await expect(daily.message.getByRole("alert")).toContainText("Not in the word list");
  await expect(daily.message).toContainText("No penalty");
  await expect(daily.tentative).toHaveCount(1);
  await daily.expectTurn(1);
  await expectAccessible(me, "a rejected word");
  await daily.button("Recall").click();
  await expect(daily.message.getByRole("alert")).toBeEmpty();
});

test("unfinished and rejected words leave no errors in the console", async ({ people, server }) => {
  const date = await today(server.url);
  const phony = await phonyOf(server.url, date);
  const me = await people.newPerson();
  const logged: string[] = [];
  me.page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") logged.push(message.text());
  });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.expectTurn(1);
  const previewed = () =>
    me.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/preview"));

  await test.step("tiles that touch nothing, and tiles with a gap", async () => {
    const letters = (await daily.letters()).filter((letter) => letter !== "_");
    for (const col of [0, 3]) {
      const answer = previewed();
      await daily.lay({ letter: letters.pop()!, position: { row: 0, col }, isBlank: false });
      expect((await (await answer).json()).error.code).toBe("INVALID_PLACEMENT");
    }
    await expect(daily.preview).toHaveCount(0);
    await daily.button("Recall").click();
  });
  await test.step("a word that is not in the list", async () => {
    await daily.play({ tilesPlaced: phony });
    await expect(daily.message.getByRole("alert")).toContainText("Not in the word list");
  });
  expect(logged).toEqual([]);
});

test("an exchange takes a turn and scores nothing", async ({ people, server }) => {
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.expectTurn(1);
  await daily.swap(3);
  await daily.expectTurn(2);
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
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.expectTurn(1);
  for (const { letter, position, isBlank } of first!.tilesPlaced) {
    // The first arrow puts the cursor on the star; Esc would recall the tiles.
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
  await daily.expectTurn(2);
  await expect(daily.score).toContainText(String(first!.totalScore));
});

for (const [device, language] of [
  ["desktop", "en"],
  ["phone", "en"],
  ["phone", "nl"],
] as const satisfies Array<[Device, Spoken]>) {
  test(`offline in the middle on a ${device} in ${language}: the turn is queued, the page opens again, and the turn is played once`, async ({
    people,
    server,
  }) => {
    const date = await today(server.url);
    const { turns } = await parOf(server.url, date, language);
    const me = await people.newPerson({ device, settings: { language } });
    const sent: string[] = [];
    me.page.on("requestfinished", (request) => {
      if (new URL(request.url()).pathname.endsWith("/turns")) sent.push(request.postData() ?? "");
    });
    await me.open("/daily");
    const daily = new DailyPage(me.page, language);
    await daily.play(turns[0]!);
    await daily.expectTurn(2);
    // From here on the files are cached on the device.
    await me.page.evaluate(() => navigator.serviceWorker.ready);

    await me.loseConnection();
    await daily.layAll(turns[1]!.tilesPlaced);
    await expect(me.page.getByText(daily.words.offline)).toBeVisible();
    await expect(daily.preview).toHaveCount(0);
    await daily.button(daily.words.play).click();
    await expect(daily.message).toContainText(daily.words.waits);
    await expectAccessible(me, "a queued turn");

    await me.page.reload();
    await daily.expectTurn(2);
    await expect(daily.tentative).toHaveCount(turns[1]!.tilesPlaced.length);
    await expect(daily.message).toContainText(daily.words.waits);
    await expectNoHorizontalScroll(me.page);

    await me.restoreConnection();
    await daily.expectTurn(3);
    await expect(daily.score).toContainText(String(turns[0]!.totalScore + turns[1]!.totalScore));
    await expect(daily.message).not.toContainText(daily.words.online);
    expect(sent).toHaveLength(2);
    const mine = DailyDevice.known(server.url, await daily.token());
    expect((await mine.state(date, language)).turns).toHaveLength(2);
  });
}

test("a turn played on another page replaces the state", async ({ people, server }) => {
  const date = await today(server.url);
  const { turns } = await parOf(server.url, date);
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.play(turns[0]!);
  await daily.expectTurn(2);
  await daily.lay(turns[1]!.tilesPlaced[0]!);
  const { playerRack } = await DailyDevice.known(server.url, await daily.token()).state(date);
  const elsewhere = { turnNumber: 2, tilesExchanged: [playerRack[0]!.id] };
  await DailyDevice.known(server.url, await daily.token()).submit(date, elsewhere);
  await daily.button("Play word").click();
  await expect(daily.message).toContainText("already played");
  await daily.expectTurn(3);
});

for (const device of ["desktop", "phone", "landscape"] as const satisfies Device[]) {
  for (const theme of ["retro", "parlour"] as const) {
    test(`the puzzle's board, rack and buttons fit a ${device} without scrolling, in ${theme}`, async ({
      people,
    }) => {
      for (const language of ["en", "nl"] as const) {
        const me = await people.newPerson({ device, settings: { theme, language } });
        await me.open("/daily");
        const daily = new DailyPage(me.page, language);
        await daily.expectTurn(1);
        await expect(daily.tiles).toHaveCount(7);
        await waitForMotions(me.page);
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
        await expectNoHorizontalScroll(me.page);
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

for (const language of ["en", "nl"] as const satisfies Spoken[]) {
  test(`axe finds no violations on the puzzle in ${language}`, async ({ people }) => {
    const me = await people.newPerson({ settings: { language } });
    await me.open("/daily");
    const daily = new DailyPage(me.page, language);
    await daily.expectTurn(1);
    await expectAccessible(me, "the first turn");
    const first = (await daily.letters()).find((letter) => letter !== "_")!;
    await daily.lay({ letter: first, position: { row: 0, col: 0 }, isBlank: false });
    await daily.button(daily.words.play).click();
    await expect(daily.message.getByRole("alert")).not.toBeEmpty();
    await expectAccessible(me, "a refused play");
    await daily.button(daily.words.recall).click();
    await daily.button(daily.words.swap).click();
    await expectAccessible(me, "swapping");
  });

  test(`axe finds no violations in the dialogs of the puzzle in ${language}`, async ({ people }) => {
    const me = await people.newPerson({ settings: { language } });
    await me.open("/daily");
    const daily = new DailyPage(me.page, language);
    await daily.expectTurn(1);
    for (const entry of daily.words.entries) {
      await daily.more(entry);
      await expectAccessible(me, entry);
      await me.page.keyboard.press("Escape");
      await expect(daily.dialog).toHaveCount(0);
    }
  });
}

for (const [reducedMotion, duration] of [
  ["reduce", "0s"],
  ["no-preference", "0.3s"],
] as const) {
  test(`with reduced motion ${reducedMotion}, animations of the puzzle take ${duration}`, async ({
    people,
    server,
  }) => {
    const date = await today(server.url);
    const { turns } = await parOf(server.url, date);
    const me = await people.newPerson({ reducedMotion });
    await recordMotions(me.page);
    await me.open("/daily");
    const daily = new DailyPage(me.page);
    await daily.play(turns[0]!);
    await daily.expectTurn(2);
    const motions = await motionsOf(me.page);
    // Tiles are dealt and drawn from the bag, and dropped on squares.
    if (reducedMotion === "reduce") expect(motions).toEqual([]);
    else expect(motions).toEqual(expect.arrayContaining(["arrive", "drop"]));
    await DailyDevice.known(server.url, await daily.token()).swapThrough(date);
    await me.page.reload();
    await daily.expectFinished();
    await expect(me.page.getByTestId("statistics").locator(".bar").first()).toHaveCSS(
      "animation-duration",
      duration,
    );
    const moving = await me.page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .map((element) => getComputedStyle(element))
        .flatMap(({ animationDuration, transitionDuration }) => [animationDuration, transitionDuration])
        .some((durations) => durations.split(", ").some((duration) => duration !== "0s")),
    );
    expect(moving).toBe(reducedMotion !== "reduce");
  });
}

test("the copied text equals the shown text", async ({ people, server }) => {
  const date = await today(server.url);
  const me = await people.newPerson({ permissions: ["clipboard-read", "clipboard-write"] });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.swap(1);
  await daily.expectTurn(2);
  await DailyDevice.known(server.url, await daily.token()).swapThrough(date);
  await me.page.reload();
  await daily.expectFinished();
  const shown = await me.page.getByTestId("share").textContent();
  expect(shown).toContain(date);
  await daily.button("Copy").click();
  await expect(me.page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await me.page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
});
