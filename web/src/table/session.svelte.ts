// A session at one table: the connection, the model and the hand.

import { forgetSeat, saveItem, saveSeat, loadItem, type StoredSeat } from "../connection/storage";
import { Link, RefusalError, NoAnswerError, type LinkStatus } from "../connection/link";
import type {
  Acks,
  BagReveal,
  BoardPosition,
  ChatLine,
  ClientEvents,
  CreateGame,
  ReplyEvents,
  ServerEvents,
  StatePlayer,
  WireError,
} from "../protocol";
import { addRequest, removeRequestsOf, withdrawRequest, type PendingJoin } from "./join-requests";
import * as hands from "./held-tiles";
import { boardAfter } from "./history";
import { playerOf, applyEvent, type TableEvent, type TableModel } from "./model";
import { forgetNonces, freshNonce, TableNonce, type OwnNonce, type SeenNonces } from "./nonces";
import type { GameSession, Preview } from "./game-session";

/** A table event with the model before and after it, for sounds and announcements. */
export type TableUpdate = { event: TableEvent; before: TableModel | null; after: TableModel };

/** Why the page lost access to the table for good. */
export type LossReason = "movedAway" | "seatLost" | "removedFromLobby" | "notAdmitted";

const CHAT_LINES_MAX = 200;
/** Delay before the next resync, if the server sends none. */
const RESYNC_AFTER_MS = 2_000;
const PREVIEW_AFTER_MS = 90;

export class TableSession implements GameSession {
  model = $state.raw<TableModel | null>(null);
  hand = $state.raw<hands.HeldTiles>(hands.NO_TILES);
  status = $state<LinkStatus>("connecting");
  chat = $state.raw<ReadonlyArray<ChatLine>>([]);
  /** How many chat lines have been visible. */
  chatSeen = $state(0);
  preview = $state.raw<Preview | null>(null);
  refusal = $state.raw<WireError | null>(null);
  isBusy = $state(false);
  loss = $state<LossReason | null>(null);
  /** Pending requests to join, where the host admits players. */
  joinRequests = $state.raw<ReadonlyArray<PendingJoin>>([]);
  reveal = $state.raw<BagReveal | null>(null);
  /** The player who opened a table to play again, if any. */
  rematch = $state.raw<{ playerName: string } | null>(null);
  /** How far the server's clock is ahead of this device's. */
  clockAheadMs = $state(0);
  /** Whether this player waits for the host's decision to join. */
  isAsking = $state(false);
  /** Whether the start waits for the players' nonces. */
  isStarting = $state(false);
  /** The players whose devices did not answer at the last start. */
  unresponsivePlayers = $state.raw<ReadonlyArray<string>>([]);
  /** Whether the game started with nonces other than those published. */
  isStartForged = $state(false);

  readonly roomCode: string;
  readonly #link: Link;
  readonly #nonces: TableNonce;
  readonly #listeners = new Set<(update: TableUpdate) => void>();
  #seat: StoredSeat | null = null;
  #watching: { invite?: string } | null = null;
  /** The pending join command, sent again after a reconnect: the server drops requests of disconnected clients. */
  #joinCommand: ClientEvents["joinGame"] | null = null;
  #isAskingAgain = false;
  #awaitsState = true;
  /** The newest version received before the first state. */
  #newestSeq = 0;
  #isResyncing = false;
  #resyncTimer: ReturnType<typeof setTimeout> | undefined;
  #previewTimer: ReturnType<typeof setTimeout> | undefined;
  #previewKey = "";

  private constructor(roomCode: string, link: (session: TableSession) => Link, own: OwnNonce | null) {
    this.roomCode = roomCode;
    this.#link = link(this);
    this.#nonces = new TableNonce(roomCode, own);
  }

  /** Creates a table and takes a seat. */
  static async create(wish: CreateGame): Promise<TableSession> {
    const opening = TableSession.#connect();
    try {
      const own = await opening.nonce();
      const opened = await opening.link.send(
        "createGame",
        own ? { ...wish, commitment: own.commitment } : wish,
      );
      const { roomCode, playerId, token, invite } = opened;
      return opening.as({ roomCode, playerId, token, invite, playerName: wish.playerName, usedAt: 0 });
    } catch (error) {
      opening.link.close();
      throw error;
    }
  }

