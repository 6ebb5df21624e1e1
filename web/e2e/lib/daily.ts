// Client of the daily puzzle API, for the setup of tests.

import type {
  DailyArchive,
  DailyLine,
  DailyResults,
  DailyState,
  DailyTurn,
  DeviceToken,
  LaidDailyTile,
  MovePreview,
  SubmitTurn,
  TurnAnswer,
} from "../../src/protocol";

export class DailyDevice {
  private constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  static async make(url: string): Promise<DailyDevice> {
    const answer = await fetch(`${url}/api/daily/devices`, { method: "POST" });
    const { token } = (await answer.json()) as DeviceToken;
    return new DailyDevice(url, token);
  }

  /** A device with an existing token. */
  static known(url: string, token: string): DailyDevice {
    return new DailyDevice(url, token);
  }

  async #ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" };
    const answer = await fetch(`${this.url}/api/daily${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as Answer;
  }

  archive(language = "en"): Promise<DailyArchive> {
    return this.#ask(`?language=${language}`);
  }

  state(date: string, language = "en"): Promise<DailyState> {
    return this.#ask(`/${date}?language=${language}`);
  }

  results(date: string, language = "en"): Promise<DailyResults> {
    return this.#ask(`/${date}/results?language=${language}`);
  }

  submit(date: string, turn: SubmitTurn): Promise<TurnAnswer> {
    return this.#ask(`/${date}/turns`, { method: "POST", body: JSON.stringify(turn) });
  }

  preview(date: string, turn: SubmitTurn): Promise<MovePreview> {
    return this.#ask(`/${date}/preview`, { method: "POST", body: JSON.stringify(turn) });
  }

  rename(name: string): Promise<null> {
    return this.#ask("/name", { method: "PUT", body: JSON.stringify({ name }) });
  }

  /** Finishes the puzzle by swapping one tile in every remaining turn. */
  async swapThrough(date: string, language = "en"): Promise<void> {
    let state = await this.state(date, language);
    while (state.status === "in_progress") {
      const tilesExchanged = [state.playerRack[0]!.id];
      const turn = { language, turnNumber: state.currentTurn, tilesExchanged };
      ({ state } = await this.submit(date, turn));
    }
  }
}

/** Today's date on the server. */
export async function today(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/daily`);
  return ((await answer.json()) as DailyArchive).today;
}

/** The date a number of days later. */
export function nextDay(date: string, days = 1): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The greedy line of a puzzle: five plays that work in this order for every player. The server does not publish it while
 * the day runs, but each player sees the best plays of their own turns. So each new device goes one turn further than the
 * one before.
 */
export async function parOf(url: string, date: string, language = "en"): Promise<DailyLine> {
  const turns: DailyTurn[] = [];
  for (let turnNumber = 1; turnNumber <= 5; turnNumber++) {
    const device = await DailyDevice.make(url);
    for (const { turnNumber, tilesPlaced } of turns)
      await device.submit(date, { language, turnNumber, tilesPlaced });
    await device.swapThrough(date, language);
    const best = (await device.results(date, language)).turns[turnNumber - 1]?.bestPlay;
    if (!best) throw new Error(`nothing can be played in turn ${turnNumber}`);
    const { tilesPlaced, wordsFormed, score: totalScore } = best;
    const tilesDrawn = tilesPlaced.length;
    turns.push({
      ...{ turnNumber, tilesPlaced, wordsFormed, totalScore, tilesDrawn },
      ...{ tilesExchanged: 0, validationStatus: "valid" },
    });
  }
  return { total: turns.reduce((sum, { totalScore }) => sum + totalScore, 0), turns };
}

/** Tiles of the first rack that connect to the starting word and form no valid word. */
export async function phonyOf(url: string, date: string, language = "en"): Promise<LaidDailyTile[]> {
  const device = await DailyDevice.make(url);
  const { playerRack, startingWord } = await device.state(date, language);
  const letters = playerRack.filter(({ isBlank }) => !isBlank).map(({ letter }) => letter);
  for (const letter of letters) {
    for (let index = 0; index < startingWord.word.length; index++) {
      const { row, col } = startingWord.position;
      const tilesPlaced = [{ letter, position: { row: row + 1, col: col + index }, isBlank: false }];
      const { words } = await device.preview(date, { language, turnNumber: 1, tilesPlaced });
      if (words.some(({ valid }) => valid === false)) return tilesPlaced;
    }
  }
  throw new Error("every letter makes a word, which is hard to believe");
}
