// A session at one table: what the screens read and do. Its parts have files of their own.

import {
  forgetSeat,
  isTakenByAnotherPage,
  loadItem,
  saveItem,
  saveSeat,
  type StoredSeat,
} from "../connection/storage";
import { RefusalError, NoAnswerError } from "../connection/link";
import type {
  Acks,
  BagReveal,
  BoardPosition,
  ClientEvents,
  CreateGame,
  ReplyEvents,
  ServerEvents,
  StatePlayer,
  WireError,
} from "../protocol";
import { TableChat } from "./chat.svelte";
import type { TableConnection } from "./table-connection.svelte";
import { StartNonces } from "./start-nonces.svelte";
import type { GameSession } from "./game-session";
import * as hands from "./held-tiles";
import { boardAfter } from "./history";
import { addRequest, removeRequestsOf, withdrawRequest, type PendingJoin } from "./join-requests";
import {
  Admission,
  createTable,
  isTemporary,
  joinTable,
  resumeSeat,
  watchTable,
  type Arrival,
  type WatchSecrets,
} from "./joining.svelte";
import { LiveModel, type ModelChange, type TableUpdate } from "./live-model.svelte";
import { playerOf, type TableEvent, type TableModel } from "./model";
import { forgetNonces, nonceOrNull, type OwnNonce, type SeenNonces } from "./nonces";
import { MovePreview } from "./preview.svelte";
import { transferPath } from "./transfer";

export type { TableUpdate };

/** Why the page lost access to the table for good. */
export type LossReason = "movedAway" | "seatLost" | "removedFromLobby" | "notAdmitted";

export class TableSession implements GameSession {
  hand = $state.raw<hands.HeldTiles>(hands.NO_TILES);
  refusal = $state.raw<WireError | null>(null);
  isBusy = $state(false);
  loss = $state<LossReason | null>(null);
  /** Pending requests to join, where the host admits players. */
  joinRequests = $state.raw<ReadonlyArray<PendingJoin>>([]);
  reveal = $state.raw<BagReveal | null>(null);
  /** The player who opened a table to play again, if any. */
  rematch = $state.raw<{ playerName: string } | null>(null);

  readonly roomCode: string;
  readonly chat: TableChat;
  readonly start: StartNonces;
  readonly #connection: TableConnection;
  readonly #live: LiveModel;
  readonly #preview: MovePreview;
  readonly #admission: Admission | null = null;
  readonly #watching: WatchSecrets | null = null;
  /** The tentative tiles that came with a seat from another device. */
  readonly #transferredHand: hands.StoredHand | null;
  #seat: StoredSeat | null = null;

  private constructor({ connection, roomCode, nonce, as }: Arrival, hand: hands.StoredHand | null = null) {
    this.roomCode = roomCode;
    this.chat = new TableChat(roomCode);
    this.#transferredHand = hand;
    this.#connection = connection;
    this.#live = new LiveModel(connection, (change) => this.#onChange(change));
    this.#preview = new MovePreview(connection);
    this.start = new StartNonces(connection, roomCode, nonce);
    if (as.kind === "player") this.#takeSeat(as.seat);
    if (as.kind === "applicant") this.#admission = new Admission(connection, as.playerName, as.command);
    if (as.kind === "spectator") {
      const { kind: _, ...secrets } = as;
      this.#watching = secrets;
    }
    connection.attach({
      onEvent: (name, payload) => this.#onEvent(name, payload),
      onConnected: () => this.#onConnected(),
    });
    if (connection.status === "connected" && this.#watching) void this.#watch();
  }

  /** Creates a table and takes a seat. */
  static async create(wish: CreateGame): Promise<TableSession> {
    return new TableSession(await createTable(wish));
  }

  /** Joins a table; where the host admits players, the session waits for the decision. */
  static async join(
    roomCode: string,
    playerName: string,
    secret: { invite?: string } = {},
  ): Promise<TableSession> {
    return new TableSession(await joinTable(roomCode, playerName, secret));
  }

  /** Takes a seat over from another device, with the tiles that lay on the board there. */
  static async takeOver(roomCode: string, ticket: string, hand: hands.StoredHand): Promise<TableSession> {
    return new TableSession(await joinTable(roomCode, "", { ticket }), hand);
  }

  /** Resumes a seat that this device holds. */
  static resume(seat: StoredSeat, nonce: OwnNonce | null = null): TableSession {
    return new TableSession(resumeSeat(seat, nonce));
  }

  static watch(roomCode: string, invite: string | null): TableSession {
    return new TableSession(watchTable(roomCode, invite === null ? {} : { invite }));
  }

  /** Watches the table from a device whose seat moved to another one. */
  static watchMovedSeat({ roomCode, token, invite }: StoredSeat): TableSession {
    return new TableSession(watchTable(roomCode, { token, ...(invite === undefined ? {} : { invite }) }));
  }

  #takeSeat(seat: StoredSeat): void {
    this.#seat = saveSeat(seat);
    this.#connection.setHandshake({ roomCode: seat.roomCode, token: seat.token });
  }

