import type { DailyArchive, DailyState, PlayedDay } from "../src/protocol";
import { isAccessible } from "./lib/accessible";
import { DailyDevice, nextDay, today } from "./lib/daily";
import { DailyPage } from "./lib/daily-page";
import { hasNoSidewaysScroll } from "./lib/fits";
import { expect, test } from "./lib/test";

test.describe.configure({ mode: "parallel", timeout: 120_000 });

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
      // What came of today's the page knows from the puzzle itself as well: that stays as it is.
      const points = (day: PlayedDay, index: number) => (day.date === date ? day.score : 100 * (index + 1));
      const days = archive.days.map((day, index) => ({ ...day, onTime: true, score: points(day, index) }));
      await route.fulfill({ json: { ...archive, days } });
    });
    await me.page.reload();
    await daily.isFinished();
    await expect(figures).toHaveText(["3", "100", "200", "3", "3"]);
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
  const letter = (await daily.letters()).find((letter) => letter !== "_")!;
  await daily.lay({ letter, position: { row: 0, col: 0 }, isBlank: false });
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
  await hasNoSidewaysScroll(me.page);
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
    await hasNoSidewaysScroll(me.page);
  }
  await me.page.getByRole("button", { name: "Today's puzzle" }).click();
  await new DailyPage(me.page).isTurn(1);
});

test("a server that does not answer is shown as just that, until it does", async ({ people }) => {
  const me = await people.come({ serviceWorkers: "block" });
  let isThere = false;
  await me.page.route(/\/api\/daily/, (route) => (isThere ? route.continue() : route.abort()));
  await me.open("/daily");
  await expect(me.page.getByRole("alert")).toContainText("the server does not answer");
  await isAccessible(me, "no server");
  isThere = true;
  // The page asks again by itself, after half a minute at the latest.
  await expect(me.page.getByRole("button", { name: "Try again" })).toBeHidden({ timeout: 40_000 });
  await new DailyPage(me.page).isTurn(1);
});

test("whoever does not want to wait for a server asks again", async ({ people }) => {
  const me = await people.come({ serviceWorkers: "block" });
  let isThere = false;
  await me.page.route(/\/api\/daily/, (route) => (isThere ? route.continue() : route.abort()));
  // Time stands still: nothing asks again by itself.
  await me.page.clock.install();
  await me.page.clock.pauseAt(Date.now() + 60_000);
  await me.open("/daily");
  await expect(me.page.getByRole("alert")).toContainText("the server does not answer");
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
