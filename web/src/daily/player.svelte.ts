// The player of the puzzles on this device: token, played days and leaderboard name.

import { RefusalError } from "../connection/link";
import type { DailyArchive, DailyState, PlayedDay } from "../protocol";
import { api } from "./api";
import { clockAhead } from "./countdown";
import { utcDate } from "./dates";
import { forgetPuzzles, saveDays, saveDevice, loadDays, loadDevice } from "./storage";

class DailyPlayer {
  #token = $state<string | null>(loadDevice().token);
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs = $state(loadDevice().clockAheadMs);
  #archives = $state.raw<Readonly<Record<string, DailyArchive>>>({});
  #days = $state.raw<Readonly<Record<string, ReadonlyArray<PlayedDay>>>>({});
  /** Changes when this device becomes another player. */
  identity = $state(0);
  /** Why this device became another player; shown until the next turn. */
  notice = $state<"moved" | "forgotten" | null>(null);
  #asking: Promise<string> | null = null;

  get token(): string | null {
    return this.#token;
  }

  archive(language: string): DailyArchive | undefined {
    return this.#archives[language];
  }

  days(language: string): ReadonlyArray<PlayedDay> {
    return this.#days[language] ?? loadDays(language);
  }

  get name(): string | null {
    return Object.values(this.#archives)[0]?.name ?? null;
  }

  /** Today's date on the server. */
  today(language: string): string {
    const known = this.#archives[language];
    const now = utcDate(Date.now() + this.clockAheadMs);
    return known && known.today > now ? known.today : now;
  }

  /** Updates the clock offset from a server time. */
  syncClock(serverTime: number): void {
    this.clockAheadMs = clockAhead(serverTime, Date.now());
    saveDevice({ clockAheadMs: this.clockAheadMs });
  }

  /** Fetches the archive: the available puzzles and this player's days. */
  async refresh(language: string): Promise<DailyArchive> {
    const archive = await this.withOptionalToken((token) => api.archive(language, token));
    this.syncClock(archive.serverTime);
    this.#archives = { ...this.#archives, [language]: archive };
    // The server also knows days played on other devices, but nothing without a token.
    if (this.#token !== null) this.#remember(language, archive.days);
    return archive;
  }

  #remember(language: string, days: ReadonlyArray<PlayedDay>): void {
    this.#days = { ...this.#days, [language]: days };
    saveDays(language, days);
  }

  /** Updates the statistics with the progress of a puzzle. */
  recordProgress(state: DailyState): void {
    if (state.turns.length === 0) return;
    const { date, language, status, score } = state;
    const others = this.days(language).filter((day) => day.date !== date);
    const known = this.days(language).find((day) => day.date === date);
    // A finished day keeps its `onTime`; for a day that ends now, the server's clock decides.
    const onTime =
      known?.status === "completed"
        ? known.onTime
        : status === "completed" && utcDate(state.serverTime) === date;
    const day: PlayedDay = { date, status, turnsPlayed: state.turns.length, score, onTime };
    this.#remember(
      language,
      [...others, day].sort((a, b) => a.date.localeCompare(b.date)),
    );
  }

  /** Sends a request with the token, if any. A token unknown to the server is dropped. */
  async withOptionalToken<Answer>(request: (token: string | null) => Promise<Answer>): Promise<Answer> {
    try {
      return await request(this.#token);
    } catch (error) {
      if (!isUnknownToken(error) || this.#token === null) throw error;
      this.#keepToken(null);
      return request(null);
    }
  }

  /** Sends a request that needs a token; requests one first if necessary. */
  async withToken<Answer>(request: (token: string) => Promise<Answer>): Promise<Answer> {
    try {
      return await request(await this.#ownToken());
    } catch (error) {
      if (!isUnknownToken(error)) throw error;
      this.#keepToken(null);
      return request(await this.#ownToken());
    }
  }

  #ownToken(): Promise<string> {
    if (this.#token !== null) return Promise.resolve(this.#token);
    // Concurrent requests share one token.
    this.#asking ??= api
      .device()
      .then(({ token }) => {
        this.#keepToken(token);
        return token;
      })
      .finally(() => (this.#asking = null));
    return this.#asking;
  }

  #keepToken(token: string | null): void {
    this.#token = token;
    saveDevice({ token });
  }

  async rename(name: string | null): Promise<void> {
    await this.withToken((token) => api.rename(name, token));
    this.#archives = Object.fromEntries(
      Object.entries(this.#archives).map(([language, archive]) => [language, { ...archive, name }]),
    );
  }

  /** Makes this device the player of a transfer code. */
  async redeem(code: string): Promise<void> {
    const { token } = await api.redeem(code);
    this.#become(token, "moved");
  }

  /** Deletes the player's data on the server and on this device. */
  async forgetMe(): Promise<void> {
    const token = this.#token;
    if (token !== null) {
      try {
        await api.forget(token);
      } catch (error) {
        // An unknown player has no data to delete.
        if (!isUnknownToken(error)) throw error;
      }
    }
    this.#become(null, "forgotten");
  }

  #become(token: string | null, why: "moved" | "forgotten"): void {
    forgetPuzzles();
    this.#archives = {};
    this.#days = {};
    this.#keepToken(token);
    this.notice = why;
    this.identity++;
  }
}

function isUnknownToken(error: unknown): boolean {
  return error instanceof RefusalError && error.error.code === "BAD_TOKEN";
}

export const player = new DailyPlayer();
