// Tests behind nginx and Caddy at a base path, with and without TLS, WebSockets and path stripping.

import { request } from "@playwright/test";
import { connect } from "node:http2";
import { io } from "socket.io-client";
import config from "../playwright.config";
import { qrOf } from "../src/lobby/qr";
import { DailyPage } from "./lib/daily-page";
import { People, type Person } from "./lib/people";
import { BASE_PATH, missing, Proxy, type Shape } from "./lib/proxy";
import { Server } from "./lib/server";
import { expect, test } from "./lib/test";

const DISCONNECTED = "Disconnected, attempting to reconnect…";

const SHAPES: Record<string, Shape> = {
  "nginx with HTTP/1.1": { program: "nginx", tls: false, strips: false, webSockets: true },
  "nginx with TLS and HTTP/2": { program: "nginx", tls: true, strips: false, webSockets: true },
  "nginx without WebSockets, stripping the path": {
    program: "nginx",
    tls: true,
    strips: true,
    webSockets: false,
  },
  "Caddy with TLS and HTTP/2": { program: "caddy", tls: true, strips: false, webSockets: true },
  "Caddy stripping the path": { program: "caddy", tls: true, strips: true, webSockets: true },
};

// The certificate is self-signed, and browsers refuse service workers from untrusted servers.
const { executablePath, args = [] } = config.use!.launchOptions!;
test.use({
  launchOptions: { executablePath: executablePath!, args: [...args, "--ignore-certificate-errors"] },
});

let server: Server;
test.beforeAll(async () => {
  server = await Server.start({
    settings: { DORD_BASE_PATH: BASE_PATH, DORD_TRUSTED_PROXIES: "127.0.0.1" },
  });
});
test.afterAll(() => server.stop());

async function behind(shape: Shape, use: (proxy: Proxy) => Promise<void>): Promise<void> {
  const proxy = await Proxy.start(shape, server.url);
  try {
    await use(proxy);
  } finally {
    await proxy.stop();
  }
}

/** The status of the page over HTTP/2. */
function overHttp2(proxy: Proxy): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const session = connect(proxy.origin, { rejectUnauthorized: false });
    session.once("error", failed);
    const asked = session.request({ ":path": `${BASE_PATH}/` });
    asked.once("error", failed).once("response", (headers) => {
      done(headers[":status"]);
      session.destroy();
    });
    asked.end();
  });
}

/** Creates a table over one transport; returns the transport's name, or the error. */
async function playedBy(proxy: Proxy, transport: "websocket" | "polling"): Promise<string> {
  const socket = io(proxy.origin, {
    path: `${BASE_PATH}/socket.io`,
    transports: [transport],
    upgrade: false,
    forceNew: true,
    reconnection: false,
    rejectUnauthorized: false,
  });
  try {
    return await new Promise<string>((done) => {
      socket.once("connect_error", (error) => done(error.message));
      socket.once("connect", async () => {
        const table = await socket.timeout(10_000).emitWithAck("createGame", { playerName: "Ann" });
        done(table.ok ? socket.io.engine.transport.name : JSON.stringify(table));
      });
    });
  } finally {
    socket.disconnect();
  }
}

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`${name}: page, files, API and sockets are below the path`, async () => {
    test.skip(missing(shape) !== "", missing(shape));
    await behind(shape, async (proxy) => {
      const http = await request.newContext({ ignoreHTTPSErrors: true });
      const page = await (await http.get(`${proxy.url}/watch/ABCD`)).text();
      const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link!);
      expect(links.length).toBeGreaterThan(4);
      for (const path of [...links, `${BASE_PATH}/docs`, `${BASE_PATH}/api/words/en/quiz`]) {
        expect(path.startsWith(`${BASE_PATH}/`), path).toBe(true);
        expect((await http.get(proxy.origin + path)).status(), path).toBe(200);
      }
      // The path without a trailing slash redirects to the page on the same host.
      const opened = await http.get(proxy.url);
      expect([opened.status(), opened.url()]).toEqual([200, `${proxy.url}/`]);
      // Metrics are not public.
      expect((await http.get(`${proxy.url}/metrics`)).status()).toBe(404);
      await http.dispose();

      if (shape.tls) expect(await overHttp2(proxy)).toBe(200);
      const byWebSocket = await playedBy(proxy, "websocket");
      expect(byWebSocket).toBe(shape.webSockets ? "websocket" : "websocket error");
      expect(await playedBy(proxy, "polling")).toBe("polling");
    });
  });
}

