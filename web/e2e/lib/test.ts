// What every test has at hand: a server, and people with browsers of their own.

import { test as base } from "@playwright/test";
import { People } from "./people";
import { Server } from "./server";

export { expect } from "@playwright/test";

type OfTest = {
  /** People who come with a browser each; at the end it is looked at whether their pages behaved. */
  people: People;
  /** Starts a server of the test's own, at a time of its choice; people come there as they do to the other one. */
  atTime: (moment: number) => Promise<{ server: Server; people: People }>;
};

type OfWorker = {
  /** The server that the tests of one worker share. */
  server: { readonly url: string };
};

export const test = base.extend<OfTest, OfWorker>({
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
  atTime: async ({ browser }, use) => {
    const begun: Array<{ server: Server; people: People }> = [];
    await use(async (moment) => {
      const server = await Server.start({ at: moment });
      const people = new People(browser, server.url);
      begun.push({ server, people });
      return { server, people };
    });
    for (const { server, people } of begun) {
      await people.leave();
      await server.stop();
    }
  },
});