  /** Joins a table; where the host admits players, the session waits for the decision. */
  static async join(
    roomCode: string,
    playerName: string,
    secret: { invite?: string; ticket?: string } = {},
  ): Promise<TableSession> {
    const opening = TableSession.#connect();
    try {
      // Only the other device knows the nonce of a moved seat; it is replaced later.
      const own = secret.ticket ? null : await opening.nonce();
      const who = secret.ticket ? { roomCode, ...secret } : { roomCode, playerName, ...secret };
      const wish = own ? { ...who, commitment: own.commitment } : who;
      const answer = await opening.link.send("joinGame", wish);
      if ("requestId" in answer) return opening.asking(answer.roomCode, playerName, wish);
      const { playerId, token } = answer;
      const { invite } = secret;
      const seat = { roomCode: answer.roomCode, playerId, token, playerName, usedAt: 0 };
      return opening.as(invite === undefined ? seat : { ...seat, invite });
    } catch (error) {
      opening.link.close();
      throw error;
    }
  }

  /** Resumes a seat that this device holds. */
  static resume(seat: StoredSeat): TableSession {
    return TableSession.#connect().as(seat);
  }

  static watch(roomCode: string, invite: string | null): TableSession {
    return TableSession.#connect().watching(roomCode, invite === null ? {} : { invite });
  }

