import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DailyLine, DailyProblem, DailyState, SubmitTurn } from "../protocol";
import { onBoard, place } from "../table/held-tiles";
import { loadGame } from "./storage";
import { laid, puzzle, resultsOf, turn } from "./puzzle.fixture";
import { reviewOf } from "./review-lines";
import type { DailySession } from "./session.svelte";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal("addEventListener", () => undefined);

/** A fake server controlled by the test. */
const server = {
  isReachable: true,
  state: puzzle(),
  /** Whether it plays a turn but its answer is lost. */
  losesAnswer: false,
  refuses: null as { status: number; problem: DailyProblem } | null,
  tokens: new Set<string>(),
  received: [] as SubmitTurn[],
  best: null as DailyLine | null,
  isDayOver: true,
  resultsAsked: 0,
};

function answer(status: number, body: unknown): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), { status });
}

function played(sent: SubmitTurn): DailyState {
  const next = turn(sent.turnNumber, {
    tilesPlaced: (sent.tilesPlaced ?? []).map((tile) => ({ isBlank: false, ...tile })),
    tilesExchanged: sent.tilesExchanged?.length ?? 0,
  });
  return puzzle([...server.state.turns, next]);
}

vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
  const [path = ""] = address.split("?");
  if (!server.isReachable) throw new TypeError("Failed to fetch");
  const token = new Headers(init.headers).get("Authorization")?.replace("Bearer ", "");
  if (path.endsWith("/devices")) {
    const fresh = `token${server.tokens.size}`;
    server.tokens.add(fresh);
    return answer(201, { token: fresh });
  }
  if (token !== undefined && !server.tokens.has(token))
    return answer(401, { error: { code: "BAD_TOKEN", message: "no" } });
  if (path.endsWith("/turns")) {
    const sent = JSON.parse(init.body as string) as SubmitTurn;
    server.received.push(sent);
    if (server.refuses) return answer(server.refuses.status, server.refuses.problem);
    if (sent.turnNumber !== server.state.currentTurn)
      return answer(409, { error: { code: "TURN_PLAYED", message: "no" }, state: server.state });
    server.state = played(sent);
    if (server.losesAnswer) throw new TypeError("Failed to fetch");
    return answer(200, { turn: server.state.turns.at(-1), state: server.state });
  }
  if (path.includes("/results")) {
    server.resultsAsked++;
    const { isDayOver, best } = server;
    const { par, ...others } = resultsOf([20, 20, 20, 20, 20], []);
    if (isDayOver) return answer(200, { ...others, par, best });
    return answer(200, { ...others, isDayOver, seed: undefined, par: { total: par.total }, best: null });
  }
  if (path.endsWith("/preview")) return answer(200, { score: 9, words: [] });
  return answer(200, server.state);
});

let open: DailySession[] = [];
/** Opens the page on this device. */
async function page(): Promise<DailySession> {
  vi.resetModules();
  const { DailySession } = await import("./session.svelte");
  const session = new DailySession("2026-11-16", "en");
  open.push(session);
  await session.load();
  return session;
}

/** Places the first tile of the rack. */
function lay(session: DailySession): void {
  session.setHand(place(session.hand, session.hand.held[0]!.key, { row: 8, col: 5 }));
}

beforeEach(() => {
  stored.clear();
  open = [];
  vi.useFakeTimers();
  Object.assign(server, {
    isReachable: true,
    state: puzzle(),
    losesAnswer: false,
    refuses: null,
    received: [],
    best: null,
    isDayOver: true,
    resultsAsked: 0,
  });
  server.tokens.clear();
});
afterEach(() => {
  for (const session of open) session.close();
  vi.useRealTimers();
});

test("a device requests one token, before its first turn", async () => {
  const session = await page();
  expect(server.tokens.size).toBe(0);
  for (const _ of [1, 2]) {
    lay(session);
    expect(await session.play()).toBe(true);
  }
  expect(server.tokens.size).toBe(1);
  expect(session.state?.turns).toHaveLength(2);
});

