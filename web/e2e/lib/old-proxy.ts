// A proxy that passes requests on and knows nothing of WebSockets, as some schools and offices still have one.

import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** `from` is where those who use it are, if the server trusts what the proxy says. */
export async function throughOldProxy(
  url: string,
  use: (proxied: string) => Promise<void>,
  from?: string,
): Promise<void> {
  const forwarded = from === undefined ? {} : { "x-forwarded-for": from };
  const proxy = createServer((asked, answer) => {
    const { upgrade: _, ...kept } = asked.headers;
    const headers = { ...kept, ...forwarded, connection: "close" };
    const passed = request(url + asked.url!, { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  try {
    await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
