import { beforeEach, describe, expect, test, vi } from "vitest";
import type { KeptSeat } from "../connection/device";
import { sockets, type FakeSocket } from "../connection/socket.fixture";
import type { TableModel } from "./model";
import { model } from "./model.fixture";
import { TableSession } from "./session.svelte";

vi.mock("socket.io-client", () => import("../connection/socket.fixture"));

const seat: KeptSeat = { roomCode: "ABCD", playerId: "p2", token: "secret", playerName: "Bob", usedAt: 0 };

/** The table at a version. */
const at = (seq: number): TableModel => ({ ...model(), seq });

/** Somebody is back on their seat, at the other end of the socket. */
function sitting(): { session: TableSession; server: FakeSocket } {
  const session = TableSession.resume(seat);
  const server = sockets.at(-1)!;
  server.open();
  return { session, server };
}

/** Somebody asks the host to be let in. */
async function asking(): Promise<{ session: TableSession; server: FakeSocket }> {
  const joining = TableSession.join("ABCD", "Bob");
  const server = sockets.at(-1)!;
  server.open();
  await answers(server, { ok: true, seq: 3, roomCode: "ABCD", requestId: "r1" });
  return { session: await joining, server };
}

/** Answers what was sent last, once it is there. */
async function answers(server: FakeSocket, ack: object): Promise<void> {
  await settled();
  server.sent.at(-1)!.answer(ack);
  await settled();
}

const settled = () => new Promise((done) => setImmediate(done));
const sentBy = (server: FakeSocket) => server.sent.map(({ event }) => event);

beforeEach(() => void sockets.splice(0));

describe("the state of a table", () => {
  test("that comes first after the connection counts, though it is older than what was known", () => {
    const { session, server } = sitting();
    server.tell("tableState", at(30));
    server.lose("transport close");
    server.open();
    server.tell("tableState", at(12));
    expect(session.model?.seq).toBe(12);
    server.tell("hostChanged", { playerId: "p2", playerName: "Bob", seq: 13 });
    expect(session.me?.isHost).toBe(true);
    session.close();
  });

  test("that was overtaken by news on the same connection does not", () => {
    const { session, server } = sitting();
    server.tell("tableState", at(30));
    server.tell("tableState", at(12));
    expect(session.model?.seq).toBe(30);
    session.close();
  });
});

describe("whoever asks to be let in", () => {
  test("asks again when the connection was lost, as the same person", async () => {
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

  test("asks once, however often the connection is lost before the answer", async () => {
    const { session, server } = await asking();
    for (const _ of [1, 2]) {
      server.lose("transport close");
      server.open();
      await settled();
    }
    // The second time it is the same command, which is sent until it is answered.
    const commands = server.sent.slice(1).map(({ payload }) => (payload as { commandId: string }).commandId);
    expect(commands).toHaveLength(2);
    expect(new Set(commands).size).toBe(1);
    session.close();
  });

  test("sits down where the host is not asked any more", async () => {
    const { session, server } = await asking();
    server.lose("transport close");
    server.open();
    await answers(server, { ok: true, seq: 4, roomCode: "ABCD", playerId: "p2", token: "secret" });
    expect(session.isAsking).toBe(false);
    server.tell("tableState", at(4));
    expect(session.me?.id).toBe("p2");
    session.close();
  });

  test("is told why it is of no use any more", async () => {
    const { session, server } = await asking();
    server.lose("transport close");
    server.open();
    await answers(server, { ok: false, error: { code: "GAME_ALREADY_STARTED", message: "" } });
    expect(session.loss).toBe("notAdmitted");
    expect(session.refusal?.code).toBe("GAME_ALREADY_STARTED");
  });

  test("comes again to a server that cannot serve now", async () => {
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
    server.tell("joinDecided", { ...decided, seat: { playerId: "p2", token: "secret" } });
    server.lose("transport close");
    server.open();
    await settled();
    expect(sentBy(server)).toEqual(["joinGame"]);
    session.close();
  });
});

describe("the host", () => {
  const request = (requestId: string) => ({ requestId, playerName: "Cleo", seq: 10 });

  test("sees everybody who asks once, though they are told of twice", () => {
    const { session, server } = sitting();
    server.tell("tableState", at(10));
    for (const id of ["r1", "r1"]) server.tell("joinRequested", request(id));
    expect(session.door).toEqual([{ playerName: "Cleo", requestIds: ["r1"] }]);
    session.close();
  });

  test("answers the newest request of whoever has asked again, and turns the others away", async () => {
    const { session, server } = sitting();
    server.tell("tableState", at(10));
    for (const id of ["r1", "r2"]) server.tell("joinRequested", request(id));
    const answering = session.answerAtDoor(session.door[0]!, true);
    expect(session.door).toEqual([]);
    await answers(server, { ok: true, seq: 11 });
    await answers(server, { ok: false, error: { code: "NOT_ALLOWED", message: "" } });
    await answering;
    expect(server.sent.map(({ payload }) => payload)).toMatchObject([
      { requestId: "r2", admit: true },
      { requestId: "r1", admit: false },
    ]);
    expect(session.refusal).toBeNull();
    session.close();
  });
});

test("somebody who watches while the store is away comes again", async () => {
  const session = TableSession.watch("ABCD", null);
  const server = sockets.at(-1)!;
  server.open();
  await answers(server, { ok: false, error: { code: "UNAVAILABLE", message: "" } });
  expect(session.loss).toBeNull();
  expect(server.connected).toBe(false);
  session.close();
});
