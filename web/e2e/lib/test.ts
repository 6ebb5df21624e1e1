// Fixtures of all tests: a server, and persons with browsers.

import { test as base } from "@playwright/test";
import { People } from "./people";
import { Server, type ServerOptions } from "./server";

export { expect } from "@playwright/test";

type TestFixtures = {
  /** Persons with a browser each; after the test their pages are checked for violations. */
  people: People;
  /** Starts a separate server with its own persons. */
  ownServer: (options: ServerOptions) => Promise<{ server: Server; people: People }>;
  /** Starts a separate server at a chosen time, with its own persons. */
  atTime: (moment: number) => Promise<{ server: Server; people: People }>;
};

type WorkerFixtures = {
  /** The server that the tests of one worker share. */
  server: { readonly url: string };
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const given = process.env["DORD_URL"];
      if (given) return use({ url: given });
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  people: async ({ browser, server }, use) => {
    const people = new People(browser, server.url);
    await use(people);
    await people.leave();
  },
  ownServer: async ({ browser }, use) => {
    const started: Array<{ server: Server; people: People }> = [];
    await use(async (options) => {
      const server = await Server.start(options);
      const people = new People(browser, server.url);
      started.push({ server, people });
      return { server, people };
    });
    for (const { server, people } of started) {
      await people.leave();
      await server.stop();
    }
  },
  atTime: ({ ownServer }, use) => use((moment) => ownServer({ at: moment })),
});
