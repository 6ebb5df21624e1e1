// Serves static files on its own port: another origin than the server's.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const KINDS: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

export class StaticServer {
  private constructor(
    readonly origin: string,
    readonly server: Server,
  ) {}

  /** Serves each folder under its path; the longest matching path wins. */
  static async start(folders: Record<string, string>): Promise<StaticServer> {
    const longestFirst = Object.entries(folders).sort(([a], [b]) => b.length - a.length);
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const [under, folder] = longestFirst.find(([under]) => path.startsWith(under)) ?? ["", ""];
      const file = join(folder, normalize(`/${path.slice(under.length)}`));
      const kind = KINDS[extname(file)] ?? "application/octet-stream";
      readFile(file).then(
        (bytes) => response.writeHead(200, { "content-type": kind }).end(bytes),
        () => response.writeHead(404).end(),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new StaticServer(`http://127.0.0.1:${port}`, server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}
