import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoredSeat } from "../connection/storage";
import { sockets, type FakeSocket } from "../connection/socket.fixture";
// The page loads this module when a table is entered; here it is preloaded.
import { nonceCommitment } from "../results/bag-key";
import type { TableModel } from "./model";
import { model } from "./model.fixture";
import { TableSession } from "./session.svelte";

vi.mock("socket.io-client", () => import("../connection/socket.fixture"));

const seat: StoredSeat = { roomCode: "ABCD", playerId: "p2", token: "secret", playerName: "Bob", usedAt: 0 };

/** The table at a version. */
const at = (seq: number): TableModel => ({ ...model(), seq });

/** A player resumes a seat; `server` is the other end of the socket. */
function sitting(): { session: TableSession; server: FakeSocket } {
  const session = TableSession.resume(seat);
  const server = sockets.at(-1)!;
  server.open();
  return { session, server };
}

/** A player asks the host to join. */
async function asking(): Promise<{ session: TableSession; server: FakeSocket }> {
  const joining = TableSession.join("ABCD", "Bob");
  const server = sockets.at(-1)!;
  server.open();
  await answers(server, { ok: true, seq: 3, roomCode: "ABCD", requestId: "r1" });
  return { session: await joining, server };
}

/** Answers the last command that was sent. */
async function answers(server: FakeSocket, ack: object): Promise<void> {
  await settled();
  server.sent.at(-1)!.answer(ack);
  await settled();
}

const settled = () => new Promise((done) => setImmediate(done));
/** The commands that were sent, except for the question about earlier chat that follows every state. */
const commandsTo = (server: FakeSocket) => server.sent.filter(({ event }) => event !== "chatHistory");
const sentBy = (server: FakeSocket) => commandsTo(server).map(({ event }) => event);

beforeEach(() => void sockets.splice(0));

describe("the state of a table", () => {
  test("that arrives first after a reconnect replaces the model, even if it is older", () => {
    const { session, server } = sitting();
    server.sendEvent("tableState", at(30));
    server.lose("transport close");
    server.open();
    server.sendEvent("tableState", at(12));
    expect(session.model?.seq).toBe(12);
    server.sendEvent("hostChanged", { playerId: "p2", playerName: "Bob", seq: 13 });
    expect(session.model?.seq).toBe(12);
    const players = model().players.map((player) => ({ ...player, isHost: player.id === "p2" }));
    server.sendEvent("stateChange", { players, seq: 13 });
    expect(session.me?.isHost).toBe(true);
    session.close();
  });

  test("that later events overtook on the same connection is ignored", () => {
    const { session, server } = sitting();
    server.sendEvent("tableState", at(30));
    server.sendEvent("tableState", at(12));
    expect(session.model?.seq).toBe(30);
    session.close();
  });

  const tooOften = {
    ok: false,
    error: { code: "RATE_LIMITED", path: "state", retryAfterMs: 20_000, message: "" },
  };

  test("that was rate limited is requested again when the server allows it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { session, server } = sitting();
    server.sendEvent("tableState", at(30));
    server.sendEvent("hostChanged", { playerId: "p2", playerName: "Bob", seq: 33 });
    await answers(server, tooOften);
    vi.advanceTimersByTime(19_000);
    await settled();
    expect(sentBy(server)).toEqual(["resync"]);
    vi.advanceTimersByTime(1_001);
    await settled();
    expect(sentBy(server)).toEqual(["resync", "resync"]);
    session.close();
    vi.useRealTimers();
  });

  test("that was rate limited for a spectator is requested with the next connection", async () => {
    const session = TableSession.watch("ABCD", null);
    const server = sockets.at(-1)!;
    server.open();
    await answers(server, tooOften);
    expect(session.loss).toBeNull();
    expect(server.connected).toBe(false);
    session.close();
  });
});

