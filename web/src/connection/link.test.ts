import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Link, RefusalError, type LinkStatus } from "./link";
import { sockets, type FakeSocket } from "./socket.fixture";

vi.mock("socket.io-client", () => import("./socket.fixture"));

/** A link and the fake server at its other end. */
function linked(): { link: Link; server: FakeSocket } {
  const link = new Link(
    () => undefined,
    () => undefined,
  );
  return { link, server: sockets.at(-1)! };
}

/** Accepts and closes the connection several times; returns the client's delay before each reconnect. */
function waits(server: FakeSocket, times: number, before = () => {}): number[] {
  return Array.from({ length: times }, () => {
    server.open();
    before();
    server.lose("io server disconnect");
    return waitOf(server);
  });
}

/** The delay until the client reconnects. */
function waitOf(server: FakeSocket): number {
  const { attempts } = server;
  const began = Date.now();
  vi.advanceTimersToNextTimer();
  expect(server.attempts).toBe(attempts + 1);
  return Date.now() - began;
}

beforeEach(() => {
  sockets.splice(0);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a refused connection", () => {
  test("reports an unreachable server or too many connections, and connects when there is room", () => {
    const statuses: LinkStatus[] = [];
    new Link(
      () => undefined,
      (status) => statuses.push(status),
    );
    const server = sockets.at(-1)!;
    server.refuse();
    server.refuse(429);
    server.open();
    expect(statuses).toEqual(["lost", "tooManyConnections", "connected"]);
  });

  test("fails a command at once on too many connections, and waits for an unreachable server", async () => {
    const { link, server } = linked();
    const sending = link.send("startGame", {});
    server.refuse();
    server.refuse(429);
    await expect(sending).rejects.toMatchObject({ error: { code: "RATE_LIMITED", path: "connections" } });
  });
});

test("a command that may have been executed is sent again instead of failing", async () => {
  const { link, server } = linked();
  server.open();
  const sending = link.send("startGame", {});
  await vi.advanceTimersByTimeAsync(0);
  server.lose("transport close");
  await vi.advanceTimersByTimeAsync(0);
  server.refuse(429);
  server.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.sent.map(({ event }) => event)).toEqual(["startGame", "startGame"]);
  server.sent[1]!.answer({ ok: true, seq: 2 });
  expect(await sending).toMatchObject({ ok: true });
});

describe("a client that the server disconnected", () => {
  test("reconnects soon, with growing delays", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect(waits(linked().server, 5)).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  test("spreads its reconnects randomly", () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(waits(linked().server, 5)).toEqual([100, 200, 400, 600, 600]);
  });

  test("resets its delay after a state has arrived", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { server } = linked();
    waits(server, 4);
    expect(waits(server, 1, () => server.sendEvent("tableState", { seq: 1 }))).toEqual([500]);
  });

  test("resets its delay after a command succeeded", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { link, server } = linked();
    waits(server, 4);
    server.open();
    const answered = link.send("watchGame", { roomCode: "ABCD" });
    await vi.advanceTimersByTimeAsync(0);
    server.sent.at(-1)!.answer({ ok: true, seq: 1 });
    await answered;
    server.lose("io server disconnect");
    expect(waitOf(server)).toBe(500);
  });

  test("waits as long as the server requires", () => {
    const { server } = linked();
    const refused = () =>
      server.sendEvent("error", { code: "RATE_LIMITED", message: "", retryAfterMs: 20_000 });
    expect(waits(server, 1, refused)).toEqual([20_000]);
  });

  test("waits longer each time while the server is unavailable", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { server } = linked();
    const refused = () => server.sendEvent("error", { code: "UNAVAILABLE", message: "" });
    expect(waits(server, 3, refused)).toEqual([500, 1000, 2000]);
  });

  test("leaves other connection losses to Socket.IO", () => {
    const { server } = linked();
    server.open();
    server.lose("transport close");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a closed link", () => {
  test("cancels a scheduled reconnect", () => {
    const { link, server } = linked();
    server.open();
    server.lose("io server disconnect");
    link.close();
    vi.runAllTimers();
    expect(server.attempts).toBe(1);
  });

  test("does not reconnect later", () => {
    const { link, server } = linked();
    server.open();
    link.close();
    link.reconnectLater();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("reconnectLater disconnects and schedules a reconnect", () => {
  const { link, server } = linked();
  server.open();
  link.reconnectLater();
  expect(server.connected).toBe(false);
  waitOf(server);
});

test("a permanent refusal fails the command", async () => {
  const { link, server } = linked();
  server.open();
  const sent = link.send("chat", { text: "" });
  await vi.advanceTimersByTimeAsync(0);
  server.sent.at(-1)!.answer({ ok: false, error: { code: "BAD_REQUEST", message: "" } });
  await expect(sent).rejects.toThrow(RefusalError);
});
