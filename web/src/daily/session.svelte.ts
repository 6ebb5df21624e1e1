// A session of one day's puzzle: server state, hand and queued turn.

import { NoAnswerError } from "../connection/link";
import {
  type BoardPosition,
  type DailyResults,
  type DailyState,
  type DailyTurn,
  type SubmitTurn,
  type Tile,
  type WireError,
} from "../protocol";
import * as hands from "../table/held-tiles";
import type { GameSession, Preview } from "../table/game-session";
import { api, DailyRefusalError, NotFoundError } from "./api";
import { boardOf } from "./boards";
import { leftMs } from "./countdown";
import { saveGame, loadGame } from "./storage";
import { lettersOf } from "./letters";
import { player } from "./player.svelte";
import { isNextTurn, publishedWaitMs, resultsWaitMs, waitMs, isAlreadyPlayed } from "./queue";
import { reviewOf, type LineName } from "./review-lines";

/** Why there is no puzzle to show. */
export type UnavailableReason = "unavailable" | "notYet" | "unknown";

/** A turn that was played, for announcements. */
export type PlayedTurn = { turn: DailyTurn; state: DailyState };

const PREVIEW_AFTER_MS = 90;

export class DailySession implements GameSession {
  state = $state.raw<DailyState | null>(null);
  hand = $state.raw<hands.HeldTiles>(hands.NO_TILES);
  preview = $state.raw<Preview | null>(null);
  refusal = $state.raw<WireError | null>(null);
  isBusy = $state(false);
  unavailableReason = $state<UnavailableReason | null>(null);
  /** Whether the server did not answer the last request. */
  isUnreachable = $state(false);
  queued = $state.raw<SubmitTurn | null>(null);
  results = $state.raw<DailyResults | null>(null);
  /** Whether the puzzle was continued elsewhere while this page was open. */
  wasPlayedElsewhere = $state(false);
  /** How many plays were rejected in this turn; rejections have no penalty. */
  rejections = $state(0);
  /** The reviewed turn on the board after the last turn; null for the final board. */
  shown = $state.raw<{ line: LineName; turn: number } | null>(null);

  readonly #listeners = new Set<(played: PlayedTurn) => void>();
  readonly #closing = new AbortController();
  #previewRequest = new AbortController();
  #previewTimer: ReturnType<typeof setTimeout> | undefined;
  #previewKey = "";
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #turnsPlayed = 0;
  /** How often the results lacked the best line. */
  #incompleteResults = 0;

  constructor(
    readonly date: string,
    readonly language: string,
  ) {
    const game = loadGame(language, date);
    if (game) {
      this.state = game.state;
      this.hand = hands.fromStored(game.hand, rackOf(game.state), boardOf(game.state));
      this.queued = game.queued && isNextTurn(game.queued, game.state) ? game.queued : null;
      this.results = game.state.status === "completed" ? game.results : null;
    }
  }

  /** Loads the state and keeps requesting what is missing; returns a function that closes the session. */
  open(): () => void {
    const { signal } = this.#closing;
    const back = () => void this.resume();
    addEventListener("online", back, { signal });
    addEventListener("offline", () => (this.isUnreachable = true), { signal });
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && back(), { signal });
    // Another tab may be a turn ahead.
    addEventListener("storage", () => this.#adoptFromOtherTab(), { signal });
    void this.load();
    return () => this.close();
  }

