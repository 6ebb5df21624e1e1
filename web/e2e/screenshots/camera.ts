// Takes screenshots of a screen in every look.

import { copyFile, mkdir } from "node:fs/promises";
import type { Device, People, Person } from "../lib/people";
import { DEVICES } from "../lib/people";
import type { Seat } from "../lib/seats";

/** All screenshots, for people to review. */
const FOLDER = new URL("../../test-results/pictures/", import.meta.url).pathname;

/** The screenshots that README and docs use. */
const PUBLISHED_FOLDER = new URL("../../../docs/screenshots/", import.meta.url).pathname;
const PUBLISHED: ReadonlySet<string> = new Set([
  "coach-parlour-light-en-1366",
  "daily-parlour-light-en-360",
  "game-parlour-dark-en-1366",
  "game-parlour-light-en-1366",
  "game-parlour-light-en-360",
  "game-retro-dark-en-1366",
  "lobby-parlour-light-en-360",
  "menu-parlour-light-en-360",
  "newcomer-challenge-parlour-light-en-360",
  "newcomer-letter-parlour-light-en-360",
  "newcomer-play-parlour-light-en-360",
  "newcomer-rack-parlour-light-en-360",
  "newcomer-swap-dialog-parlour-light-en-360",
  "newcomer-verdict-parlour-light-en-360",
  "over-parlour-light-en-1366",
]);

export type Look = { theme: "retro" | "parlour"; brightness: "light" | "dark"; language: "en" | "nl" };

const THEMES = [
  { theme: "retro", brightness: "dark" },
  { theme: "retro", brightness: "light" },
  { theme: "parlour", brightness: "light" },
  { theme: "parlour", brightness: "dark" },
] as const;

export const LOOKS: ReadonlyArray<Look> = (["en", "nl"] as const).flatMap((language) =>
  THEMES.map((theme) => ({ ...theme, language })),
);

/** The look of screenshots that are taken in one look only. */
export const PLAIN: Look = { theme: "parlour", brightness: "light", language: "en" };

export async function picture({ page }: Person, screen: string, look: Look, device: Device): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const { width } = DEVICES[device].viewport;
  const { theme, brightness, language } = look;
  const name = `${screen}-${theme}-${brightness}-${language}-${width}`;
  const path = `${FOLDER}${name}.png`;
  await page.screenshot({ path, animations: "disabled", caret: "hide", scale: "css" });
  if (PUBLISHED.has(name)) await copyFile(path, `${PUBLISHED_FOLDER}${name}.png`);
}

/** Takes a screen in every look on each device. `ready` waits until the screen is complete. */
export async function everyLook(
  people: People,
  screen: string,
  {
    path,
    seats = [],
    stored = {},
    devices,
  }: {
    path: string;
    seats?: ReadonlyArray<Seat>;
    /** Other entries of local storage. */
    stored?: Readonly<Record<string, string>>;
    devices: ReadonlyArray<Device>;
  },
  ready: (person: Person) => Promise<void>,
): Promise<void> {
  for (const device of devices) {
    const person = await people.newPerson({ device, seats });
    await person.open();
    for (const look of LOOKS) {
      const settings = JSON.stringify({ sound: false, playerName: "Ann", ...look });
      await person.page.evaluate(
        (entries) => {
          for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
        },
        { ...stored, "dord.settings": settings },
      );
      await person.open(path);
      await ready(person);
      await picture(person, screen, look, device);
    }
    await person.page.context().close();
  }
}