  /** Connects before the table is known; early events are buffered for the session. */
  static #connect() {
    let own: OwnNonce | null = null;
    let session: TableSession | null = null;
    let status: LinkStatus = "connecting";
    const early: Array<[string, unknown]> = [];
    const link: Link = new Link(
      (name, payload) => (session ? session.#onEvent(name, payload) : early.push([name, payload])),
      (now) => {
        status = now;
        if (session) session.#onStatus(now);
      },
    );
    const begin = (roomCode: string, prepare: (session: TableSession) => void): TableSession => {
      const made = new TableSession(roomCode, () => link, own);
      prepare(made);
      session = made;
      made.status = status;
      for (const [name, payload] of early) made.#onEvent(name, payload);
      if (status === "connected" && made.#watching) void made.#watch();
      return made;
    };
    return {
      link,
      /** The session's first nonce, created while connecting; null if that fails, and the game continues without. */
      nonce: async () => (own = await freshNonce().catch(() => null)),
      as: (seat: StoredSeat) => begin(seat.roomCode, (made) => made.#takeSeat(seat)),
      asking: (roomCode: string, playerName: string, wish: ClientEvents["joinGame"]) =>
        begin(roomCode, (made) => {
          made.isAsking = true;
          made.#joinCommand = wish;
          made.#seat = { roomCode, playerName, playerId: "", token: "", usedAt: 0 };
        }),
      watching: (roomCode: string, secret: { invite?: string }) =>
        begin(roomCode, (made) => {
          made.#watching = secret;
        }),
    };
  }

  #takeSeat(seat: StoredSeat): void {
    this.#seat = seat;
    saveSeat(seat);
    this.#link.setHandshake({ roomCode: seat.roomCode, token: seat.token });
  }

  get me(): StatePlayer | undefined {
    return this.model?.you ? playerOf(this.model, this.model.you.playerId) : undefined;
  }

  get isWatching(): boolean {
    return this.#watching !== null;
  }

  /** How a spectator opened the table; null for a player. */
  get watchMode(): "byCode" | "byLink" | null {
    if (!this.#watching) return null;
    return this.#watching.invite === undefined ? "byCode" : "byLink";
  }

  get isMyTurn(): boolean {
    const game = this.model?.game;
    return this.model?.progress === "playing" && game?.currentPlayerId === this.model.you?.playerId;
  }

  get mayMove(): boolean {
    const game = this.model?.game;
    return this.isMyTurn && !game?.waitsForChallenge && !game?.openPlay?.challenge && !this.isBusy;
  }

  get mayLay(): boolean {
    return this.model?.progress === "playing" && !!this.model.you;
  }

  readonly board: hands.Board = $derived.by(() => this.model?.game?.board ?? []);

  readonly letters: ReadonlyArray<string> = $derived.by(
    () => this.model?.tileSet.map((kind) => kind.letter) ?? [],
  );

  boardAfter(line: number): hands.Board {
    const log = this.model?.game?.log;
    return log ? boardAfter(log, line) : this.board;
  }

  squaresOf(line: number | null): ReadonlyArray<BoardPosition> {
    const log = this.model?.game?.log ?? [];
    const shown =
      line === null
        ? log.findLast(({ deed }) => deed.kind === "played" && deed.fate !== "takenBack")
        : log[line];
    return shown?.deed.kind === "played" ? shown.deed.placements : [];
  }

  canOpen(dialog: "pass" | "swap" | "challenge" | "lookUp"): boolean {
    if (dialog === "challenge") return this.model?.game?.openPlay != null;
    return dialog === "lookUp" ? this.model?.rules.lookUp === "always" : this.mayMove;
  }

  get unreadChat(): number {
    return Math.max(0, this.chat.length - this.chatSeen);
  }

  /** Why this device is not connected to the table; null if it is. */
  get connectionProblem(): "disconnected" | "tooManyConnections" | null {
    if (this.status === "tooManyConnections") return "tooManyConnections";
    return this.status === "lost" ? "disconnected" : null;
  }

  /** The secret of the invitation link, if this device knows it. */
  get invite(): string | undefined {
    return this.#seat?.invite;
  }

  nameOf(id: string): string {
    return (this.model && playerOf(this.model, id)?.name) ?? "?";
  }

  /** Calls the listener for every applied event; returns a function that unsubscribes. */
  listen(listener: (update: TableUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a command; null if it was refused or not answered, with the reason in `refusal`. */
  async send<E extends keyof ClientEvents>(event: E, payload: ClientEvents[E]): Promise<Acks[E] | null> {
    this.isBusy = true;
    this.refusal = null;
    try {
      return await this.#link.send(event, payload);
    } catch (error) {
      if (error instanceof RefusalError) this.refusal = error.error;
      else if (!(error instanceof NoAnswerError)) throw error;
      else this.refusal = { code: "UNAVAILABLE", message: "" };
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  async play(): Promise<boolean> {
    return (await this.send("submitWord", { placements: hands.claimedPlacements(this.hand) })) !== null;
  }

  async exchange(keys: ReadonlySet<number>): Promise<boolean> {
    const tiles = this.model?.you?.tiles ?? [];
    return (
      (await this.send("exchangeTiles", { tileIndices: hands.rackIndices(this.hand, keys, tiles) })) !== null
    );
  }

  /** What this device knows about the game's nonces, to verify the bag. */
  get seenNonces(): SeenNonces | null {
    return this.isWatching ? null : this.#nonces.seen;
  }

  /** Creates a new nonce and commits to it. If the table refuses, the game continues without it. */
  async #commit(): Promise<void> {
    const own = await freshNonce().catch(() => null);
    if (!own) return;
    this.#nonces.replace(own);
    await this.#link.send("setNonce", { commitment: own.commitment }).catch(() => undefined);
  }

  async #checkStart(started: ServerEvents["gameStarted"]): Promise<void> {
    // If the check fails to run now, the verification after the game repeats it.
    this.isStartForged = !(await this.#nonces.isAsPublished(started.nonces).catch(() => true));
  }

  /** Leaves the seat or resigns, and removes the stored seat. */
  async leave(): Promise<void> {
    if (!this.isWatching && this.loss === null) await this.send("leaveGame", {});
    forgetNonces(this.roomCode);
    forgetSeat(this.roomCode);
    this.close();
  }

  /** Takes a seat at the table for another game. */
  async playAgain(): Promise<StoredSeat | null> {
    const seated = await this.send("playAgain", {});
    if (!seated) return null;
    const { roomCode, playerId, token, invite } = seated;
    const seat = { roomCode, playerId, token, playerName: this.#seat?.playerName ?? "", usedAt: 0 };
    return invite === undefined ? seat : { ...seat, invite };
  }

  /** Admits or declines a player. */
  async answerJoinRequest({ playerName, requestIds }: PendingJoin, admit: boolean): Promise<void> {
    this.joinRequests = removeRequestsOf(this.joinRequests, playerName);
    await this.send("admitPlayer", { requestId: requestIds.at(-1)!, admit });
    // Older requests of the same player have most likely expired; a refusal of these is ignored.
    for (const requestId of requestIds.slice(0, -1)) {
      await this.#link.send("admitPlayer", { requestId, admit: false }).catch(() => undefined);
    }
  }

  close(): void {
    clearTimeout(this.#previewTimer);
    clearTimeout(this.#resyncTimer);
    this.#link.close();
  }

  setHand(hand: hands.HeldTiles): void {
    this.hand = hand;
    this.refusal = null;
    this.#saveHand();
    this.#requestPreview();
  }

  #saveHand(): void {
    saveItem(`dord.hand.${this.roomCode}`, hands.toStored(this.hand));
  }

  #requestPreview(): void {
    const placements = hands.claimedPlacements(this.hand);
    const key = JSON.stringify(placements);
    if (key === this.#previewKey) return;
    this.#previewKey = key;
    clearTimeout(this.#previewTimer);
    this.preview = null;
    const isNamed = placements.every(({ tile }) => tile.letter !== "_");
    if (placements.length === 0 || !isNamed || this.model?.progress !== "playing") return;
    this.#previewTimer = setTimeout(async () => {
      try {
        const preview = await this.#link.send("previewMove", { placements }, 1);
        if (this.#previewKey === key) this.preview = { kind: "score", preview };
      } catch (error) {
        if (this.#previewKey === key && error instanceof RefusalError)
          this.preview = { kind: "refused", error: error.error };
      }
    }, PREVIEW_AFTER_MS);
  }

  #onStatus(status: LinkStatus): void {
    this.status = status;
    if (status !== "connected") return;
    // After a reconnect the server replays events and ends with the whole state.
    this.#awaitsState = true;
    this.isStarting = false;
    this.#newestSeq = 0;
    this.#isResyncing = false;
    if (this.#watching) void this.#watch();
    if (this.isAsking) void this.#askAgain();
  }

  /** Sends the join command again; the server drops requests of clients that disconnect. */
  async #askAgain(): Promise<void> {
    if (this.#isAskingAgain || !this.#joinCommand || !this.#seat) return;
    this.#isAskingAgain = true;
    try {
      const answer = await this.#link.send("joinGame", this.#joinCommand);
      if ("requestId" in answer) return;
      // The table no longer requires admission.
      this.isAsking = false;
      const { roomCode, playerId, token } = answer;
      this.#takeSeat({ ...this.#seat, roomCode, playerId, token });
    } catch (error) {
      const isLater =
        !(error instanceof RefusalError) || isTemporary(error.error) || error.error.code === "RATE_LIMITED";
      if (isLater) return this.#link.reconnectLater();
      this.refusal = error.error;
      this.loss = "notAdmitted";
      this.close();
    } finally {
      this.#isAskingAgain = false;
    }
  }

  async #watch(): Promise<void> {
    try {
      const wish = { roomCode: this.roomCode, ...this.#watching };
      // Spectators receive the state in the ack, not in an event.
      const { state, seq = 0 } = await this.#link.send("watchGame", wish);
      this.#apply({ name: "tableState", payload: { ...state, you: null, seq } });
      // An event can overtake the ack.
      if (this.#newestSeq > seq) this.#resync();
    } catch (error) {
      if (!(error instanceof RefusalError) || isTemporary(error.error)) return this.#link.reconnectLater();
      this.refusal = error.error;
      this.loss = "seatLost";
      this.close();
    }
  }

  #onEvent(name: string, payload: unknown): void {
    switch (name as keyof ReplyEvents) {
      case "wordRejected":
        return;
      case "error":
        return this.#onError(payload as WireError);
      case "joinDecided":
        return this.#onJoinDecided(payload as ServerEvents["joinDecided"]);
    }
    this.#apply({ name, payload } as TableEvent);
  }

  #onError(error: WireError): void {
    // Acks answer refused commands; only unsolicited errors matter here.
    const isGone = error.code === "BAD_TOKEN" || error.code === "ROOM_NOT_FOUND";
    if (this.#awaitsState && isGone && this.#seat && !this.isAsking) {
      this.loss = "seatLost";
      forgetSeat(this.roomCode);
      this.close();
    }
  }

  #onJoinDecided(decided: ServerEvents["joinDecided"]): void {
    this.isAsking = false;
    if (!decided.seat || !this.#seat) {
      this.loss = "notAdmitted";
      this.close();
      return;
    }
    this.#takeSeat({ ...this.#seat, ...decided.seat, roomCode: decided.roomCode });
  }

  #apply(event: TableEvent): void {
    const isFirstState = this.#awaitsState && event.name === "tableState";
    switch (event.name) {
      case "chat":
        this.chat = [...this.chat, event.payload].slice(-CHAT_LINES_MAX);
        break;
      case "joinRequested":
        this.joinRequests = addRequest(this.joinRequests, event.payload);
        break;
      case "joinWithdrawn":
        this.joinRequests = withdrawRequest(this.joinRequests, event.payload.requestId);
        break;
      case "bagReveal":
        this.reveal = event.payload;
        break;
      case "nonceRequested": {
        this.isStarting = true;
        const nonce = this.#nonces.nonceToReveal(event.payload.contributors, this.#seat?.playerId);
        if (nonce !== null) void this.#link.send("revealNonce", { nonce }).catch(() => undefined);
        break;
      }
      case "startFailed":
        this.isStarting = false;
        this.unresponsivePlayers = event.payload.players.map(({ playerName }) => playerName);
        if (!this.isWatching) void this.#commit();
        break;
      case "gameStarted":
        this.isStarting = false;
        this.unresponsivePlayers = [];
        void this.#checkStart(event.payload);
        break;
      case "playAgainOffered":
        this.rematch = { playerName: event.payload.playerName };
        break;
      case "seatMoved":
        if (event.payload.playerId !== this.model?.you?.playerId) break;
        this.loss = "movedAway";
        this.close();
        return;
      case "playerLeft":
        if (event.payload.playerId !== this.model?.you?.playerId) break;
        this.loss = "removedFromLobby";
        forgetSeat(this.roomCode);
        this.close();
        return;
      case "tableState":
        this.clockAheadMs = event.payload.serverTime - Date.now();
        this.#awaitsState = false;
        this.#isResyncing = false;
        clearTimeout(this.#resyncTimer);
        this.#learnName(event.payload);
        this.#checkNonceCommitment(event.payload);
        break;
      case "clockUpdate":
        this.clockAheadMs = event.payload.serverTime - Date.now();
        break;
    }
    if (this.#awaitsState) {
      this.#newestSeq = Math.max(this.#newestSeq, event.payload.seq);
      return;
    }
    const before = this.model;
    // The first state after a reconnect always counts; after a restored backup it is older than the model.
    const { model, stale } = applyEvent(isFirstState ? null : before, event);
    if (stale) return this.#resync();
    if (model === before || !model) return this.#notify({ event, before, after: before! });
    this.model = model;
    this.#syncHand(event, before, model);
    this.#notify({ event, before, after: model });
  }

  /** Ensures that the table has this device's commitment; replaces one that only another device knows. */
  #checkNonceCommitment({ gameId, progress, you }: TableModel): void {
    if (!you) return;
    const hasMine = this.#nonces.syncWithTable(gameId, you.nonceCommitment);
    if (progress === "waiting" && !hasMine && !this.isStarting) void this.#commit();
  }

  /** A seat moved from another device is stored without a name. */
  #learnName(state: TableModel): void {
    if (!this.#seat || this.#seat.playerName || !state.you) return;
    this.#seat.playerName = playerOf(state, state.you.playerId)?.name ?? "";
    saveSeat(this.#seat);
  }

  #notify(update: TableUpdate): void {
    if (update.after) for (const listener of this.#listeners) listener(update);
  }

  #resync(): void {
    if (this.#isResyncing) return;
    this.#isResyncing = true;
    this.#link.send("resync", {}).catch((error: unknown) => {
      this.#isResyncing = false;
      const isLimited = error instanceof RefusalError && error.error.code === "RATE_LIMITED";
      if (!isLimited) return;
      // The next event may be far away, so retry as soon as the server allows it.
      clearTimeout(this.#resyncTimer);
      this.#resyncTimer = setTimeout(() => this.#resync(), error.error.retryAfterMs ?? RESYNC_AFTER_MS);
    });
  }

  /** Updates the hand where the server's state requires it. */
  #syncHand(event: TableEvent, before: TableModel | null, model: TableModel): void {
    if (!model.you) return;
    let hand = this.hand;
    if (!before) {
      const saved = loadItem<hands.StoredHand>(`dord.hand.${this.roomCode}`) ?? [];
      hand = hands.fromStored(saved, model.you.tiles, model.game?.board ?? []);
    } else {
      if (event.name === "wordAccepted") hand = hands.removePlayed(hand, event.payload.placements);
      if (model.you.tiles !== before.you?.tiles) hand = hands.syncRack(hand, model.you.tiles);
      if (model.game && model.game.board !== before.game?.board)
        hand = hands.returnFromTaken(hand, model.game.board);
    }
    if (hand !== this.hand) {
      this.hand = hand;
      this.#saveHand();
    }
    const isNewMoment =
      model.game?.turnNumber !== before?.game?.turnNumber || model.game?.board !== before?.game?.board;
    if (isNewMoment) this.#previewKey = "";
    this.#requestPreview();
  }
}

/** The table session that the page shows. */
class CurrentTable {
  session = $state.raw<TableSession | null>(null);

  enter(session: TableSession): void {
    if (this.session !== session) this.session?.close();
    this.session = session;
  }

  /** Closes the session without leaving the seat. */
  drop(): void {
    this.session?.close();
    this.session = null;
  }
}

export const currentTable = new CurrentTable();

/** Whether a refusal is temporary and independent of the player. */
function isTemporary({ code, path }: WireError): boolean {
  return code === "UNAVAILABLE" || path === "connections" || path === "state";
}