  close(): void {
    this.#closing.abort();
    this.#previewRequest.abort();
    clearTimeout(this.#previewTimer);
    clearTimeout(this.#retryTimer);
  }

  async load(): Promise<void> {
    const taken = this.#turnsPlayed;
    this.unavailableReason = null;
    try {
      const state = await player.withOptionalToken((token) => api.state(this.date, this.language, token));
      this.#onAnswer();
      // A turn played meanwhile is newer than this response.
      if (taken === this.#turnsPlayed) this.#applyState(state);
      await this.#submitQueued();
      if (this.state?.status === "completed") void this.#loadResults();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Reloads after the network is back or the page becomes visible. */
  async resume(): Promise<void> {
    const isPublished = this.results?.isDayOver === false && this.#leftOfDayMs() === 0;
    if (!this.isUnreachable && this.queued === null && !isPublished) return;
    this.#failures = 0;
    await this.load();
    this.#previewKey = "";
    this.#requestPreview();
  }

  #onAnswer(): void {
    this.isUnreachable = false;
    this.#failures = 0;
    clearTimeout(this.#retryTimer);
  }

  #onFailure(error: unknown): void {
    if (error instanceof NoAnswerError) {
      this.isUnreachable = true;
      if (!this.state) this.unavailableReason = "unavailable";
      this.#tryLater();
    } else if (error instanceof NotFoundError) {
      if (!this.state) this.unavailableReason = "unknown";
    } else if (error instanceof DailyRefusalError) {
      if (isRateLimited(error)) this.#tryLater(error.error.retryAfterMs);
      if (this.state) this.refusal = error.error;
      else this.unavailableReason = error.error.code === "NOT_YET" ? "notYet" : "unavailable";
    } else throw error;
  }

  /** Schedules a retry, not before the delay the server requires. */
  #tryLater(retryAfterMs = 0): void {
    if (this.#closing.signal.aborted) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.load(), Math.max(retryAfterMs, waitMs(++this.#failures)));
  }

  #adoptFromOtherTab(): void {
    const game = loadGame(this.language, this.date);
    if (game && game.state.turns.length > (this.state?.turns.length ?? 0)) this.#applyState(game.state);
  }

  readonly #board: hands.Board = $derived.by(() => (this.state ? boardOf(this.state) : []));

  /** The reviewed line after the last turn. */
  readonly review = $derived.by(() => {
    if (!this.shown || !this.state || !this.results) return null;
    return reviewOf(this.shown.line, this.state, this.results);
  });

  readonly #reviewed = $derived.by(() => this.review?.find(({ turn }) => turn === this.shown?.turn) ?? null);

  get board(): hands.Board {
    return this.#reviewed?.board ?? this.#board;
  }

  readonly letters: ReadonlyArray<string> = $derived.by(() => lettersOf(this.language));

  get isPlaying(): boolean {
    return this.state?.status === "in_progress";
  }

  get mayLay(): boolean {
    return this.isPlaying && this.queued === null;
  }

  get mayMove(): boolean {
    return this.mayLay && !this.isBusy;
  }

  /** The puzzle has no log to step through: always the current board. */
  boardAfter(): hands.Board {
    return this.board;
  }

  squaresOf(): ReadonlyArray<BoardPosition> {
    if (this.#reviewed) return this.#reviewed.squares;
    const last = this.state?.turns.findLast(({ tilesPlaced }) => tilesPlaced.length > 0);
    return last?.tilesPlaced.map(({ position }) => position) ?? [];
  }

  canOpen(dialog: "pass" | "swap" | "challenge" | "lookUp"): boolean {
    return dialog === "swap" && this.mayMove;
  }

  /** Calls the listener for every played turn; returns a function that unsubscribes. */
  listen(listener: (played: PlayedTurn) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(played: PlayedTurn): void {
    for (const listener of this.#listeners) listener(played);
  }

  setHand(hand: hands.HeldTiles): void {
    this.hand = hand;
    this.refusal = null;
    this.wasPlayedElsewhere = false;
    this.#save();
    this.#requestPreview();
  }

  play(): Promise<boolean> {
    return this.#submit({ ...this.#turn(), tilesPlaced: this.#claim() });
  }

  exchange(keys: ReadonlySet<number>): Promise<boolean> {
    const rack = this.state?.playerRack ?? [];
    const places = hands.rackIndices(this.hand, keys, rack.map(asTile));
    return this.#submit({ ...this.#turn(), tilesExchanged: places.map((place) => rack[place]!.id) });
  }

  /** Cancels a queued turn; its tiles can be moved again. */
  cancelQueued(): void {
    this.queued = null;
    this.refusal = null;
    this.#save();
    this.#previewKey = "";
    this.#requestPreview();
  }

  #turn(): Pick<SubmitTurn, "language" | "turnNumber"> {
    return { language: this.language, turnNumber: this.state?.currentTurn ?? 1 };
  }

  #claim(): NonNullable<SubmitTurn["tilesPlaced"]> {
    return hands.claimedPlacements(this.hand).map(({ row, col, tile }) => ({
      letter: tile.letter,
      position: { row, col },
      isBlank: tile.isBlank,
    }));
  }

  /** Submits a turn; returns whether it was played or queued. */
  async #submit(turn: SubmitTurn): Promise<boolean> {
    if (this.isBusy || !this.isPlaying) return false;
    this.isBusy = true;
    this.refusal = null;
    this.wasPlayedElsewhere = false;
    try {
      const answer = await player.withToken((token) => api.submit(this.date, turn, token));
      this.#onAnswer();
      this.#played(answer.turn, answer.state);
      return true;
    } catch (error) {
      return this.#notPlayed(turn, error);
    } finally {
      this.isBusy = false;
    }
  }

  #played(turn: DailyTurn, state: DailyState): void {
    this.#turnsPlayed++;
    player.notice = null;
    this.queued = null;
    this.rejections = 0;
    this.#applyState(state);
    this.#notify({ turn, state });
    if (state.status === "completed") void this.#loadResults();
  }

  #notPlayed(turn: SubmitTurn, error: unknown): boolean {
    // The server checks rate limits before the turn, so a limited turn is queued like an unanswered one.
    if (error instanceof NoAnswerError || isRateLimited(error)) {
      this.queued = turn;
      this.#save();
      this.#onFailure(error);
      return true;
    }
    this.queued = null;
    if (!(error instanceof DailyRefusalError)) {
      this.#save();
      this.#onFailure(error);
      return false;
    }
    this.#onAnswer();
    const { state } = error.problem;
    const counted = state && isAlreadyPlayed(turn, state) ? state.turns[turn.turnNumber - 1] : undefined;
    if (state && counted) {
      this.#played(counted, state);
      return true;
    }
    if (state) {
      this.#turnsPlayed++;
      this.#applyState(state);
      this.wasPlayedElsewhere = true;
      if (state.status === "completed") void this.#loadResults();
      return false;
    }
    this.rejections++;
    this.refusal = error.error;
    this.#save();
    return false;
  }

  /** Submits the queued turn, if it is still the next one. */
  async #submitQueued(): Promise<void> {
    const { queued, state } = this;
    if (!queued || !state) return;
    if (!isNextTurn(queued, state)) {
      const counted = isAlreadyPlayed(queued, state) ? state.turns[queued.turnNumber - 1] : undefined;
      this.queued = null;
      this.#save();
      if (counted) this.#notify({ turn: counted, state });
      else this.wasPlayedElsewhere = true;
      return;
    }
    await this.#submit(queued);
  }

