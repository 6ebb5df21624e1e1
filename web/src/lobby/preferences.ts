// The last choices when creating a table on this device.

import { saveItem, loadItem } from "../connection/storage";
import type { AddBot } from "../protocol";
import { settings } from "../ui/settings.svelte";

export type BotLevel = AddBot["level"];
export const BOT_LEVELS: ReadonlyArray<BotLevel> = [1, 2, 3, 4, 5];

type Preferences = { botLevel: BotLevel; gameLanguage: string };

const KEY = "dord.opening";

export function preferences(): Preferences {
  return { botLevel: 3, gameLanguage: settings.current.language, ...loadItem<Partial<Preferences>>(KEY) };
}

export function savePreferences(change: Partial<Preferences>): void {
  saveItem(KEY, { ...loadItem<Partial<Preferences>>(KEY), ...change });
}
