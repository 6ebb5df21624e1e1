// A person with a browser. Whatever a test is about, the page must keep to its own host, to its policy, and to itself.

import {
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from "@playwright/test";
import { Menu } from "./menu";
import type { Seat } from "./seats";
import { TablePage } from "./table-page";

export const DEVICES = {
  desktop: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof DEVICES;

/** What a device has kept from before, and what it is like. */
export type PersonOptions = {
  device?: Device;
  settings?: Partial<{
    theme: "retro" | "parlour";
    brightness: "light" | "dark";
    language: "en" | "nl";
    sound: boolean;
    notifications: boolean;
  }>;
  seats?: ReadonlyArray<Seat>;
  /** What a test answers itself must not go through a worker of the page. */
  serviceWorkers?: "allow" | "block";
  timezoneId?: string;
  reducedMotion?: "reduce" | "no-preference";
  permissions?: string[];
};

export class Person {
  /** Everything that the server told this browser, by WebSocket or by polling. */
  readonly frames: string[] = [];
  /** What this browser sent, to see that nothing is sent twice. */
  readonly sent: string[] = [];
  readonly table: TablePage;
  readonly menu: Menu;

  private constructor(
    readonly page: Page,
    readonly url: string,
    /** What the page did that it must not. */
    readonly faults: string[],
  ) {
    this.table = new TablePage(page);
    this.menu = new Menu(page);
  }

  static async create(context: BrowserContext, url: string): Promise<Person> {
    const faults: string[] = [];
    await context.exposeBinding("foundOut", (_, what: string) => void faults.push(what));
    await context.addInitScript(() => {
      const tell = (what: string) => (window as unknown as { foundOut(what: string): void }).foundOut(what);
      addEventListener("securitypolicyviolation", (event) => {
        tell(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
      // What a planted script would call, if one ever ran.
      (window as unknown as { planted(): void }).planted = () => tell("a planted script ran");
    });
    const page = await context.newPage();
    const person = new Person(page, url, faults);
    page.on("request", (request) => {
      if (request.url().startsWith("http") && !isBelow(request.url(), url)) {
        faults.push(`request: ${request.url()}`);
      }
      if (isPolling(request)) person.sent.push(...packetsOf(request.postData() ?? ""));
    });
    page.on("response", async (response) => {
      if (!isPolling(response.request())) return;
      // Whoever leaves in the middle of a poll has no body to read.
      person.frames.push(...packetsOf(await response.text().catch(() => "")));
    });
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("websocket", (socket) => {
      if (!isBelow(socket.url(), url)) faults.push(`socket: ${socket.url()}`);
      socket.on("framesent", ({ payload }) => void person.sent.push(payload.toString()));
      socket.on("framereceived", ({ payload }) => void person.frames.push(payload.toString()));
    });
    return person;
  }

  /** The network goes, and the page with it. */
  async loseConnection(): Promise<void> {
    await this.page.context().setOffline(true);
  }

  async restoreConnection(): Promise<void> {
    await this.page.context().setOffline(false);
  }

  async open(path = "/"): Promise<void> {
    await this.page.goto(this.url + path);
  }
}

/** Whether an address is the server's: on its host, and below its path where it has one. */
function isBelow(address: string, server: string): boolean {
  const [asked, own] = [new URL(address), new URL(server)];
  return asked.host === own.host && asked.pathname.startsWith(own.pathname);
}

function isPolling(request: Request): boolean {
  return request.url().includes("transport=polling");
}

/** What is polled comes several packets at a time. */
function packetsOf(body: string): string[] {
  return body === "" ? [] : body.split("\x1e");
}

export class People {
  readonly #here: Array<{ context: BrowserContext; person: Person }> = [];

  constructor(
    readonly browser: Browser,
    readonly url: string,
  ) {}

  /** Somebody comes with a browser of their own. */
  async newPerson({
    device = "desktop",
    settings = {},
    seats = [],
    serviceWorkers = "allow",
    ...circumstances
  }: PersonOptions = {}): Promise<Person> {
    const { origin, pathname } = new URL(this.url);
    // Below a base path the page keeps its things apart from those of other servers on the same origin.
    const base = pathname.replace(/\/$/, "");
    const kept = seats.map((seat) => ({ ...seat, usedAt: Date.now() }));
    const context = await this.browser.newContext({
      ...DEVICES[device],
      ...circumstances,
      locale: "en-GB",
      serviceWorkers,
      colorScheme: "light",
      storageState: {
        cookies: [],
        origins: [
          {
            origin,
            localStorage: [
              {
                name: `dord.settings${base}`,
                value: JSON.stringify({ language: "en", sound: false, ...settings }),
              },
              { name: `dord.seats${base}`, value: JSON.stringify(kept) },
            ],
          },
        ],
      },
    });
    const person = await Person.create(context, this.url);
    this.#here.push({ context, person });
    return person;
  }

  /** Somebody who holds a seat opens its table. */
  async sit(seat: Seat, options: Omit<PersonOptions, "seats"> = {}): Promise<Person> {
    const person = await this.newPerson({ ...options, seats: [seat] });
    await person.open(`/${seat.roomCode}`);
    return person;
  }

  async leave(): Promise<void> {
    for (const { context, person } of this.#here) {
      expect.soft(person.faults, "what a page did that it must not").toEqual([]);
      await context.close();
    }
  }
}
