// Persons with browsers. In every test, the page must only contact its own host, obey its CSP and throw no errors.

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
  tablet: { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true },
  large: { viewport: { width: 1920, height: 1080 } },
  huge: { viewport: { width: 2560, height: 1440 } },
} satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof DEVICES;

/** The stored data and properties of a device. */
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
  /** Must be `block` for tests that mock responses. */
  serviceWorkers?: "allow" | "block";
  timezoneId?: string;
  reducedMotion?: "reduce" | "no-preference";
  permissions?: string[];
};

export class Person {
  /** All packets received by this browser, by WebSocket or polling. */
  readonly frames: string[] = [];
  /** All packets sent by this browser. */
  readonly sent: string[] = [];
  readonly table: TablePage;
  readonly menu: Menu;

  private constructor(
    readonly page: Page,
    readonly url: string,
    /** Violations by the page. */
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
      // Called by injected scripts, if one ever runs.
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
      // An aborted poll has no body.
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

  /** Takes the browser offline. */
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

/** Whether an address is on the server's host and below its base path. */
function isBelow(address: string, server: string): boolean {
  const [asked, own] = [new URL(address), new URL(server)];
  return asked.host === own.host && asked.pathname.startsWith(own.pathname);
}

function isPolling(request: Request): boolean {
  return request.url().includes("transport=polling");
}

/** A poll contains several packets. */
function packetsOf(body: string): string[] {
  return body === "" ? [] : body.split("\x1e");
}

export class People {
  readonly #here: Array<{ context: BrowserContext; person: Person }> = [];

  constructor(
    readonly browser: Browser,
    readonly url: string,
  ) {}

  /** Opens a new browser context for a person. */
  async newPerson({
    device = "desktop",
    settings = {},
    seats = [],
    serviceWorkers = "allow",
    ...contextOptions
  }: PersonOptions = {}): Promise<Person> {
    const { origin, pathname } = new URL(this.url);
    // Storage keys end with the base path.
    const base = pathname.replace(/\/$/, "");
    const stored = seats.map((seat) => ({ ...seat, usedAt: Date.now() }));
    const context = await this.browser.newContext({
      ...DEVICES[device],
      ...contextOptions,
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
              { name: `dord.seats${base}`, value: JSON.stringify(stored) },
            ],
          },
        ],
      },
    });
    const person = await Person.create(context, this.url);
    this.#here.push({ context, person });
    return person;
  }

  /** Opens the table of a seat in a new browser context. */
  async sit(seat: Seat, options: Omit<PersonOptions, "seats"> = {}): Promise<Person> {
    const person = await this.newPerson({ ...options, seats: [seat] });
    await person.open(`/${seat.roomCode}`);
    return person;
  }

  async leave(): Promise<void> {
    for (const { context, person } of this.#here) {
      expect.soft(person.faults, "violations by a page").toEqual([]);
      await context.close();
    }
  }
}
