// Who plays the puzzles on this device: the token that proves it, the days that were played, the name on the lists.

import { RefusalError } from "../connection/link";
import type { DailyArchive, DailyState, PlayedDay } from "../protocol";
import { api } from "./api";
import { clockAhead } from "./countdown";
import { utcDate } from "./dates";
import { forgetPuzzles, saveDays, saveDevice, loadDays, loadDevice } from "./storage";

class DailyPlayer {
  #token = $state<string | null>(loadDevice().token);
  /** How much the server's clock is ahead of this one, in milliseconds. */
  clockAheadMs = $state(loadDevice().clockAheadMs);
  #archives = $state.raw<Readonly<Record<string, DailyArchive>>>({});
  #days = $state.raw<Readonly<Record<string, ReadonlyArray<PlayedDay>>>>({});
  /** Changes when this device becomes another player. */
  identity = $state(0);
  /** Why this device is another player now, until the next turn. */
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

  /** What day it is for the server. */
  today(language: string): string {
    const known = this.#archives[language];
    const now = utcDate(Date.now() + this.clockAheadMs);
    return known && known.today > now ? known.today : now;
  }

  /** Takes in what time it is for the server. */
  syncClock(serverTime: number): void {
    this.clockAheadMs = clockAhead(serverTime, Date.now());
    saveDevice({ clockAheadMs: this.clockAheadMs });
  }

  /** Asks which puzzles there are, and what this player has made of them. */
  async refresh(language: string): Promise<DailyArchive> {
    const archive = await this.#known((token) => api.archive(language, token));
    this.syncClock(archive.serverTime);
    this.#archives = { ...this.#archives, [language]: archive };
    // The server knows what was played on other devices too; of one who has no token it knows nothing.
    if (this.#token !== null) this.#remember(language, archive.days);
    return archive;
  }

  #remember(language: string, days: ReadonlyArray<PlayedDay>): void {
    this.#days = { ...this.#days, [language]: days };
    saveDays(language, days);
  }

  /** Takes in how far a puzzle is, for the statistics. */
  recordProgress(state: DailyState): void {
    if (state.turns.length === 0) return;
    const { date, language, status, score } = state;
    const others = this.days(language).filter((day) => day.date !== date);
    const known = this.days(language).find((day) => day.date === date);
    // A day that was finished before stays on time or not; of one that ends now the server's clock decides.
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

  /** Asks with the token, where there is one. A token that the server does not know is forgotten. */
  async #known<Answer>(asked: (token: string | null) => Promise<Answer>): Promise<Answer> {
    try {
      return await asked(this.#token);
    } catch (error) {
      if (!isForgotten(error) || this.#token === null) throw error;
      this.#keepToken(null);
      return asked(null);
    }
  }

  withOptionalToken<Answer>(asked: (token: string | null) => Promise<Answer>): Promise<Answer> {
    return this.#known(asked);
  }

  /** Asks for something that needs a token: a device that has none gets one first. */
  async withToken<Answer>(asked: (token: string) => Promise<Answer>): Promise<Answer> {
    try {
      return await asked(await this.#ownToken());
    } catch (error) {
      if (!isForgotten(error)) throw error;
      this.#keepToken(null);
      return asked(await this.#ownToken());
    }
  }

  #ownToken(): Promise<string> {
    if (this.#token !== null) return Promise.resolve(this.#token);
    // Two wishes at once are still one device.
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

  /** From now on this device is the player whose code it is. */
  async redeem(code: string): Promise<void> {
    const { token } = await api.redeem(code);
    this.#become(token, "moved");
  }

  /** The server forgets name and tokens; the device forgets everything. */
  async forgetMe(): Promise<void> {
    const token = this.#token;
    if (token !== null) {
      try {
        await api.forget(token);
      } catch (error) {
        // A server that knows no such player has nothing to forget.
        if (!isForgotten(error)) throw error;
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

function isForgotten(error: unknown): boolean {
  return error instanceof RefusalError && error.error.code === "BAD_TOKEN";
}

export const player = new DailyPlayer();
