import { expectAccessible } from "./lib/accessible";
import { DailyDevice, nextDay, today } from "./lib/daily";
import { DailyPage } from "./lib/daily-page";
import { expectNoHorizontalScroll } from "./lib/fits";
import { expect, test } from "./lib/test";

test.describe.configure({ mode: "parallel", timeout: 120_000 });

test("puzzles finished late count for statistics, but not for the streak", async ({ people, server }) => {
  const date = await today(server.url);
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.swap(1);
  await daily.expectTurn(2);
  const device = DailyDevice.known(server.url, await daily.token());
  for (const day of [date, nextDay(date, -1), nextDay(date, -2)]) await device.swapThrough(day);
  await me.page.reload();
  await daily.expectFinished();
  await expect(daily.figures).toHaveText(["3", "0", "0", "1", "1"]);
});

test("the archive leads to earlier puzzles, by a calendar and by a link", async ({ people, server }) => {
  const date = await today(server.url);
  const before = nextDay(date, -1);
  const me = await people.newPerson();
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await daily.expectTurn(1);
  await me.page.getByRole("button", { name: "Earlier puzzles" }).click();
  await expectAccessible(me, "the calendar");
  if (before.slice(0, 7) !== date.slice(0, 7)) await daily.button("Previous month").click();
  await daily.dialog.locator(`a[href="/daily/${before}"]`).click();
  await expect(me.page).toHaveURL(`${server.url}/daily/${before}`);
  await daily.expectTurn(1);
  await expect(me.page.getByText("an earlier day's puzzle")).toBeVisible();
  await daily.swap(1);
  await daily.expectTurn(2);

  await me.page.reload();
  await daily.expectTurn(2);
  await daily.more("Earlier puzzles");
  if (before.slice(0, 7) !== date.slice(0, 7)) await expect(daily.button("Next month")).toBeEnabled();
  await expect(daily.dialog.locator(`a[href="/daily/${before}"]`)).toHaveAccessibleName(/turn 2 of 5/);
  await me.page.keyboard.press("Escape");
  await me.page.goBack();
  await expect(me.page).toHaveURL(`${server.url}/daily`);
  await daily.expectTurn(1);
});

