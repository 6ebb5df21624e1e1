import { beforeEach, expect, test, vi } from "vitest";
import { freshNonce, TableNonce, type OwnNonce } from "./nonces";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});

const contributor = (playerId: string, { commitment }: OwnNonce, isRevealed = false) => ({
  playerId,
  commitment,
  isRevealed,
});

test("a nonce commitment is a hash that can be computed without a secure context", async () => {
  const { nonce, commitment } = await freshNonce();
  expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  const { nonceCommitment } = await import("../results/bag-key");
  expect(nonceCommitment(nonce)).toBe(commitment);
  expect((await freshNonce()).nonce).not.toBe(nonce);
});

test("the nonce is revealed on request, and only for its own commitment", async () => {
  const [mine, theirs] = [await freshNonce(), await freshNonce()];
  const tableNonce = new TableNonce("ABCD", mine);
  expect(tableNonce.syncWithTable("g", mine.commitment)).toBe(true);
  expect(tableNonce.nonceToReveal([contributor("p2", theirs)], "p1")).toBeNull();
  expect(tableNonce.nonceToReveal([contributor("p1", theirs)], "p1")).toBeNull();
  expect(tableNonce.nonceToReveal([contributor("p1", mine, true)], "p1")).toBeNull();
  expect(tableNonce.nonceToReveal([contributor("p1", mine), contributor("p2", theirs)], "p1")).toBe(
    mine.nonce,
  );
});

test("the nonce survives a reload, but is not used for another game", async () => {
  const mine = await freshNonce();
  new TableNonce("ABCD", mine).syncWithTable("g", mine.commitment);
  const again = new TableNonce("ABCD");
  expect(again.syncWithTable("g", mine.commitment)).toBe(true);
  expect(again.seen.own).toEqual(mine);
  expect(new TableNonce("ABCD").nonceToReveal([contributor("p1", mine)], "p1")).toBe(mine.nonce);
  expect(new TableNonce("ABCD").syncWithTable("another", undefined)).toBe(false);
});

test("a start with nonces that were not published is detected", async () => {
  const [mine, theirs, ground] = [await freshNonce(), await freshNonce(), await freshNonce()];
  const tableNonce = new TableNonce("ABCD", mine);
  tableNonce.syncWithTable("g", mine.commitment);
  tableNonce.nonceToReveal([contributor("p1", mine), contributor("p2", theirs)], "p1");
  const started = (...nonces: string[]) => nonces.map((nonce, at) => ({ playerId: `p${at + 1}`, nonce }));
  expect(await tableNonce.isAsPublished(started(mine.nonce, theirs.nonce))).toBe(true);
  expect(await tableNonce.isAsPublished(started(mine.nonce, ground.nonce))).toBe(false);
  expect(await tableNonce.isAsPublished(started(mine.nonce))).toBe(false);
  expect(await tableNonce.isAsPublished(started(mine.nonce, ""))).toBe(false);
  // A second request with another commitment, after the nonce is known, is ignored.
  tableNonce.nonceToReveal([contributor("p1", mine, true), contributor("p2", ground)], "p1");
  expect(await tableNonce.isAsPublished(started(mine.nonce, ground.nonce))).toBe(false);
});

test("a nonce that was revealed for a start that failed is not used again", async () => {
  const [mine, next] = [await freshNonce(), await freshNonce()];
  const tableNonce = new TableNonce("ABCD", mine);
  tableNonce.syncWithTable("g", mine.commitment);
  tableNonce.nonceToReveal([contributor("p1", mine)], "p1");
  tableNonce.replace(next);
  expect(tableNonce.nonceToReveal([contributor("p1", mine)], "p1")).toBeNull();
  expect(tableNonce.nonceToReveal([contributor("p1", next)], "p1")).toBe(next.nonce);
});