test("an unanswered turn is queued, survives a reload and is played once", async () => {
  const session = await page();
  server.isReachable = false;
  lay(session);
  expect(await session.play()).toBe(true);
  expect(session.queued?.turnNumber).toBe(1);
  expect(session.mayLay).toBe(false);
  session.close();

  const again = await page();
  expect(again.isUnreachable).toBe(true);
  expect(again.queued?.turnNumber).toBe(1);
  expect(onBoard(again.hand)).toHaveLength(1);

  server.isReachable = true;
  await Promise.all([again.resume(), again.resume()]);
  expect(again.state?.turns).toHaveLength(1);
  expect(again.queued).toBeNull();
  expect(server.received).toHaveLength(1);
  expect(loadGame("en", "2026-11-16")?.queued).toBeNull();
});

test("a queued turn is retried automatically", async () => {
  const session = await page();
  server.isReachable = false;
  lay(session);
  await session.play();
  server.isReachable = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.state?.turns).toHaveLength(1);
});

test("a turn with a lost answer is not played again", async () => {
  const session = await page();
  server.losesAnswer = true;
  lay(session);
  await session.play();
  expect(session.queued).not.toBeNull();
  server.losesAnswer = false;
  const turns: number[] = [];
  session.listen(({ turn }) => turns.push(turn.turnNumber));
  await session.resume();
  expect(session.state?.turns).toHaveLength(1);
  expect(session.queued).toBeNull();
  expect(session.wasPlayedElsewhere).toBe(false);
  expect(turns).toEqual([1]);
});

test("a puzzle that was continued elsewhere replaces the state", async () => {
  const session = await page();
  lay(session);
  server.state = puzzle([turn(1, { tilesPlaced: laid("DOE", 3, 3) })]);
  expect(await session.play()).toBe(false);
  expect(session.state?.currentTurn).toBe(2);
  expect(session.wasPlayedElsewhere).toBe(true);
  expect(session.board[3]?.[3]?.letter).toBe("D");
});

test("a rejected play has no penalty: the tiles stay and the words are named", async () => {
  const session = await page();
  lay(session);
  const error = { code: "WORD_NOT_FOUND" as const, words: ["SXO"], message: "no" };
  server.refuses = { status: 422, problem: { error } };
  expect(await session.play()).toBe(false);
  expect(session.refusal?.words).toEqual(["SXO"]);
  expect(session.state?.currentTurn).toBe(1);
  expect(onBoard(session.hand)).toHaveLength(1);
  expect(session.mayMove).toBe(true);
});

test("a queued turn that is rejected can be changed", async () => {
  const session = await page();
  server.isReachable = false;
  lay(session);
  await session.play();
  server.isReachable = true;
  const error = { code: "WORD_NOT_FOUND" as const, words: ["SXO"], message: "no" };
  server.refuses = { status: 422, problem: { error } };
  await session.resume();
  expect(session.queued).toBeNull();
  expect(session.refusal?.words).toEqual(["SXO"]);
  expect(onBoard(session.hand)).toHaveLength(1);
});

test("a rate-limited turn is queued as long as the server requires and is not a rejection", async () => {
  const session = await page();
  server.isReachable = false;
  lay(session);
  await session.play();
  server.isReachable = true;
  const error = { code: "RATE_LIMITED" as const, retryAfterMs: 45_000, message: "no" };
  server.refuses = { status: 429, problem: { error } };
  await session.resume();
  expect(server.received).toHaveLength(1);
  expect(session.queued?.turnNumber).toBe(1);
  expect(loadGame("en", "2026-11-16")?.queued?.turnNumber).toBe(1);
  expect(session.refusal?.code).toBe("RATE_LIMITED");
  expect(session.rejections).toBe(0);
  expect(session.isUnreachable).toBe(false);
  expect(onBoard(session.hand)).toHaveLength(1);

  server.refuses = null;
  await vi.advanceTimersByTimeAsync(44_999);
  expect(server.received).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.received).toHaveLength(2);
  expect(session.state?.turns).toHaveLength(1);
  expect(session.queued).toBeNull();
  expect(session.refusal).toBeNull();
});

