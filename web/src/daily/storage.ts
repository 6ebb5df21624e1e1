// Local storage of the puzzles, by language and date. Users and other versions of Dord may have changed it, so invalid
// entries are ignored; the server has the rest.

import { removeItem, saveItem, loadItem } from "../connection/storage";
import { BOARD_SIZE, type DailyResults, type DailyState, type PlayedDay, type SubmitTurn } from "../protocol";
import type { StoredHand } from "../table/held-tiles";
import { isDate } from "./dates";

const GAMES = "dailyLettersGame";
const STATISTICS = "dailyLettersStats";
const DEVICE = "dord.daily";
const VERSION = 1;

/** Boards are large. Results of older days remain in the statistics. */
const GAMES_STORED_MAX = 40;

export type StoredGame = {
  state: DailyState;
  hand: StoredHand;
  /** A turn that is not submitted yet. */
  queued: SubmitTurn | null;
  /** The results, once the last turn is played. */
  results: DailyResults | null;
};

/** The device's token and preferences. */
export type StoredDevice = { token: string | null; language: string | null; clockAheadMs: number };

type ByLanguageAndDate<Entry> = Record<string, Record<string, Entry>>;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isGrid(value: unknown): boolean {
  const isLine = (line: unknown) =>
    Array.isArray(line) &&
    line.length === BOARD_SIZE &&
    line.every((square) => square === null || typeof square === "string");
  return Array.isArray(value) && value.length === BOARD_SIZE && value.every(isLine);
}

function isSquare(value: unknown): boolean {
  const isIndex = (number: unknown) =>
    Number.isInteger(number) && (number as number) >= 0 && (number as number) < BOARD_SIZE;
  return isObject(value) && isIndex(value["row"]) && isIndex(value["col"]);
}

