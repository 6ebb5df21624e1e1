// Serves another build of the page in front of a server: the files of a folder, with the headers of the server.

import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Duplex } from "node:stream";

const KINDS: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

export class PageProxy {
  private constructor(
    readonly url: string,
    readonly server: Server,
    /** The clients of forwarded WebSockets, which the server does not close. */
    readonly tunnels: ReadonlySet<Duplex>,
  ) {}

  static async start(folder: string, behind: string): Promise<PageProxy> {
    const server = createServer((asked, answer) => forward(folder, behind, asked, answer)).listen(
      0,
      "127.0.0.1",
    );
    const tunnels = new Set<Duplex>();
    server.on("upgrade", (asked, client, head) => {
      tunnels.add(client);
      client.once("close", () => tunnels.delete(client));
      tunnel(behind, asked, client, head);
    });
    await once(server, "listening");
    return new PageProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, tunnels);
  }

  async stop(): Promise<void> {
    for (const client of this.tunnels) client.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}

/** The file of the build at a path. */
function fileAt(folder: string, path: string): string | null {
  const file = join(folder, normalize(path));
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

function forward(folder: string, behind: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { pathname } = new URL(asked.url!, behind);
  // Compressed answers could not be replaced.
  const headers = { ...asked.headers, "accept-encoding": "identity" };
  const onward = request(behind + asked.url!, { method: asked.method, headers }, async (given) => {
    const isPage = given.headers["content-type"]?.startsWith("text/html") && !pathname.startsWith("/docs");
    const file = isPage ? join(folder, "index.html") : fileAt(folder, pathname);
    if (!file) {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
      return;
    }
    given.resume();
    const { "content-length": _, "content-encoding": __, etag: ___, ...kept } = given.headers;
    const kind = isPage
      ? given.headers["content-type"]!
      : (KINDS[extname(file)] ?? "application/octet-stream");
    answer.writeHead(isPage ? given.statusCode! : 200, { ...kept, "content-type": kind });
    answer.end(await readFile(file));
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}

/** Forwards a WebSocket. */
function tunnel(behind: string, asked: IncomingMessage, client: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(behind);
  const server = connect(Number(port), hostname, () => {
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    for (let at = 0; at < asked.rawHeaders.length; at += 2) {
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
    }
    server.write(`${lines.join("\r\n")}\r\n\r\n`);
    server.write(head);
    server.pipe(client).pipe(server);
  });
  for (const [one, other] of [
    [server, client],
    [client, server],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}
