// Days, midnight and time zones: the server's date counts, independent of the device.

import { DailyDevice, nextDay, parOf, today } from "./lib/daily";
import { DailyPage } from "./lib/daily-page";
import { expect, test } from "./lib/test";

test.describe.configure({ mode: "parallel", timeout: 120_000 });

const HOUR_MS = 3_600_000;

for (const [timezoneId, hoursAhead] of [
  ["Pacific/Kiritimati", 0],
  ["Pacific/Kiritimati", 26],
  ["America/Los_Angeles", 0],
  ["America/Los_Angeles", -26],
] as const) {
  test(`in ${timezoneId}, ${hoursAhead} hours off, the server's date counts, and the puzzle is finished on time`, async ({
    people,
    server,
  }) => {
    const { today: date, serverTime } = await (await DailyDevice.make(server.url)).archive();
    const { turns } = await parOf(server.url, date);
    const me = await people.newPerson({ timezoneId });
    await me.page.clock.install({ time: serverTime + hoursAhead * HOUR_MS });
    await me.open("/daily");
    await expect(me.page).toHaveTitle(new RegExp(date));
    const daily = new DailyPage(me.page);
    await daily.expectTurn(1);
    await daily.play(turns[0]!);
    for (const turn of [2, 3, 4, 5]) {
      await daily.expectTurn(turn);
      await daily.swap(1);
    }
    await daily.expectFinished();
    const score = String(turns[0]!.totalScore);
    await expect(daily.figures).toHaveText(["1", score, score, "1", "1"]);
    const archive = await DailyDevice.known(server.url, await daily.token()).archive();
    expect(archive.days).toMatchObject([{ date, status: "completed", turnsPlayed: 5, onTime: true }]);
  });
}

test("the countdown follows the server's clock, independent of the device", async ({ people, server }) => {
  const device = await DailyDevice.make(server.url);
  const leftSeconds = async () => {
    const { nextPuzzleAt, serverTime } = await device.archive();
    return (nextPuzzleAt - serverTime) / 1000;
  };
  const me = await people.newPerson();
  await me.page.clock.install({ time: Date.now() + 5 * HOUR_MS + 7_000 });
  await me.open("/daily");
  const countdown = me.page.getByTestId("countdown");
  await expect(countdown).toHaveText(/^\d+:\d\d:\d\d$/);
  const before = await leftSeconds();
  const [hours, minutes, seconds] = (await countdown.innerText()).split(":").map(Number);
  const shown = (hours! * 60 + minutes!) * 60 + seconds!;
  // A busy page may be a few seconds late, but never early.
  expect(shown).toBeLessThan(before + 20);
  expect(shown).toBeGreaterThan((await leftSeconds()) - 2);
});

test("after midnight an open page offers the new puzzle", async ({ atTime }) => {
  const date = "2026-10-24";
  const midnight = Date.parse(nextDay(date));
  const { server, people } = await atTime(midnight - HOUR_MS);
  const me = await people.newPerson({ timezoneId: "Europe/Amsterdam" });
  await me.page.clock.install({ time: midnight - HOUR_MS });
  await me.open("/daily");
  const daily = new DailyPage(me.page);
  await expect(me.page).toHaveTitle(new RegExp(date));
  await daily.expectTurn(1);
  const letter = (await daily.letters()).find((letter) => letter !== "_")!;
  await daily.lay({ letter, position: { row: 0, col: 0 }, isBlank: false });
  await expect(me.page.getByText("A new puzzle is available")).toHaveCount(0);

  await server.restartAt(midnight);
  await me.page.clock.fastForward(HOUR_MS);
  await expect(me.page.getByText("A new puzzle is available")).toBeVisible();
  // The board does not change until the player opens the new puzzle.
  await expect(daily.tentative).toHaveCount(1);
  await me.page.getByRole("button", { name: "Play today's puzzle" }).click();
  await expect(me.page).toHaveTitle(new RegExp(nextDay(date)));
  await expect(daily.tentative).toHaveCount(0);
  await daily.expectTurn(1);
  expect(await today(server.url)).toBe(nextDay(date));
});

test("three days in a row make statistics and a streak, which a missed day ends", async ({ atTime }) => {
  test.setTimeout(240_000);
  // Daylight saving starts in Europe on the second day.
  const dates = ["2026-03-28", "2026-03-29", "2026-03-30"];
  const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);
  const { server, people } = await atTime(noonOf(dates[0]!));
  const me = await people.newPerson({ timezoneId: "Europe/Amsterdam" });
  await me.page.clock.install({ time: noonOf(dates[0]!) });
  const daily = new DailyPage(me.page);
  const scores: number[] = [];
  const figuresWith = (streak: number) => {
    const total = scores.reduce((sum, score) => sum + score, 0);
    const average = Math.round(total / scores.length);
    return [scores.length, average, Math.max(...scores), streak, scores.length].map(String);
  };
  const restartAt = async (date: string) => {
    await server.restartAt(noonOf(date));
    await me.page.clock.setSystemTime(noonOf(date));
  };

  for (const [index, date] of dates.entries()) {
    await test.step(`the puzzle of ${date}`, async () => {
      if (index > 0) await restartAt(date);
      await me.open("/daily");
      await expect(me.page).toHaveTitle(new RegExp(date));
      await daily.expectTurn(1);
      // Each day has one word more than the previous, so that the scores differ.
      const words = (await parOf(server.url, date)).turns.slice(0, index + 1);
      for (const turn of [1, 2, 3, 4, 5]) {
        await daily.expectTurn(turn);
        const word = words[turn - 1];
        if (word) await daily.play(word);
        else await daily.swap(1);
      }
      await daily.expectFinished();
      scores.push(words.reduce((sum, { totalScore }) => sum + totalScore, 0));
      await expect(daily.figures).toHaveText(figuresWith(scores.length));
    });
  }

  await test.step("each score is in its range of the histogram", async () => {
    const rangeOf = (score: number) => Math.floor(score / 50);
    const lowest = rangeOf(Math.min(...scores));
    const counts = Array.from({ length: rangeOf(Math.max(...scores)) - lowest + 1 }, (_, index) =>
      scores.filter((score) => rangeOf(score) === lowest + index).length.toString(),
    );
    const rows = me.page.getByTestId("statistics").getByRole("listitem");
    await expect(rows.locator(".count")).toHaveText(counts.map((count) => new RegExp(`^${count}`)));
    await expect(rows.and(me.page.locator(".marked"))).toHaveCount(1);
  });

  await test.step("the server has all of it without local storage", async () => {
    await me.page.evaluate(() => {
      for (const key of ["dailyLettersStats", "dailyLettersGame"]) localStorage.removeItem(key);
    });
    await me.page.reload();
    await daily.expectFinished();
    await expect(daily.figures).toHaveText(figuresWith(3));
    const { days } = await DailyDevice.known(server.url, await daily.token()).archive();
    expect(days.map(({ date, score, onTime }) => ({ date, score, onTime }))).toEqual(
      dates.map((date, index) => ({ date, score: scores[index], onTime: true })),
    );
  });

  await test.step("the streak continues for one day and then ends", async () => {
    for (const [date, streak] of [
      ["2026-03-31", 3],
      ["2026-04-01", 0],
    ] as const) {
      await restartAt(date);
      await me.open("/daily");
      await expect(me.page).toHaveTitle(new RegExp(date));
      await daily.expectTurn(1);
      await daily.more("Statistics");
      await expect(daily.figures).toHaveText(figuresWith(streak));
    }
  });
});
