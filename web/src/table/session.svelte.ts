// One table as this page knows it: the connection, what is known, and the hand.

import { forgetSeat, keep, keepSeat, kept, type KeptSeat } from "../connection/device";
import { Link, Refused, Unanswered, type LinkStatus } from "../connection/link";
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
import * as door from "./door";
import * as hands from "./hand";
import { boardAfter } from "./history";
import { playerOf, receive, type TableEvent, type TableModel } from "./model";
import { forgetNonces, freshNonce, NonceKeeper, type OwnNonce, type SeenNonces } from "./nonces";
import type { Playing, Preview } from "./playing";

/** Something that was heard, for sounds and announcements: the event, and what was known before and after. */
export type Heard = { event: TableEvent; before: TableModel | null; after: TableModel };

/** Why the page has lost the table for good. */
export type Loss = "movedAway" | "seatGone" | "turnedOut" | "notAdmitted";

const CHAT_LINES_MAX = 200;
/** How long to wait before the state is asked for again, if the server does not say. */
const RESYNC_AFTER_MS = 2_000;
const PREVIEW_AFTER_MS = 90;

export class TableSession implements Playing {
  model = $state.raw<TableModel | null>(null);
  hand = $state.raw<hands.Hand>(hands.EMPTY_HAND);
  status = $state<LinkStatus>("connecting");
  chat = $state.raw<ReadonlyArray<ChatLine>>([]);
  /** How many lines of the chat have been on the screen. */
  chatSeen = $state(0);
  preview = $state.raw<Preview | null>(null);
  /** The last refusal, until something else is tried. */
  refusal = $state.raw<WireError | null>(null);
  /** Whether a command is on its way. */
  isBusy = $state(false);
  loss = $state<Loss | null>(null);
  /** Those who want to join, where the host is asked. */
  door = $state.raw<ReadonlyArray<door.Waiting>>([]);
  reveal = $state.raw<BagReveal | null>(null);
  /** The table to play again at, once somebody has opened it. */
  rematch = $state.raw<{ playerName: string } | null>(null);
  /** How much the server's clock is ahead of this one, in milliseconds. */
  clockAheadMs = $state(0);
  /** The host decides whether one who asked may sit down. */
  isAsking = $state(false);
  /** The start waits for the nonces of the players. */
  isStarting = $state(false);
  /** The players because of whom the last start failed. */
  failedBecauseOf = $state.raw<ReadonlyArray<string>>([]);
  /** The game began with other nonces than were published. */
  isStartForged = $state(false);

  readonly roomCode: string;
  readonly #link: Link;
  readonly #nonces: NonceKeeper;
  readonly #listeners = new Set<(heard: Heard) => void>();
  #seat: KeptSeat | null = null;
  #watching: { invite?: string } | null = null;
  /** What the host was asked. It is asked anew with every connection, because the server forgets whoever is gone. */
  #wish: ClientEvents["joinGame"] | null = null;
  #asksAgain = false;
  #awaitsState = true;
  /** The newest version that was heard of before the state came. */
  #overheard = 0;
  #resyncs = false;
  #resyncTimer: ReturnType<typeof setTimeout> | undefined;
  #previewTimer: ReturnType<typeof setTimeout> | undefined;
  #previewOf = "";

  private constructor(roomCode: string, link: (session: TableSession) => Link, own: OwnNonce | null) {
    this.roomCode = roomCode;
    this.#link = link(this);
    this.#nonces = new NonceKeeper(roomCode, own);
  }