function isListOf(value: unknown, isEntry: (entry: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((entry) => isObject(entry) && isEntry(entry));
}

/** Whether a value has all fields of a state that the page shows. */
export function isState(value: unknown): value is DailyState {
  if (!isObject(value) || !isObject(value["board"]) || !isObject(value["startingWord"])) return false;
  const { board, startingWord, date } = value;
  const numbers = ["currentTurn", "maxTurns", "score", "tileBagRemaining", "nextPuzzleAt", "serverTime"];
  return (
    typeof date === "string" &&
    isDate(date) &&
    typeof value["language"] === "string" &&
    ["in_progress", "completed"].includes(value["status"] as string) &&
    numbers.every((name) => Number.isFinite(value[name])) &&
    isGrid(board["grid"]) &&
    Array.isArray(board["blanks"]) &&
    board["blanks"].every(isSquare) &&
    typeof startingWord["word"] === "string" &&
    isSquare(startingWord["position"]) &&
    isListOf(
      value["playerRack"],
      (tile) => typeof tile["letter"] === "string" && typeof tile["id"] === "string",
    ) &&
    isListOf(value["turns"], isTurn) &&
    isListOf(value["wordsPlayed"], (played) => typeof played["word"] === "string")
  );
}

function isTurn(turn: Record<string, unknown>): boolean {
  return (
    Number.isInteger(turn["turnNumber"]) &&
    Number.isFinite(turn["totalScore"]) &&
    Number.isFinite(turn["tilesExchanged"]) &&
    isListOf(
      turn["tilesPlaced"],
      (tile) => typeof tile["letter"] === "string" && isSquare(tile["position"]),
    ) &&
    isListOf(turn["wordsFormed"], (word) => typeof word["word"] === "string")
  );
}

function isHand(value: unknown): value is StoredHand {
  return isListOf(value, ({ letter, at }) => typeof letter === "string" && (at === null || isSquare(at)));
}

function isQueued(value: unknown): value is SubmitTurn {
  if (!isObject(value) || !Number.isInteger(value["turnNumber"])) return false;
  const { tilesPlaced, tilesExchanged } = value;
  if (tilesExchanged !== undefined)
    return Array.isArray(tilesExchanged) && tilesExchanged.every((id) => typeof id === "string");
  return isListOf(tilesPlaced, (tile) => typeof tile["letter"] === "string" && isSquare(tile["position"]));
}

function isDay(value: unknown): value is PlayedDay {
  return (
    isObject(value) &&
    typeof value["date"] === "string" &&
    isDate(value["date"]) &&
    ["in_progress", "completed"].includes(value["status"] as string) &&
    Number.isInteger(value["turnsPlayed"]) &&
    Number.isFinite(value["score"]) &&
    typeof value["onTime"] === "boolean"
  );
}

function parseGame(value: unknown): StoredGame | null {
  if (!isObject(value) || !isState(value["state"])) return null;
  const { state, hand, queued, results } = value;
  return {
    state,
    hand: isHand(hand) ? hand : [],
    queued: isQueued(queued) ? queued : null,
    // Stored results are shown only if the server is unreachable.
    results: isObject(results) && Array.isArray(results["turns"]) ? (results as DailyResults) : null,
  };
}

/** The valid entries by language and date. */
function readEntries<Entry>(
  key: string,
  within: string,
  read: (value: unknown) => Entry | null,
): ByLanguageAndDate<Entry> {
  const found: ByLanguageAndDate<Entry> = {};
  const stored = loadItem<unknown>(key);
  if (!isObject(stored) || stored["version"] !== VERSION || !isObject(stored[within])) return found;
  for (const [language, dates] of Object.entries(stored[within])) {
    if (!isObject(dates)) continue;
    for (const [date, value] of Object.entries(dates)) {
      const entry = isDate(date) ? read(value) : null;
      if (entry !== null) (found[language] ??= {})[date] = entry;
    }
  }
  return found;
}

function games(): ByLanguageAndDate<StoredGame> {
  const stored = loadItem<unknown>(GAMES);
  // Simpler clients store the bare state of one puzzle under this key.
  if (isState(stored)) {
    return { [stored.language]: { [stored.date]: { state: stored, hand: [], queued: null, results: null } } };
  }
  return readEntries(GAMES, "games", parseGame);
}

export function loadGame(language: string, date: string): StoredGame | null {
  const game = games()[language]?.[date];
  return game && game.state.date === date && game.state.language === language ? game : null;
}

export function saveGame(game: StoredGame): void {
  const { language, date } = game.state;
  const all = games();
  const dates = { ...all[language], [date]: game };
  const newest = Object.keys(dates).sort().slice(-GAMES_STORED_MAX);
  const fewer = Object.fromEntries(newest.map((date) => [date, dates[date]!]));
  saveItem(GAMES, { version: VERSION, games: { ...all, [language]: fewer } });
}

/** The days played in a language, oldest first. */
export function loadDays(language: string): PlayedDay[] {
  const days = readEntries(STATISTICS, "days", (value) => (isDay(value) ? value : null))[language] ?? {};
  return Object.values(days).sort((a, b) => a.date.localeCompare(b.date));
}

export function saveDays(language: string, days: ReadonlyArray<PlayedDay>): void {
  const all = readEntries(STATISTICS, "days", (value) => (isDay(value) ? value : null));
  const byDate = Object.fromEntries(days.map((day) => [day.date, day]));
  saveItem(STATISTICS, { version: VERSION, days: { ...all, [language]: byDate } });
}

/** Removes puzzles and statistics, which belong to another player. */
export function forgetPuzzles(): void {
  removeItem(GAMES);
  removeItem(STATISTICS);
}

export function loadDevice(): StoredDevice {
  const stored = loadItem<unknown>(DEVICE);
  const { token, language, clockAheadMs } = isObject(stored) ? stored : {};
  return {
    token: typeof token === "string" && token !== "" ? token : null,
    language: typeof language === "string" ? language : null,
    clockAheadMs: Number.isFinite(clockAheadMs) ? (clockAheadMs as number) : 0,
  };
}

export function saveDevice(change: Partial<StoredDevice>): void {
  saveItem(DEVICE, { ...loadDevice(), ...change });
}