test("a queued turn can be cancelled before it is sent", async () => {
  const session = await page();
  server.isReachable = false;
  lay(session);
  await session.play();
  session.cancelQueued();
  server.isReachable = true;
  await session.resume();
  expect(server.received).toEqual([]);
  expect(session.mayLay).toBe(true);
});

test("tiles are swapped by the ids that the server assigned", async () => {
  const session = await page();
  const [first, , third] = session.hand.held;
  expect(await session.exchange(new Set([first!.key, third!.key]))).toBe(true);
  expect(server.received[0]?.tilesExchanged).toEqual(["tile_000", "tile_002"]);
});

test("a token unknown to the server is replaced", async () => {
  stored.set("dord.daily", JSON.stringify({ token: "old" }));
  const session = await page();
  lay(session);
  expect(await session.play()).toBe(true);
  expect(JSON.parse(stored.get("dord.daily")!).token).toBe("token0");
});

test("without a server there is no preview score", async () => {
  const session = await page();
  lay(session);
  await vi.advanceTimersByTimeAsync(200);
  expect(session.preview).toMatchObject({ kind: "score", preview: { score: 9 } });
  server.isReachable = false;
  session.setHand(place(session.hand, session.hand.held[1]!.key, { row: 9, col: 5 }));
  await vi.advanceTimersByTimeAsync(200);
  expect(session.preview).toBeNull();
  expect(session.isUnreachable).toBe(true);
});

test("the best line is requested less and less often until it is available", async () => {
  server.state = puzzle([1, 2, 3, 4, 5].map((number) => turn(number)));
  const session = await page();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.results).not.toBeNull();
  for (const [wait, asked] of [
    [2_999, 1],
    [1, 2],
    [6_000, 3],
    [12_000, 4],
    [11_999, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait);
    expect(server.resultsAsked).toBe(asked);
  }
  server.best = { total: 300, turns: [] };
  await vi.advanceTimersByTimeAsync(24_000);
  expect(session.results?.best?.total).toBe(300);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.resultsAsked).toBe(5);
});

test("the best line is requested only after the day is over", async () => {
  server.state = puzzle([1, 2, 3, 4, 5].map((number) => turn(number)));
  server.isDayOver = false;
  server.best = { total: 300, turns: [] };
  const session = await page();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.results).toMatchObject({ isDayOver: false, best: null, par: { total: 231 } });
  expect(reviewOf("par", session.state!, session.results!)).toBeNull();
  expect(reviewOf("best", session.state!, session.results!)).toBeNull();
  // It is noon on the server.
  await vi.advanceTimersByTimeAsync(12 * 3_600_000 - 1);
  await session.resume();
  expect(server.resultsAsked).toBe(1);
  server.isDayOver = true;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(server.resultsAsked).toBe(2);
  expect(session.results?.best?.total).toBe(300);
});

test("a page that slept over midnight requests the results when it becomes visible", async () => {
  server.state = puzzle([1, 2, 3, 4, 5].map((number) => turn(number)));
  server.isDayOver = false;
  const session = await page();
  await vi.advanceTimersByTimeAsync(0);
  // Timers stop while a device sleeps; its clock does not.
  vi.setSystemTime(Date.now() + 20 * 3_600_000);
  server.isDayOver = true;
  server.best = { total: 300, turns: [] };
  server.state = {
    ...server.state,
    serverTime: Date.parse("2026-11-17T08:00:00Z"),
    nextPuzzleAt: Date.parse("2026-11-18T00:00:00Z"),
  };
  await session.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.results?.best?.total).toBe(300);
});

test("a new device without a server has no puzzle to show", async () => {
  server.isReachable = false;
  const session = await page();
  expect(session.state).toBeNull();
  expect(session.unavailableReason).toBe("unavailable");
});