  /** Opens a table and sits down at it. */
  static async create(wish: CreateGame): Promise<TableSession> {
    const opening = TableSession.#linked();
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

  /** Sits down at a table; where the host is asked first, the session waits for the answer. */
  static async join(
    roomCode: string,
    playerName: string,
    secret: { invite?: string; ticket?: string } = {},
  ): Promise<TableSession> {
    const opening = TableSession.#linked();
    try {
      // A seat that comes from another device has a nonce that only that one knows; it is replaced later.
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

  /** Comes back to a seat that this device holds. */
  static resume(seat: KeptSeat): TableSession {
    return TableSession.#linked().as(seat);
  }

  static watch(roomCode: string, invite: string | null): TableSession {
    return TableSession.#linked().watching(roomCode, invite === null ? {} : { invite });
  }

  /** A connection before it is known which table it is for; what comes early is kept for the session. */
  static #linked() {
    let own: OwnNonce | null = null;
    let session: TableSession | null = null;
    let status: LinkStatus = "connecting";
    const early: Array<[string, unknown]> = [];
    const link: Link = new Link(
      (name, payload) => (session ? session.#hear(name, payload) : early.push([name, payload])),
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
      for (const [name, payload] of early) made.#hear(name, payload);
      if (status === "connected" && made.#watching) void made.#watch();
      return made;
    };
    return {
      link,
      /** The nonce with which the session begins, made while the connection is; without it the game goes on. */
      nonce: async () => (own = await freshNonce().catch(() => null)),
      as: (seat: KeptSeat) => begin(seat.roomCode, (made) => made.#sit(seat)),
      asking: (roomCode: string, playerName: string, wish: ClientEvents["joinGame"]) =>
        begin(roomCode, (made) => {
          made.isAsking = true;
          made.#wish = wish;
          made.#seat = { roomCode, playerName, playerId: "", token: "", usedAt: 0 };
        }),
      watching: (roomCode: string, secret: { invite?: string }) =>
        begin(roomCode, (made) => {
          made.#watching = secret;
        }),
    };
  }

  #sit(seat: KeptSeat): void {
    this.#seat = seat;
    keepSeat(seat);
    this.#link.comeBackWith({ roomCode: seat.roomCode, token: seat.token });
  }

  get me(): StatePlayer | undefined {
    return this.model?.you ? playerOf(this.model, this.model.you.playerId) : undefined;
  }

  get isWatching(): boolean {
    return this.#watching !== null;
  }

  /** How a spectator came to the table; null for a player. */
  get watches(): "byCode" | "byLink" | null {
    if (!this.#watching) return null;
    return this.#watching.invite === undefined ? "byCode" : "byLink";
  }

  get isMyTurn(): boolean {
    const game = this.model?.game;
    return this.model?.progress === "playing" && game?.currentPlayerId === this.model.you?.playerId;
  }

  /** Whether a move would be taken now. */
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

  answers(question: "pass" | "swap" | "challenge" | "lookUp"): boolean {
    if (question === "challenge") return this.model?.game?.openPlay != null;
    return question === "lookUp" ? this.model?.rules.lookUp === "always" : this.mayMove;
  }

  get unreadChat(): number {
    return Math.max(0, this.chat.length - this.chatSeen);
  }

  /** Why this device is not at the table, if it is not. */
  get absence(): "disconnected" | "crowded" | null {
    if (this.status === "crowded") return "crowded";
    return this.status === "lost" ? "disconnected" : null;
  }

  /** The secret of the invitation link, where this device knows it. */
  get invite(): string | undefined {
    return this.#seat?.invite;
  }

  nameOf(id: string): string {
    return (this.model && playerOf(this.model, id)?.name) ?? "?";
  }

  /** Calls back at every event that was taken in; returns what ends that. */
  listen(listener: (heard: Heard) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a command. What was refused is shown; a lost connection is just that. */
  async send<E extends keyof ClientEvents>(event: E, payload: ClientEvents[E]): Promise<Acks[E] | null> {
    this.isBusy = true;
    this.refusal = null;
    try {
      return await this.#link.send(event, payload);
    } catch (error) {
      if (error instanceof Refused) this.refusal = error.error;
      else if (!(error instanceof Unanswered)) throw error;
      else this.refusal = { code: "UNAVAILABLE", message: "" };
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  async play(): Promise<boolean> {
    return (await this.send("submitWord", { placements: hands.claim(this.hand) })) !== null;
  }

  async exchange(keys: ReadonlySet<number>): Promise<boolean> {
    const tiles = this.model?.you?.tiles ?? [];
    return (
      (await this.send("exchangeTiles", { tileIndices: hands.indices(this.hand, keys, tiles) })) !== null
    );
  }

  /** What this device knows of the nonces of the game, to verify the bag. */
  get seenNonces(): SeenNonces | null {
    return this.isWatching ? null : this.#nonces.seen;
  }

  /** Takes another nonce and commits to it. If the table does not take it, the game goes on without. */
  async #commit(): Promise<void> {
    const own = await freshNonce().catch(() => null);
    if (!own) return;
    this.#nonces.take(own);
    await this.#link.send("setNonce", { commitment: own.commitment }).catch(() => undefined);
  }

  async #checkStart(started: ServerEvents["gameStarted"]): Promise<void> {
    // If it cannot be checked now, it is at the end.
    this.isStartForged = !(await this.#nonces.isAsPublished(started.nonces).catch(() => true));
  }

  /** Frees the seat or resigns, and forgets it. */
  async leave(): Promise<void> {
    if (!this.isWatching && this.loss === null) await this.send("leaveGame", {});
    forgetNonces(this.roomCode);
    forgetSeat(this.roomCode);
    this.close();
  }

  /** The table for another game, once this one is over. */
  async playAgain(): Promise<KeptSeat | null> {
    const seated = await this.send("playAgain", {});
    if (!seated) return null;
    const { roomCode, playerId, token, invite } = seated;
    const seat = { roomCode, playerId, token, playerName: this.#seat?.playerName ?? "", usedAt: 0 };
    return invite === undefined ? seat : { ...seat, invite };
  }

  /** Lets somebody in or turns them away. */
  async answerAtDoor({ playerName, requestIds }: door.Waiting, admit: boolean): Promise<void> {
    this.door = door.answered(this.door, playerName);
    await this.send("admitPlayer", { requestId: requestIds.at(-1)!, admit });
    // The name is decided about. Most likely nobody waits with these any more, which is no refusal to speak of.
    for (const requestId of requestIds.slice(0, -1)) {
      await this.#link.send("admitPlayer", { requestId, admit: false }).catch(() => undefined);
    }
  }

  close(): void {
    clearTimeout(this.#previewTimer);
    clearTimeout(this.#resyncTimer);
    this.#link.close();
  }

  rearrange(hand: hands.Hand): void {
    this.hand = hand;
    this.refusal = null;
    this.#keepHand();
    this.#askPreview();
  }

  #keepHand(): void {
    keep(`dord.hand.${this.roomCode}`, hands.kept(this.hand));
  }

  #askPreview(): void {
    const placements = hands.claim(this.hand);
    const key = JSON.stringify(placements);
    if (key === this.#previewOf) return;
    this.#previewOf = key;
    clearTimeout(this.#previewTimer);
    this.preview = null;
    const isNamed = placements.every(({ tile }) => tile.letter !== "_");
    if (placements.length === 0 || !isNamed || this.model?.progress !== "playing") return;
    this.#previewTimer = setTimeout(async () => {
      try {
        const preview = await this.#link.send("previewMove", { placements }, 1);
        if (this.#previewOf === key) this.preview = { kind: "score", preview };
      } catch (error) {
        if (this.#previewOf === key && error instanceof Refused)
          this.preview = { kind: "refused", error: error.error };
      }
    }, PREVIEW_AFTER_MS);
  }

  #onStatus(status: LinkStatus): void {
    this.status = status;
    if (status !== "connected") return;
    // Whoever comes back is told everything, and the whole state at the end of it.
    this.#awaitsState = true;
    this.isStarting = false;
    this.#overheard = 0;
    this.#resyncs = false;
    if (this.#watching) void this.#watch();
    if (this.isAsking) void this.#askAgain();
  }

  /** Whoever lost the connection while the host was asked has been forgotten there. */
  async #askAgain(): Promise<void> {
    if (this.#asksAgain || !this.#wish || !this.#seat) return;
    this.#asksAgain = true;
    try {
      const answer = await this.#link.send("joinGame", this.#wish);
      if ("requestId" in answer) return;
      // The host is not asked any more.
      this.isAsking = false;
      const { roomCode, playerId, token } = answer;
      this.#sit({ ...this.#seat, roomCode, playerId, token });
    } catch (error) {
      const isLater =
        !(error instanceof Refused) || isForNow(error.error) || error.error.code === "RATE_LIMITED";
      if (isLater) return this.#link.comeAgain();
      this.refusal = error.error;
      this.loss = "notAdmitted";
      this.close();
    } finally {
      this.#asksAgain = false;
    }
  }

  async #watch(): Promise<void> {
    try {
      const wish = { roomCode: this.roomCode, ...this.#watching };
      // A spectator is told the state by the answer, not by an event.
      const { state, seq = 0 } = await this.#link.send("watchGame", wish);
      this.#take({ name: "tableState", payload: { ...state, you: null, seq } });
      // An event can overtake an answer.
      if (this.#overheard > seq) this.#resync();
    } catch (error) {
      if (!(error instanceof Refused) || isForNow(error.error)) return this.#link.comeAgain();
      this.refusal = error.error;
      this.loss = "seatGone";
      this.close();
    }
  }

  #hear(name: string, payload: unknown): void {
    switch (name as keyof ReplyEvents) {
      case "wordRejected":
        return;
      case "error":
        return this.#onError(payload as WireError);
      case "joinDecided":
        return this.#onJoinDecided(payload as ServerEvents["joinDecided"]);
    }
    this.#take({ name, payload } as TableEvent);
  }

  #onError(error: WireError): void {
    // Refused commands are answered by their acks; here only what nobody asked for matters.
    const isGone = error.code === "BAD_TOKEN" || error.code === "ROOM_NOT_FOUND";
    if (this.#awaitsState && isGone && this.#seat && !this.isAsking) {
      this.loss = "seatGone";
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
    this.#sit({ ...this.#seat, ...decided.seat, roomCode: decided.roomCode });
  }

  #take(event: TableEvent): void {
    const isFirstState = this.#awaitsState && event.name === "tableState";
    switch (event.name) {
      case "chat":
        this.chat = [...this.chat, event.payload].slice(-CHAT_LINES_MAX);
        break;
      case "joinRequested":
        this.door = door.asked(this.door, event.payload);
        break;
      case "joinWithdrawn":
        this.door = door.withdrawn(this.door, event.payload.requestId);
        break;
      case "bagReveal":
        this.reveal = event.payload;
        break;
      case "nonceRequested": {
        this.isStarting = true;
        const nonce = this.#nonces.requested(event.payload.contributors, this.#seat?.playerId);
        if (nonce !== null) void this.#link.send("revealNonce", { nonce }).catch(() => undefined);
        break;
      }
      case "startFailed":
        this.isStarting = false;
        this.failedBecauseOf = event.payload.players.map(({ playerName }) => playerName);
        if (!this.isWatching) void this.#commit();
        break;
      case "gameStarted":
        this.isStarting = false;
        this.failedBecauseOf = [];
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
        this.loss = "turnedOut";
        forgetSeat(this.roomCode);
        this.close();
        return;
      case "tableState":
        this.clockAheadMs = event.payload.serverTime - Date.now();
        this.#awaitsState = false;
        this.#resyncs = false;
        clearTimeout(this.#resyncTimer);
        this.#learnName(event.payload);
        this.#meetNonces(event.payload);
        break;
      case "clockUpdate":
        this.clockAheadMs = event.payload.serverTime - Date.now();
        break;
    }
    if (this.#awaitsState) {
      this.#overheard = Math.max(this.#overheard, event.payload.seq);
      return;
    }
    const before = this.model;
    // Whoever comes back is shown what counts now. If the store was put back, that is less than what was known.
    const { model, stale } = receive(isFirstState ? null : before, event);
    if (stale) return this.#resync();
    if (model === before || !model) return this.#tell({ event, before, after: before! });
    this.model = model;
    this.#follow(event, before, model);
    this.#tell({ event, before, after: model });
  }

  /** The table must have a commitment to a nonce of this device; one that only another device knows is replaced. */
  #meetNonces({ gameId, progress, you }: TableModel): void {
    if (!you) return;
    const hasMine = this.#nonces.meet(gameId, you.nonceCommitment);
    if (progress === "waiting" && !hasMine && !this.isStarting) void this.#commit();
  }

  /** A seat that came from another device brought no name with it. */
  #learnName(state: TableModel): void {
    if (!this.#seat || this.#seat.playerName || !state.you) return;
    this.#seat.playerName = playerOf(state, state.you.playerId)?.name ?? "";
    keepSeat(this.#seat);
  }

  #tell(heard: Heard): void {
    if (heard.after) for (const listener of this.#listeners) listener(heard);
  }

  #resync(): void {
    if (this.#resyncs) return;
    this.#resyncs = true;
    this.#link.send("resync", {}).catch((error: unknown) => {
      this.#resyncs = false;
      const isLimited = error instanceof Refused && error.error.code === "RATE_LIMITED";
      if (!isLimited) return;
      // Nothing may happen at the table for long: what is missing is asked for when the server allows it.
      clearTimeout(this.#resyncTimer);
      this.#resyncTimer = setTimeout(() => this.#resync(), error.error.retryAfterMs ?? RESYNC_AFTER_MS);
    });
  }

  /** The hand follows what the server says, and is left alone otherwise. */
  #follow(event: TableEvent, before: TableModel | null, model: TableModel): void {
    if (!model.you) return;
    let hand = this.hand;
    if (!before) {
      const saved = kept<hands.KeptHand>(`dord.hand.${this.roomCode}`) ?? [];
      hand = hands.restored(saved, model.you.tiles, model.game?.board ?? []);
    } else {
      if (event.name === "wordAccepted") hand = hands.played(hand, event.payload.placements);
      if (model.you.tiles !== before.you?.tiles) hand = hands.dealt(hand, model.you.tiles);
      if (model.game && model.game.board !== before.game?.board) hand = hands.cleared(hand, model.game.board);
    }
    if (hand !== this.hand) {
      this.hand = hand;
      this.#keepHand();
    }
    const isNewMoment =
      model.game?.turnNumber !== before?.game?.turnNumber || model.game?.board !== before?.game?.board;
    if (isNewMoment) this.#previewOf = "";
    this.#askPreview();
  }
}

/** The session that the page is in. */
class Current {
  session = $state.raw<TableSession | null>(null);

  enter(session: TableSession): void {
    if (this.session !== session) this.session?.close();
    this.session = session;
  }

  /** Lets go of the table without leaving the seat. */
  drop(): void {
    this.session?.close();
    this.session = null;
  }
}

export const current = new Current();

/** Whether what was refused is only refused for the moment, whoever asks. */
function isForNow({ code, path }: WireError): boolean {
  return code === "UNAVAILABLE" || path === "connections" || path === "state";
}
