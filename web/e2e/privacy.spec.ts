import { openTable, openTableWhere, seatsOf, WirePlayer } from "./lib/seats";
import { expect, test } from "./lib/test";

const PAYLOADS = [
  "<script>planted()</script>",
  '<img src=x onerror="planted()">',
  "<svg onload=planted()>",
  '<a href="javascript:planted()">click</a>',
  "{@html '<img src=x onerror=planted()>'}",
  '"><iframe srcdoc="<script>parent.planted()</script>">',
];

test("a browser never receives another player's rack or the seed", async ({ people, server }) => {
  const rare = (rack: ReadonlyArray<{ letter: string }>) =>
    rack.some(({ letter }) => "JQXZK".includes(letter));
  const [host, guest] = await openTableWhere(server.url, rare);
  const secret = (await host!.rack()).map(({ letter }) => letter);
  const own = (await guest!.rack()).map(({ letter }) => letter);
  const [seat] = seatsOf([guest!]);
  const bob = await people.sit(seat!);
  await bob.table.expectTurnOf("Ann");
  await host!.lay([
    { row: 7, col: 7 },
    { row: 7, col: 8 },
  ]);
  await bob.table.challengePanel.getByRole("button", { name: "Looks good" }).click();
  await expect(bob.table.challengePanel).toHaveCount(0);

  expect(bob.frames.join("\n")).toContain("tableState");
  const racks: string[][] = [];
  for (const frame of bob.frames) collectRacks(frame, racks);
  for (const rack of racks) expect(rack.toSorted()).toEqual(own.toSorted());
  expect(racks.length).toBeGreaterThan(0);
  expect(bob.frames.join("\n")).not.toMatch(/"(seed|token)":/);
  expect(secret).not.toEqual(own);
  host!.leave();
});

/** Collects the tile lists of a frame, except boards and plays. */
function collectRacks(frame: string, into: string[][]): void {
  const [, event] = /^42\d*(\[.*)$/s.exec(frame) ?? [];
  if (event === undefined) return;
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "tiles" && Array.isArray(inner)) into.push(inner.map(({ letter }) => letter));
      else walk(inner);
    }
  };
  walk(JSON.parse(event));
}

test("scripts in chat are shown as text, on both sides", async ({ people, server }) => {
  const [ann, bob] = await Promise.all(seatsOf(await openTable(server.url)).map((seat) => people.sit(seat)));
  await ann!.table.expectMyTurn();
  await bob!.table.expectTurnOf("Ann");
  for (const payload of PAYLOADS) {
    await ann!.page.getByRole("textbox", { name: "Say something" }).fill(payload);
    await ann!.page.getByRole("textbox", { name: "Say something" }).press("Enter");
    for (const { page } of [ann!, bob!]) {
      await expect(page.getByRole("log", { name: "Chat" }).getByText(payload)).toBeVisible();
    }
  }
  for (const { page } of [ann!, bob!]) {
    expect(await page.locator("main :is(script, iframe, img, a)").count()).toBe(0);
  }
});

test("scripts in names are refused", async ({ people, server }) => {
  const [host] = await openTable(server.url, { names: ["Ann"], started: false });
  const bob = await people.newPerson();
  for (const payload of PAYLOADS.slice(0, 3)) {
    await bob.open(`/${host!.seat.roomCode}`);
    await bob.menu.name.fill(payload);
    await bob.page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(bob.page.getByRole("alert")).toContainText("1 to 20 letters");
    // The server refuses it as well.
    const wish = { playerName: payload, roomCode: host!.seat.roomCode };
    await expect(WirePlayer.sit(server.url, "joinGame", wish)).rejects.toThrow("NAME_INVALID");
  }
  host!.leave();
});

test("a malicious name from the server is shown as text", async ({ people, server }) => {
  const name = "<img src=x onerror=planted()>";
  const [seat] = seatsOf(await openTable(server.url));
  const ann = await people.newPerson({ seats: [seat!] });
  await ann.page.routeWebSocket(/socket\.io/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((message) => socket.send(message.toString().replaceAll('"Bob"', JSON.stringify(name))));
  });
  await ann.open(`/${seat!.roomCode}`);
  await expect(ann.page.getByText(name).first()).toBeVisible();
  expect(await ann.page.locator("img").count()).toBe(0);
});

test("the content security policy allows no inline script and no other host", async ({ server, request }) => {
  const answer = await request.get(server.url);
  const policy = answer.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain("unsafe-inline");
  expect(policy).not.toMatch(/https?:|\*/);
});