  /** Applies a server state and updates the hand where required. */
  #applyState(state: DailyState): void {
    const before = this.state;
    player.syncClock(state.serverTime);
    const rack = rackOf(state);
    const board = boardOf(state);
    if (!before) this.hand = hands.fromStored([], rack, board);
    else {
      const fresh = state.turns.slice(before.turns.length).flatMap(({ tilesPlaced }) => tilesPlaced);
      const squares = fresh.map(({ position }) => position);
      this.hand = hands.returnFromTaken(hands.syncRack(hands.removePlayed(this.hand, squares), rack), board);
    }
    this.state = state;
    if (before?.turns.length !== state.turns.length) this.#previewKey = "";
    player.recordProgress(state);
    this.#save();
    this.#requestPreview();
  }

  #save(): void {
    if (!this.state) return;
    const { state, queued, results } = this;
    saveGame({ state, hand: hands.toStored(this.hand), queued, results });
  }

  #requestPreview(): void {
    const tilesPlaced = this.#claim();
    const key = JSON.stringify(tilesPlaced);
    if (key === this.#previewKey) return;
    this.#previewKey = key;
    clearTimeout(this.#previewTimer);
    this.#previewRequest.abort();
    this.preview = null;
    const isNamed = tilesPlaced.every(({ letter }) => letter !== "_");
    if (tilesPlaced.length === 0 || !isNamed || !this.mayLay) return;
    this.#previewTimer = setTimeout(() => void this.#fetchPreview(key, tilesPlaced), PREVIEW_AFTER_MS);
  }

  async #fetchPreview(key: string, tilesPlaced: NonNullable<SubmitTurn["tilesPlaced"]>): Promise<void> {
    this.#previewRequest = new AbortController();
    const { signal } = this.#previewRequest;
    try {
      const turn = { ...this.#turn(), tilesPlaced };
      const preview = await player.withOptionalToken((token) => api.preview(this.date, turn, token, signal));
      this.isUnreachable = false;
      if (this.#previewKey === key) this.preview = { kind: "score", preview };
    } catch (error) {
      if (signal.aborted || this.#previewKey !== key) return;
      if (error instanceof DailyRefusalError) this.preview = { kind: "refused", error: error.error };
      // Only the server computes scores, so an unreachable server is reported.
      else if (error instanceof NoAnswerError) this.isUnreachable = true;
    }
  }

  /** The time left of the puzzle's day, by the server's clock. */
  #leftOfDayMs(): number {
    return leftMs(this.state?.nextPuzzleAt ?? 0, player.clockAheadMs, Date.now());
  }

  /** Loads the results again until they contain the best line, which is published after the day ends. */
  async #loadResults(): Promise<void> {
    try {
      this.results = await player.withToken((token) => api.results(this.date, this.language, token));
      this.#onAnswer();
      this.#save();
      if (this.results.best !== null || this.#closing.signal.aborted) return;
      const wait = this.results.isDayOver
        ? resultsWaitMs(++this.#incompleteResults)
        : publishedWaitMs(this.#leftOfDayMs(), Math.random());
      this.#retryTimer = setTimeout(() => void this.#loadResults(), wait);
    } catch (error) {
      this.#onFailure(error);
    }
  }
}

function isRateLimited(error: unknown): error is DailyRefusalError {
  return error instanceof DailyRefusalError && error.error.code === "RATE_LIMITED";
}

function asTile({ letter, value, isBlank }: DailyState["playerRack"][number]): Tile {
  return { letter, points: value, isBlank };
}

function rackOf(state: DailyState): Tile[] {
  return state.playerRack.map(asTile);
}
