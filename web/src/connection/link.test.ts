import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Link, RefusalError, type LinkStatus } from "./link";
import { sockets, type FakeSocket } from "./socket.fixture";

vi.mock("socket.io-client", () => import("./socket.fixture"));

/** A link, and the server at the other end. */
function linked(): { link: Link; server: FakeSocket } {
  const link = new Link(
    () => undefined,
    () => undefined,
  );
  return { link, server: sockets.at(-1)! };
}

/** The server takes the connection and hangs up, so often; says how long the page waited before it came again each time. */
function waits(server: FakeSocket, times: number, before = () => {}): number[] {
  return Array.from({ length: times }, () => {
    server.open();
    before();
    server.lose("io server disconnect");
    return waitOf(server);
  });
}

/** How long it takes until the page comes again. */
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

describe("whoever is not let in", () => {
  test("learns whether nobody is there or too many are, and comes in as soon as there is room", () => {
    const heard: LinkStatus[] = [];
    new Link(
      () => undefined,
      (status) => heard.push(status),
    );
    const server = sockets.at(-1)!;
    server.refuse();
    server.refuse(429);
    server.open();
    expect(heard).toEqual(["lost", "tooManyConnections", "connected"]);
  });

  test("hears at once that too many are there, and waits for a server that is not", async () => {
    const { link, server } = linked();
    const sending = link.send("startGame", {});
    server.refuse();
    server.refuse(429);
    await expect(sending).rejects.toMatchObject({ error: { code: "RATE_LIMITED", path: "connections" } });
  });
});

test("a command that may have been done is sent again when there is room, and not refused", async () => {
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

describe("whoever was hung up on", () => {
  test("comes again soon, and then less and less often", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    expect(waits(linked().server, 5)).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  test("does not come at the same moment as all others", () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(waits(linked().server, 5)).toEqual([100, 200, 400, 600, 600]);
  });

  test("comes soon again after a state has arrived", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { server } = linked();
    waits(server, 4);
    expect(waits(server, 1, () => server.sendEvent("tableState", { seq: 1 }))).toEqual([500]);
  });

  test("comes soon again after a command was carried out", async () => {
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

  test("waits as long as the server has asked for", () => {
    const { server } = linked();
    const refused = () =>
      server.sendEvent("error", { code: "RATE_LIMITED", message: "", retryAfterMs: 20_000 });
    expect(waits(server, 1, refused)).toEqual([20_000]);
  });

  test("waits longer each time where the server only says that it cannot serve", () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const { server } = linked();
    const refused = () => server.sendEvent("error", { code: "UNAVAILABLE", message: "" });
    expect(waits(server, 3, refused)).toEqual([500, 1000, 2000]);
  });

  test("leaves a connection that was merely lost to Socket.IO", () => {
    const { server } = linked();
    server.open();
    server.lose("transport close");
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("whoever has closed", () => {
  test("does not come again, though it was about to", () => {
    const { link, server } = linked();
    server.open();
    server.lose("io server disconnect");
    link.close();
    vi.runAllTimers();
    expect(server.attempts).toBe(1);
  });

  test("does not come again for an answer that was still awaited", () => {
    const { link, server } = linked();
    server.open();
    link.close();
    link.reconnectLater();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a server that cannot serve is hung up on, and found again later", () => {
  const { link, server } = linked();
  server.open();
  link.reconnectLater();
  expect(server.connected).toBe(false);
  waitOf(server);
});

test("what is refused for good is told to whoever sent it", async () => {
  const { link, server } = linked();
  server.open();
  const sent = link.send("chat", { text: "" });
  await vi.advanceTimersByTimeAsync(0);
  server.sent.at(-1)!.answer({ ok: false, error: { code: "BAD_REQUEST", message: "" } });
  await expect(sent).rejects.toThrow(RefusalError);
});