test("a seat at a rematch table contains the table's invitation, and its nonce is committed with it", async () => {
  const { session, server } = sitting();
  server.sendEvent("tableState", at(30));
  const playing = session.playAgain();
  await vi.waitFor(() => expect(server.sent.at(-1)?.event).toBe("playAgain"));
  const { payload } = server.sent.at(-1)!;
  await answers(server, { ok: true, seq: 2, roomCode: "EFGH", playerId: "p7", token: "t", invite: "link" });
  const seated = await playing;
  expect(seated?.seat).toMatchObject({ roomCode: "EFGH", invite: "link", playerName: "Bob" });
  expect(seated?.nonce?.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(payload).toMatchObject({ commitment: seated?.nonce?.commitment });
  session.close();
});

test("stored chat and lines that arrive meanwhile are shown once, and what was read stays read", async () => {
  const line = (at: number, text: string) => ({ playerId: "p1", playerName: "Ann", text, at });
  const { session, server } = sitting();
  server.sendEvent("tableState", at(30));
  server.sendEvent("chat", { ...line(3, "three"), seq: 30 });
  await settled();
  server.sent
    .find(({ event }) => event === "chatHistory")!
    .answer({
      ok: true,
      seq: 30,
      lines: [line(1, "one"), line(2, "two"), line(3, "three")],
    });
  await settled();
  expect(session.chat.lines.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect(session.chat.unread).toBe(3);
  session.chat.markRead();
  server.sendEvent("chat", { ...line(4, "four"), seq: 30 });
  expect(session.chat.unread).toBe(1);
  session.close();
});

describe("a seat that moved away", () => {
  const moved = { playerId: "p2", playerName: "Bob", seq: 30 };

  beforeEach(() => {
    const items = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    });
    vi.useFakeTimers({ toFake: ["Date"] });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("to another device is watched from here", () => {
    const { session, server } = sitting();
    server.sendEvent("tableState", at(30));
    server.sendEvent("seatMoved", moved);
    expect(session.loss).toBe("movedAway");
    expect(session.movedSeat).toMatchObject({ roomCode: "ABCD", token: "secret" });
  });

  test("to another page of this device can be taken back", () => {
    const { session, server } = sitting();
    server.sendEvent("tableState", at(30));
    vi.advanceTimersByTime(1_000);
    const other = TableSession.resume(seat);
    server.sendEvent("seatMoved", moved);
    expect(session.loss).toBe("movedAway");
    expect(session.movedSeat).toBeNull();
    other.close();
  });
});

describe("a player who asks to join", () => {
  test("sends the same command again after a reconnect", async () => {
    const { session, server } = await asking();
    server.lose("transport close");
    server.open();
    await answers(server, { ok: true, seq: 3, roomCode: "ABCD", requestId: "r2" });
    expect(sentBy(server)).toEqual(["joinGame", "joinGame"]);
    const [first, second] = server.sent.map(({ payload }) => ({ ...payload, commandId: "" }));
    expect(second).toEqual(first);
    expect(session.isAsking).toBe(true);
    session.close();
  });

  test("sends one command, however often the connection is lost before the answer", async () => {
    const { session, server } = await asking();
    for (const _ of [1, 2]) {
      server.lose("transport close");
      server.open();
      await settled();
    }
    // The second time it is the same command, repeated until it is answered.
    const commands = server.sent.slice(1).map(({ payload }) => (payload as { commandId: string }).commandId);
    expect(commands).toHaveLength(2);
    expect(new Set(commands).size).toBe(1);
    session.close();
  });

  test("takes a seat if the table no longer requires admission", async () => {
    const { session, server } = await asking();
    server.lose("transport close");
    server.open();
    await answers(server, { ok: true, seq: 4, roomCode: "ABCD", playerId: "p2", token: "secret" });
    expect(session.isAsking).toBe(false);
    server.sendEvent("tableState", at(4));
    expect(session.me?.id).toBe("p2");
    session.close();
  });

  test("learns why joining is no longer possible", async () => {
    const { session, server } = await asking();
    server.lose("transport close");
    server.open();
    await answers(server, { ok: false, error: { code: "GAME_ALREADY_STARTED", message: "" } });
    expect(session.loss).toBe("notAdmitted");
    expect(session.refusal?.code).toBe("GAME_ALREADY_STARTED");
  });

  test("reconnects to a server that is unavailable", async () => {
    const { session, server } = await asking();
    server.lose("transport close");
    server.open();
    await answers(server, { ok: false, error: { code: "UNAVAILABLE", message: "" } });
    expect(session.loss).toBeNull();
    expect(server.connected).toBe(false);
    session.close();
  });

  test("does not ask again once the host has answered", async () => {
    const { session, server } = await asking();
    const decided = { requestId: "r1", admitted: true, roomCode: "ABCD" };
    server.sendEvent("joinDecided", { ...decided, seat: { playerId: "p2", token: "secret" } });
    server.lose("transport close");
    server.open();
    await settled();
    expect(sentBy(server)).toEqual(["joinGame"]);
    session.close();
  });
});

describe("the host", () => {
  const request = (requestId: string) => ({ requestId, playerName: "Cleo", seq: 10 });

  test("sees a request once, even if it arrives twice", () => {
    const { session, server } = sitting();
    server.sendEvent("tableState", at(10));
    for (const id of ["r1", "r1"]) server.sendEvent("joinRequested", request(id));
    expect(session.joinRequests).toEqual([{ playerName: "Cleo", requestIds: ["r1"] }]);
    session.close();
  });

  test("answers the newest request of a player and declines the older ones", async () => {
    const { session, server } = sitting();
    server.sendEvent("tableState", at(10));
    for (const id of ["r1", "r2"]) server.sendEvent("joinRequested", request(id));
    const answering = session.answerJoinRequest(session.joinRequests[0]!, true);
    expect(session.joinRequests).toEqual([]);
    await answers(server, { ok: true, seq: 11 });
    await answers(server, { ok: false, error: { code: "NOT_ALLOWED", message: "" } });
    await answering;
    expect(commandsTo(server).map(({ payload }) => payload)).toMatchObject([
      { requestId: "r2", admit: true },
      { requestId: "r1", admit: false },
    ]);
    expect(session.refusal).toBeNull();
    session.close();
  });
});

test("a spectator reconnects while the store is unavailable", async () => {
  const session = TableSession.watch("ABCD", null);
  const server = sockets.at(-1)!;
  server.open();
  await answers(server, { ok: false, error: { code: "UNAVAILABLE", message: "" } });
  expect(session.loss).toBeNull();
  expect(server.connected).toBe(false);
  session.close();
});

describe("the nonce of this device", () => {
  /** The table in the lobby, with this device's commitment if it has one. */
  const lobby = (seq: number, nonceCommitment?: string): TableModel => {
    const { you, ...rest } = model();
    return {
      ...rest,
      seq,
      progress: "waiting",
      game: null,
      you: { ...you!, playerId: "p2", ...(nonceCommitment && { nonceCommitment }) },
    } as TableModel;
  };
  const commitmentIn = (server: FakeSocket) =>
    (server.sent.at(-1)!.payload as { commitment: string }).commitment;
  const contributor = (playerId: string, commitment: string) => ({ playerId, commitment, isRevealed: false });

  /** A seated player whose commitment the table has. */
  async function committed() {
    const { session, server } = sitting();
    server.sendEvent("tableState", lobby(5));
    await settled();
    expect(server.sent.at(-1)!.event).toBe("setNonce");
    const commitment = commitmentIn(server);
    server.sent.at(-1)!.answer({ ok: true, seq: 6 });
    server.sendEvent("nonceSet", { playerId: "p2", playerName: "Bob", seq: 6 });
    server.sendEvent("stateChange", { seq: 6 });
    return { session, server, commitment };
  }

  test("is committed to in the lobby and revealed on request", async () => {
    const { session, server, commitment } = await committed();
    const contributors = [contributor("p1", "11".repeat(32)), contributor("p2", commitment)];
    server.sendEvent("nonceRequested", { contributors, until: 0, seq: 7 });
    await settled();
    const { event, payload } = server.sent.at(-1)!;
    expect(event).toBe("revealNonce");
    expect(nonceCommitment((payload as { nonce: string }).nonce)).toBe(commitment);
    expect(session.start.isPending).toBe(true);
    session.close();
  });

  test("is replaced after a failed start", async () => {
    const { session, server, commitment } = await committed();
    server.sendEvent("startFailed", { players: [{ playerId: "p1", playerName: "Ann" }], seq: 7 });
    await settled();
    expect(session.start.unresponsivePlayers).toEqual(["Ann"]);
    expect(server.sent.at(-1)!.event).toBe("setNonce");
    expect(commitmentIn(server)).not.toBe(commitment);
    session.close();
  });

  test("is not revealed for a commitment of another device", async () => {
    const { session, server } = await committed();
    server.sendEvent("nonceRequested", {
      contributors: [contributor("p2", "22".repeat(32))],
      until: 0,
      seq: 7,
    });
    await settled();
    expect(sentBy(server)).not.toContain("revealNonce");
    session.close();
  });

  test("reveals a game that starts with nonces other than those published", async () => {
    const { session, server, commitment } = await committed();
    server.sendEvent("nonceRequested", { contributors: [contributor("p2", commitment)], until: 0, seq: 7 });
    await settled();
    const { nonce } = server.sent.at(-1)!.payload as { nonce: string };
    const started = { ...model().game!, gameId: "g", openingDraw: [], seq: 8 };
    server.sendEvent("gameStarted", { ...started, nonces: [{ playerId: "p2", nonce }] });
    await settled();
    expect(session.start.isForged).toBe(false);
    const ground = { playerId: "p1", nonce: "ground" };
    server.sendEvent("gameStarted", { ...started, nonces: [ground, { playerId: "p2", nonce }] });
    await settled();
    expect(session.start.isForged).toBe(true);
    session.close();
  });
});
