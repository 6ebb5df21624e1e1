// The line between a page and its server, which a test can cut and mend.

import type { Page, WebSocketRoute } from "@playwright/test";

export class Line {
  #isCut = false;
  readonly #open = new Set<WebSocketRoute>();
  /** What the page sent, to see that nothing is sent twice. */
  readonly sent: string[] = [];

  static async to(page: Page, url: string): Promise<Line> {
    const line = new Line();
    const { host } = new URL(url);
    await page.routeWebSocket(new RegExp(`^ws://${host}/socket.io/`), (socket) => {
      if (line.#isCut) return void socket.close();
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        line.sent.push(message.toString());
        server.send(message);
      });
      line.#open.add(socket);
    });
    // Where a WebSocket fails the page tries polling.
    await page.route(`${url}/socket.io/**`, (route) => (line.#isCut ? route.abort() : route.continue()));
    return line;
  }

  async cut(): Promise<void> {
    this.#isCut = true;
    await this.#drop();
  }

  /** The connection breaks once and can be made anew at once. */
  async #drop(): Promise<void> {
    const sockets = [...this.#open];
    this.#open.clear();
    await Promise.all(sockets.map((socket) => socket.close()));
  }

  mend(): void {
    this.#isCut = false;
  }
}