  get model(): TableModel | null {
    return this.#live.current;
  }

  get clockAheadMs(): number {
    return this.#live.clockAheadMs;
  }

  get preview(): GameSession["preview"] {
    return this.#preview.current;
  }

  get status(): TableConnection["status"] {
    return this.#connection.status;
  }

  /** Whether this player waits for the host's decision to join. */
  get isAsking(): boolean {
    return this.#admission?.isPending ?? false;
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

  /** Whether the seat of this device moved to another one, which this device now watches. */
  get isFormerPlayer(): boolean {
    return this.#watching?.token !== undefined;
  }

  get isMyTurn(): boolean {
    const game = this.model?.game;
    return this.model?.progress === "playing" && game?.currentPlayerId === this.model.you?.playerId;
  }

  get mayMove(): boolean {
    const game = this.model?.game;
    return (
      this.isMyTurn &&
      !game?.waitsForChallenge &&
      !game?.openPlay?.challenge &&
      game?.pause?.kind !== "paused" &&
      !this.isBusy
    );
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

  /** Calls the listener for every event; returns a function that unsubscribes. */
  listen(listener: (update: TableUpdate) => void): () => void {
    return this.#live.listen(listener);
  }

  /** Sends a command; null if it was refused or not answered, with the reason in `refusal`. */
  async send<E extends keyof ClientEvents>(event: E, payload: ClientEvents[E]): Promise<Acks[E] | null> {
    this.isBusy = true;
    this.refusal = null;
    try {
      return await this.#connection.send(event, payload);
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
    return this.isWatching ? null : this.start.seenNonces;
  }

  /** Leaves the seat or resigns, and removes the stored seat. */
  async leave(): Promise<void> {
    if (!this.isWatching && this.loss === null) await this.send("leaveGame", {});
    forgetNonces(this.roomCode);
    forgetSeat(this.roomCode);
    this.close();
  }

  /** Takes a seat at the table for another game, with a commitment to a nonce, so that no start precedes it. */
  async playAgain(): Promise<{ seat: StoredSeat; nonce: OwnNonce | null } | null> {
    const nonce = await nonceOrNull();
    const seated = await this.send("playAgain", nonce === null ? {} : { commitment: nonce.commitment });
    if (!seated) return null;
    const { roomCode, playerId, token, invite } = seated;
    const seat = { roomCode, playerId, token, playerName: this.#seat?.playerName ?? "", usedAt: 0 };
    return { seat: invite === undefined ? seat : { ...seat, invite }, nonce };
  }

  /** Opens the rematch that this device watches next; null if there is none. */
  async watchRematch(): Promise<{ roomCode: string; invite: string | null } | null> {
    const watching = await this.send("watchRematch", {});
    return watching && { roomCode: watching.state.roomCode, invite: watching.invite ?? null };
  }

  /** Creates a link that moves the seat, with the tiles on the board, to another device. */
  async createTransferLink(): Promise<string | null> {
    const made = await this.send("createTicket", {});
    return made && transferPath(this.roomCode, made.ticket, this.hand);
  }

  /** The seat, if it moved to another device. From another page of this device, it can be taken back. */
  get movedSeat(): StoredSeat | null {
    if (this.loss !== "movedAway" || !this.#seat) return null;
    return isTakenByAnotherPage(this.#seat) ? null : this.#seat;
  }

  /** Admits or declines a player. */
  async answerJoinRequest({ playerName, requestIds }: PendingJoin, admit: boolean): Promise<void> {
    this.joinRequests = removeRequestsOf(this.joinRequests, playerName);
    await this.send("admitPlayer", { requestId: requestIds.at(-1)!, admit });
    // Older requests of the same player have most likely expired; a refusal of these is ignored.
    for (const requestId of requestIds.slice(0, -1)) {
      await this.#connection.send("admitPlayer", { requestId, admit: false }).catch(() => undefined);
    }
  }

  close(): void {
    this.#preview.close();
    this.#live.close();
    this.#connection.close();
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
    this.#preview.request(this.hand, this.model?.progress === "playing");
  }

  #onConnected(): void {
    this.#live.onConnected();
    this.start.isPending = false;
    if (this.#watching) void this.#watch();
    if (this.#admission?.isPending) void this.#askAgain(this.#admission);
  }

  async #askAgain(admission: Admission): Promise<void> {
    const answer = await admission.askAgain();
    if (answer === null) return;
    if ("token" in answer) return this.#takeSeat(answer);
    this.refusal = answer;
    this.#lose("notAdmitted");
  }

  async #watch(): Promise<void> {
    try {
      const wish = { roomCode: this.roomCode, ...this.#watching };
      this.#live.receiveWatched(await this.#connection.send("watchGame", wish));
      void this.#loadChat();
    } catch (error) {
      if (!(error instanceof RefusalError) || isTemporary(error.error))
        return this.#connection.reconnectLater();
      this.refusal = error.error;
      this.#lose("seatLost");
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
    if (this.#live.awaitsState && isGone && this.#seat) {
      forgetSeat(this.roomCode);
      this.#lose("seatLost");
    }
  }

  #onJoinDecided(decided: ServerEvents["joinDecided"]): void {
    const seat = this.#admission?.decide(decided);
    if (seat) this.#takeSeat(seat);
    else this.#lose("notAdmitted");
  }

  /** Hands an event to the parts that it concerns, and to the model. */
  #apply(event: TableEvent): void {
    switch (event.name) {
      case "chat":
        this.chat.add(event.payload);
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
      case "nonceRequested":
        this.start.reveal(event.payload, this.#seat?.playerId);
        break;
      case "startFailed":
        this.start.fail(event.payload, !this.isWatching);
        break;
      case "gameStarted":
        void this.start.succeed(event.payload);
        break;
      case "playAgainOffered":
        this.rematch = { playerName: event.payload.playerName };
        break;
      case "seatMoved":
        if (event.payload.playerId === this.model?.you?.playerId) return this.#lose("movedAway");
        break;
      case "playerLeft":
        if (event.payload.playerId !== this.model?.you?.playerId) break;
        forgetSeat(this.roomCode);
        return this.#lose("removedFromLobby");
      case "tableState":
        this.#learnName(event.payload);
        this.start.syncWithTable(event.payload);
        void this.#loadChat();
        break;
    }
    this.#live.receive(event);
  }

  /** Loads the stored chat. It is not worth a message if that fails: the next connection tries again. */
  async #loadChat(): Promise<void> {
    const history = await this.#connection.send("chatHistory", {}, 1).catch(() => null);
    if (history) this.chat.restore(history.lines);
  }

  #lose(reason: LossReason): void {
    this.loss = reason;
    this.close();
  }

  /** A seat moved from another device is stored without a name. */
  #learnName(state: TableModel): void {
    if (!this.#seat || this.#seat.playerName || !state.you) return;
    this.#seat.playerName = playerOf(state, state.you.playerId)?.name ?? "";
    this.#seat = saveSeat(this.#seat);
  }

  /** Updates the hand where the server's state requires it. */
  #onChange({ events, before, after }: ModelChange): void {
    if (!after.you) return;
    let hand = this.hand;
    if (!before) {
      const stored = loadItem<hands.StoredHand>(`dord.hand.${this.roomCode}`) ?? [];
      const saved = this.#transferredHand ?? stored;
      hand = hands.fromStored(saved, after.you.tiles, after.game?.board ?? []);
    } else {
      for (const { name, payload } of events)
        if (name === "wordAccepted") hand = hands.removePlayed(hand, payload.placements);
      if (after.you.tiles !== before.you?.tiles) hand = hands.syncRack(hand, after.you.tiles);
      if (after.game && after.game.board !== before.game?.board)
        hand = hands.returnFromTaken(hand, after.game.board);
    }
    if (hand !== this.hand) {
      this.hand = hand;
      this.#saveHand();
    }
    const isNewMoment =
      after.game?.turnNumber !== before?.game?.turnNumber || after.game?.board !== before?.game?.board;
    if (isNewMoment) this.#preview.invalidate();
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
