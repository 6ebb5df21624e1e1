// A proxy that forwards requests but not WebSockets, as in some schools and offices.

import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** `from` is the client address that the proxy reports to a server that trusts it. */
export async function throughOldProxy(
  url: string,
  use: (proxied: string) => Promise<void>,
  from?: string,
): Promise<void> {
  const forwarded = from === undefined ? {} : { "x-forwarded-for": from };
  const proxy = createServer((asked, answer) => {
    const { upgrade: _, ...rest } = asked.headers;
    const headers = { ...rest, ...forwarded, connection: "close" };
    const forwardedRequest = request(url + asked.url!, { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    forwardedRequest.on("error", () => answer.destroy());
    answer.on("close", () => forwardedRequest.destroy());
    asked.pipe(forwardedRequest);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  try {
    await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
