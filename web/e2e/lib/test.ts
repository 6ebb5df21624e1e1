// What every test has at hand: a server, and people with browsers of their own.

import { test as base } from "@playwright/test";
import { People } from "./people";
import { Server } from "./server";

export { expect } from "@playwright/test";

type OfTest = {
  /** People who come with a browser each; at the end it is looked at whether their pages behaved. */
  people: People;
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
});