/** A whole game of two players: join by QR code, a reload, a proxy outage and a killed server. */
async function playTogether(ann: Person, bob: Person, proxy: Proxy): Promise<void> {
  await test.step("a table is created, and joined by the link in its QR code", async () => {
    await ann.open();
    const code = await ann.menu.create("Ann");
    expect(ann.page.url()).toBe(`${proxy.url}/${code}`);
    const link = await ann.menu.link();
    expect(link).toMatch(new RegExp(`^${proxy.url}/${code}#\\S+$`));
    const drawn = ann.page.getByRole("img", { name: code }).locator("path");
    await expect(drawn).toHaveAttribute("d", (await qrOf(link)).path);
    await bob.page.goto(link);
    await bob.menu.name.fill("Bob");
    await bob.page.getByRole("button", { name: "Join", exact: true }).click();
    await expect(bob.menu.seat("Bob")).toContainText("(you)");
    await ann.menu.start();
  });

  await test.step("a play, and a reload that loses no tile", async () => {
    await ann.table.expectMyTurn();
    await ann.table.layAnything(2);
    await ann.table.play();
    await bob.table.expectMyTurn();
    await bob.table.layAnything(2);
    await bob.page.reload();
    await expect(bob.table.tentative).toHaveCount(2);
  });

  await test.step("players reconnect after a proxy outage", async () => {
    await proxy.close();
    for (const { page } of [ann, bob]) await expect(page.getByText(DISCONNECTED)).toBeVisible();
    await proxy.open();
    for (const { page } of [ann, bob]) await expect(page.getByText(DISCONNECTED)).toBeHidden();
    await expect(bob.table.tentative).toHaveCount(2);
    await bob.table.play();
    await ann.table.expectMyTurn();
  });

  await test.step("the server is killed, and the game continues to its end", async () => {
    await server.kill();
    await server.open();
    await ann.table.pass();
    await bob.table.expectMyTurn();
    await bob.table.pass();
    for (const { page } of [ann, bob]) {
      await expect(page.getByRole("heading", { name: "Game over" })).toBeVisible();
    }
  });

  await test.step("the finished game has an address of its own", async () => {
    await ann.page.getByRole("link", { name: "Turn by turn" }).click();
    await expect(ann.page).toHaveURL(new RegExp(`^${proxy.url}/games/[0-9a-f-]{36}$`));
    await ann.page.reload();
    const download = ann.page.getByRole("link", { name: /GCG/ });
    expect(await download.getAttribute("href")).toMatch(new RegExp(`^${BASE_PATH}/api/games/`));
  });
}

/** A turn of the daily puzzle, and the page offline. */
async function playDaily(ann: Person, proxy: Proxy): Promise<void> {
  const daily = new DailyPage(ann.page);
  await test.step("the daily puzzle is played", async () => {
    await ann.open("/daily");
    await daily.expectTurn(1);
    await daily.swap(1);
    await daily.expectTurn(2);
  });

  await test.step("the service worker has the path for its scope, and opens the page offline", async () => {
    const scope = await ann.page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(scope).toBe(`${proxy.url}/`);
    await proxy.close();
    await ann.page.reload();
    await daily.expectTurn(2);
    await ann.open("/");
    await expect(ann.menu.practise).toBeVisible();
    await proxy.open();
  });
}

for (const name of ["nginx with TLS and HTTP/2", "Caddy stripping the path"]) {
  const shape = SHAPES[name]!;
  test(`${name}: a whole game and the daily puzzle in a browser`, async ({ browser }) => {
    test.skip(missing(shape) !== "", missing(shape));
    await behind(shape, async (proxy) => {
      const people = new People(browser, proxy.url);
      const [ann, bob] = [await people.newPerson(), await people.newPerson({ device: "phone" })];
      await playTogether(ann, bob, proxy);
      await playDaily(ann, proxy);
      await people.leave();
    });
  });
}
