// Sounds, tab title and notifications.

import type { Page } from "@playwright/test";
import type { Person } from "./lib/people";
import { openTable, seatsOf, type WirePlayer } from "./lib/seats";
import { takeRecording, notesOn, record, type Recording } from "./lib/audio-recorder";
import { expect, test } from "./lib/test";

/** Waits for a sound with a number of notes and returns its recording. */
async function sounds(page: Page, notes: number): Promise<Recording> {
  await expect.poll(() => notesOn(page)).toBe(notes);
  return takeRecording(page);
}

test("every sound is synthesised and audible, and the setting silences them", async ({ people, server }) => {
  const [host, guest] = (await openTable(server.url)) as [WirePlayer, WirePlayer];
  const [seat] = seatsOf([host]);
  const ann = await people.newPerson({ seats: [seat!], settings: { sound: true } });
  const { page, table } = ann;
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "media" || /\.(mp3|ogg|wav|m4a|webm)\b/.test(request.url())) {
      fetched.push(request.url());
    }
  });
  await record(page);
  await ann.open(`/${seat!.roomCode}`);
  await table.expectMyTurn();

  const recordings: Record<string, Recording> = {};
  const plain = (await table.letters()).find((letter) => letter !== "_")!;
  await table.lay(plain, "8H");
  recordings["placed"] = await sounds(page, 2);
  await table.square("8H").click();
  recordings["lifted"] = await sounds(page, 1);
  await table.lay(plain, "8H");
  await sounds(page, 2);
  await table.button("Play word").click();
  await expect(table.message).toHaveText("The first word needs at least two letters.");
  recordings["refused"] = await sounds(page, 2);
  await table.lay(
    (await table.letters()).find((letter) => letter !== "_")!,
    "8I",
  );
  await sounds(page, 2);
  await table.play();
  recordings["played"] = await sounds(page, 2);
  await guest.untilToMove();
  await guest.send("challenge");
  recordings["challenged"] = await sounds(page, 3);
  await guest.send("resolveChallenge", { valid: true });
  // The word stands, Bob loses the turn, and Ann is notified.
  await expect.poll(() => notesOn(page)).toBe(3 + 2);
  recordings["valid and notified"] = await takeRecording(page);
  await table.layAnything(1);
  await sounds(page, 2);
  await table.play();
  await sounds(page, 2);
  await guest.untilToMove();
  await guest.send("challenge");
  await sounds(page, 3);
  await guest.send("resolveChallenge", { valid: false });
  recordings["invalid"] = await sounds(page, 2);
  await guest.send("passTurn");
  recordings["yourTurn"] = await sounds(page, 2);

  await test.step("the setting silences them at once", async () => {
    await table.more("Settings");
    await page.getByRole("checkbox", { name: "Sounds" }).uncheck();
    await page.keyboard.press("Escape");
    await takeRecording(page);
    await table.layAnything(1);
    await table.button("Recall").click();
    await expect(table.tentative).toHaveCount(0);
    expect(await takeRecording(page)).toEqual({ notes: 0, peak: 0, soundMs: 0 });
    await table.more("Settings");
    await page.getByRole("checkbox", { name: "Sounds" }).check();
    await page.keyboard.press("Escape");
  });

  await guest.send("resign");
  recordings["over"] = await sounds(page, 5);

  for (const [name, { peak, soundMs }] of Object.entries(recordings)) {
    expect(peak, name).toBeGreaterThan(0.03);
    // No sound clips.
    expect(peak, name).toBeLessThan(0.9);
    expect(soundMs, name).toBeGreaterThan(15);
  }
  expect(fetched).toEqual([]);
  guest.leave();
});

test("there is no sound before the first interaction", async ({ people, server }) => {
  const [host, guest] = await openTable(server.url);
  const [seat] = seatsOf([host!]);
  const ann = await people.newPerson({ seats: [seat!], settings: { sound: true } });
  await record(ann.page);
  await ann.open(`/${seat!.roomCode}`);
  await ann.table.expectMyTurn();
  await guest!.send("resign");
  await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
  expect(await notesOn(ann.page)).toBe(0);
  guest!.leave();
});

type Recorder = { titles: string[]; hide(isHidden: boolean): void };

/** Lets the test hide the page, and records its notifications. */
async function recordNotifications({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    let hidden = false;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
    const titles: string[] = [];
    const Real = window.Notification;
    class RecordedNotification extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        titles.push(title);
      }
    }
    const hide = (isHidden: boolean) => {
      hidden = isHidden;
      document.dispatchEvent(new Event("visibilitychange"));
    };
    Object.assign(window, { Notification: RecordedNotification, notifications: { titles, hide } });
  });
}

const hide = ({ page }: Person, isHidden: boolean) =>
  page.evaluate(
    (isHidden) => (window as unknown as { notifications: Recorder }).notifications.hide(isHidden),
    isHidden,
  );
const notificationsOf = ({ page }: Person) =>
  page.evaluate(() => (window as unknown as { notifications: Recorder }).notifications.titles);

test("a hidden page shows the turn in its title and in a notification", async ({ people, server }) => {
  const [host, guest] = (await openTable(server.url)) as [WirePlayer, WirePlayer];
  const [seat] = seatsOf([guest]);
  const bob = await people.newPerson({ seats: [seat!] });
  await bob.page.context().grantPermissions(["notifications"], { origin: server.url });
  await recordNotifications(bob);
  await bob.open(`/${seat!.roomCode}`);
  await bob.table.expectTurnOf("Ann");
  expect(await bob.page.evaluate(() => Notification.permission)).toBe("granted");

  await test.step("no notification before it is enabled", async () => {
    await hide(bob, true);
    await host.send("passTurn");
    await expect(bob.page).toHaveTitle(/^● Your turn – /);
    await hide(bob, false);
    await expect(bob.page).not.toHaveTitle(/Your turn/);
    await bob.table.expectMyTurn();
    expect(await notificationsOf(bob)).toEqual([]);
  });

  await test.step("no notification while the page is visible", async () => {
    await bob.table.more("Settings");
    await bob.page.getByRole("checkbox", { name: /^Notify me of my turn/ }).check();
    await bob.page.keyboard.press("Escape");
    const announcements = bob.page.getByRole("log").first();
    await bob.table.layAnything(2);
    await bob.table.play();
    await bob.table.expectTurnOf("Ann");
    await host.lay(await bob.table.line(1));
    await bob.table.expectMyTurn();
    // Notifications and announcements happen at the same time.
    await expect(announcements).toContainText("It is your turn.");
    expect(await notificationsOf(bob)).toEqual([]);
  });

  await test.step("a notification when the page is hidden", async () => {
    await bob.table.layAnything(1);
    await bob.table.play();
    await bob.table.expectTurnOf("Ann");
    await hide(bob, true);
    await host.lay(await bob.table.line(1));
    await expect.poll(() => notificationsOf(bob)).toEqual(["It is your turn."]);
    await expect(bob.page).toHaveTitle(/^● Your turn – /);
  });
  host.leave();
});