test("a code shares puzzles and statistics with another device", async ({ people, server }) => {
  const date = await today(server.url);
  const one = await people.newPerson();
  await one.open("/daily");
  const first = new DailyPage(one.page);
  await first.swap(2);
  await first.expectTurn(2);
  await DailyDevice.known(server.url, await first.token()).swapThrough(nextDay(date, -1));
  await first.more("Play on another device");
  await one.page.getByRole("button", { name: "Show a code" }).click();
  const code = await one.page.getByTestId("transfer-code").innerText();
  await expectAccessible(one, "a transfer code");

  const other = await people.newPerson({ device: "phone" });
  await other.open("/daily");
  const second = new DailyPage(other.page);
  await second.expectTurn(1);
  await second.more("Play on another device");
  await second.dialog.getByRole("textbox").fill("XXXX-XXXX");
  await second.button("Use the code").click();
  await expect(second.dialog.getByRole("alert")).toContainText("does not work");
  await second.dialog.getByRole("textbox").fill(code.toLowerCase());
  await second.button("Use the code").click();
  await second.expectTurn(2);
  await expect(other.page.getByText("now shares the other device's puzzles")).toBeVisible();
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

test("the leaderboard shows the chosen name, and the player can delete their data", async ({ atTime }) => {
  // axe checks four states of the page in every look.
  test.setTimeout(240_000);
  // A separate server without other players.
  const date = "2026-06-15";
  const { people, server } = await atTime(Date.parse(`${date}T12:00:00Z`));
  const me = await people.newPerson({ device: "phone" });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await expect(me.page).toHaveTitle(new RegExp(date));
  await daily.more("Leaderboard");
  await expect(daily.dialog).toContainText("No one finished this puzzle on its day.");
  await expectAccessible(me, "an empty leaderboard");
  await me.page.keyboard.press("Escape");
  const rival = await DailyDevice.make(server.url);
  await rival.rename("W".repeat(20));
  await rival.swapThrough(date);
  await daily.swap(1);
  await daily.expectTurn(2);
  await DailyDevice.known(server.url, await daily.token()).swapThrough(date);
  await me.page.reload();
  await daily.expectFinished();

  const leaders = me.page.getByTestId("leaders");
  await expect(leaders.getByRole("row")).toHaveCount(3);
  await expect(leaders.getByRole("row").last()).toContainText("Anonymous (you)");
  await leaders.getByRole("textbox").fill("-");
  await leaders.getByRole("button", { name: "Save" }).click();
  await expect(leaders.getByRole("alert")).toContainText("1 to 20");
  await leaders.getByRole("textbox").fill("w".repeat(20));
  await leaders.getByRole("button", { name: "Save" }).click();
  await expect(leaders.getByRole("alert")).toContainText("Another player has that name");
  await leaders.getByRole("textbox").fill("Maximiliane Elisabet");
  await leaders.getByRole("button", { name: "Save" }).click();
  await expect(leaders.getByRole("row").last()).toContainText("Maximiliane Elisabet (you)");
  await expectNoHorizontalScroll(me.page);
  await expectAccessible(me, "a result");

  await test.step("a player who finishes an earlier day sees why they are not listed", async () => {
    const before = nextDay(date, -1);
    await DailyDevice.known(server.url, await daily.token()).swapThrough(before);
    await me.open(`/daily/${before}`);
    await daily.expectFinished();
    await expect(leaders).toContainText("No one finished this puzzle on its day.");
    await expect(leaders).toContainText("you are not on this list");
    await expect(me.page.getByRole("list", { name: "All players' scores" }).locator(".marked")).toHaveCount(
      1,
    );
    await me.open("/daily");
    await daily.expectFinished();
  });

  await daily.button("More").click();
  await daily.dialog.getByRole("button", { name: "Delete my data" }).click();
  await expectAccessible(me, "before deleting data");
  await daily.dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await daily.expectTurn(1);
  await expect(me.page.getByText("Your data is deleted.")).toBeVisible();
  await daily.more("Leaderboard");
  // The day is not over, so the score is removed too: the header and the rival remain.
  await expect(daily.dialog.getByRole("row")).toHaveCount(2);
  await expect(daily.dialog).not.toContainText("Maximiliane");
});

test("a day without a puzzle shows the reason", async ({ people, server }) => {
  const date = await today(server.url);
  const me = await people.newPerson({ device: "phone", serviceWorkers: "block" });
  for (const [path, text] of [
    [`/daily/${nextDay(date, 2)}`, "not available yet"],
    ["/daily/1999-12-31", "There is no puzzle for this day."],
    ["/daily/2026-02-31", "There is no puzzle for this day."],
  ] as const) {
    await me.open(path);
    await expect(me.page.getByRole("alert")).toContainText(text);
    await expectAccessible(me, path);
    await expectNoHorizontalScroll(me.page);
  }
  await me.page.getByRole("button", { name: "Today's puzzle" }).click();
  await new DailyPage(me.page).expectTurn(1);
});

test("an unreachable server is reported until it answers", async ({ people }) => {
  const me = await people.newPerson({ serviceWorkers: "block" });
  let isReachable = false;
  await me.page.route(/\/api\/daily/, (route) => (isReachable ? route.continue() : route.abort()));
  await me.open("/daily");
  await expect(me.page.getByRole("alert")).toContainText("the server is not responding");
  await expectAccessible(me, "no server");
  isReachable = true;
  // The page retries automatically, at least every half minute.
  await expect(me.page.getByRole("button", { name: "Try again" })).toBeHidden({ timeout: 40_000 });
  await new DailyPage(me.page).expectTurn(1);
});

test("the player can retry without waiting", async ({ people }) => {
  const me = await people.newPerson({ serviceWorkers: "block" });
  let isReachable = false;
  await me.page.route(/\/api\/daily/, (route) => (isReachable ? route.continue() : route.abort()));
  // The clock is paused, so nothing retries automatically.
  await me.page.clock.install();
  await me.page.clock.pauseAt(Date.now() + 60_000);
  await me.open("/daily");
  await expect(me.page.getByRole("alert")).toContainText("the server is not responding");
  isReachable = true;
  await me.page.getByRole("button", { name: "Try again" }).click();
  await new DailyPage(me.page).expectTurn(1);
});

test("unreadable storage is ignored", async ({ people }) => {
  const me = await people.newPerson();
  await me.open();
  await me.page.evaluate(() => {
    localStorage.setItem("dailyLettersGame", '{"version":1,"games":{"en":{"2026-11-16":{"state":{}}}}}');
    localStorage.setItem("dailyLettersStats", "{]");
    localStorage.setItem("dord.daily", '{"token":7}');
  });
  await me.open();
  await expect(me.page.getByRole("link", { name: "Today's puzzle" })).toContainText("not started");
  await me.open("/daily");
  await new DailyPage(me.page).expectTurn(1);
});

for (const [language, theme] of [
  ["en", "parlour"],
  ["nl", "retro"],
] as const) {
  test(`the best line is published when the day is over, in ${language} and ${theme}`, async ({ atTime }) => {
    // A debug build takes long to solve a puzzle, longer on a busy machine.
    test.setTimeout(360_000);
    const date = "2026-06-15";
    const { people, server } = await atTime(Date.parse(`${date}T12:00:00Z`));
    const me = await people.newPerson({ device: "phone", settings: { language, theme } });
    // Both tests use the English puzzle, so that the server solves only one.
    await me.open(`/daily/${date}?language=en`);
    const daily = new DailyPage(me.page, language);
    const { turn, bestLine, bestTomorrow, comeBack, finished } = daily.words;
    await expect(daily.turn).toContainText(turn(1));
    await daily.swap(1);
    await daily.expectTurn(2);
    await DailyDevice.known(server.url, await daily.token()).swapThrough(date);
    await me.page.reload();
    await daily.expectFinished();
    const best = me.page.getByTestId("best");
    await expect(best).toHaveText(bestTomorrow);
    await expect(me.page.getByText(comeBack)).toBeVisible();
    await expect(daily.button(daily.words.parLine)).toHaveCount(0);
    await expect(daily.button(bestLine)).toHaveCount(0);
    // The page has not received it, so storage does not contain it.
    const stored = await me.page.evaluate(() => localStorage.getItem("dailyLettersGame")!);
    const { state, results } = JSON.parse(stored).games.en[date];
    expect(state.seed).toBeNull();
    expect(results).toMatchObject({ isDayOver: false, best: null });
    expect(results).not.toHaveProperty("seed");
    expect(Object.keys(results.par)).toEqual(["total"]);
    await expectAccessible(me, "a result while the day runs");
    await expectNoHorizontalScroll(me.page);

    await server.restartAt(Date.parse(`${nextDay(date)}T12:00:00Z`));
    await me.open(`/daily/${date}?language=en`);
    await expect(daily.turn).toContainText(finished);
    await expect(best).toHaveText(/^\d{3}$/, { timeout: 240_000 });
    await expect(me.page.getByText(comeBack)).toHaveCount(0);
    await daily.button(bestLine).click();
    await expect(me.page.getByTestId("reviewed")).not.toBeEmpty();
    await expect(daily.button(daily.words.parLine)).toBeVisible();
    await expectAccessible(me, "a result when the day is over");
    await expectNoHorizontalScroll(me.page);
  });
}
