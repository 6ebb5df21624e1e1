// Verification of the bag by the page.

import { createHash } from "node:crypto";
import type { GameRecord } from "../src/protocol";
import type { Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

/** The guests of these tests commit to no nonce. */
const FAIR = "Every draw matches the sealed seed: verified on this device.";

/** Modifies the record that the server sends. */
async function forge({ page }: Person, change: (record: GameRecord) => void): Promise<void> {
  await page.route("**/api/games/*", async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as GameRecord;
    change(record);
    await route.fulfill({ response, json: record });
  });
}

test("a fair bag is verified at the table and at the game's own address", async ({ people, server }) => {
  const [host, guest] = await openTable(server.url, { preset: "classic" });
  const ann = await people.sit(seatsOf([host!])[0]!);
  await expect(ann.table.tiles).toHaveCount(7);
  const fetched = ann.page.waitForResponse(/\/api\/games\/[^/]+$/);
  await guest!.send("resign");
  await expect(ann.page.getByText(FAIR)).toBeVisible();
  const { id } = (await (await fetched).json()) as GameRecord;
  await ann.open(`/games/${id}`);
  await expect(ann.page.getByText(FAIR)).toBeVisible();
});

test("a record that differs from what the table was shown is detected", async ({ people, server }) => {
  const [host, guest] = await openTable(server.url);
  const ann = await people.sit(seatsOf([host!])[0]!, { serviceWorkers: "block" });
  await ann.table.expectMyTurn();
  await forge(ann, (record) => record.bag.pop());
  await guest!.send("resign");
  await expect(ann.page.getByText("The bag failed verification.")).toBeVisible();
  await expect(ann.page.getByText("The game record differs from what this table was shown.")).toBeVisible();
});

test("a rack that does not match the draws is detected at the game's own address", async ({
  people,
  server,
}) => {
  const [host, guest] = await openTable(server.url);
  await host!.send("passTurn");
  await guest!.send("passTurn");
  const { gameId } = await host!.fetchState();
  const eve = await people.newPerson({ serviceWorkers: "block" });
  await forge(eve, (record) => (record.moves[0]!.rack = record.moves[1]!.rack));
  await eve.open(`/games/${gameId}`);
  await expect(eve.page.getByText("The bag failed verification.")).toBeVisible();
  await expect(
    eve.page.getByText("A rack does not match the draws and turns before it. (turn 1)"),
  ).toBeVisible();
  for (const player of [host!, guest!]) player.leave();
});

test("devices commit to nonces, reveal them at the start, and the page says for whom the bag was fair", async ({
  people,
  server,
}) => {
  const [host, guest, other] = await openTable(server.url, { names: ["Ann", "Bob", "Cat"], started: false });
  const nonce = "from a die: 4";
  const commitment = createHash("sha256").update("dord/2/nonce").update(nonce).digest("hex");
  await guest!.send("setNonce", { commitment });
  const ann = await people.sit(seatsOf([host!])[0]!);
  await expect.poll(() => ann.sent.some((packet) => packet.includes('"setNonce"'))).toBe(true);
  await ann.page.getByRole("button", { name: "Start game" }).click();
  await expect(() => guest!.send("revealNonce", { nonce })).toPass();
  await expect(ann.table.tiles).toHaveCount(7);
  const revealed = ann.sent.filter((packet) => packet.includes('"revealNonce"'));
  expect(revealed).toHaveLength(1);
  for (const player of [guest!, other!]) await player.send("resign");
  await expect(
    ann.page.getByText("The bag was provably fair for Ann, Bob: verified on this device."),
  ).toBeVisible();
  await expect(ann.page.getByText("Not proven for Cat:")).toBeVisible();
});

test("a start without an answer from a device is reported and can be repeated", async ({
  people,
  server,
}) => {
  const [host, guest] = await openTable(server.url, { started: false });
  await guest!.send("setNonce", { commitment: "00".repeat(32) });
  const ann = await people.sit(seatsOf([host!])[0]!);
  const start = ann.page.getByRole("button", { name: "Start game" });
  await start.click();
  await expect(start).toBeDisabled();
  await expect(ann.page.getByText("The game did not start: no answer from Bob.")).toBeVisible();
  await start.click();
  await expect(ann.page.getByText("A player's device is not ready after the failed start.")).toBeVisible();
  await guest!.send("setNonce", { nonce: "another" });
  await start.click();
  await expect(ann.table.tiles).toHaveCount(7);
  guest!.leave();
});
