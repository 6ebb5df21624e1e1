// The program under test, with its own port and data folder.

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { PageProxy } from "./page-proxy";

/** Disables limits that fast tests could reach. */
const NO_LIMITS = {
  DORD_LIMITS_MESSAGES_PER_SECOND: "0",
  DORD_LIMITS_MESSAGES_BURST: "0",
  DORD_LIMITS_CHATS_PER_SECOND: "0",
  DORD_LIMITS_STATES_PER_MINUTE: "0",
  DORD_LIMITS_FAILED_CODES_PER_MINUTE: "0",
  DORD_LIMITS_FAILED_CODES_PER_DAY: "0",
};

/** Other test servers would use the same default address. */
const METRICS = { DORD_METRICS_LISTEN: "off" };

const STARTS_WITHIN_MS = 60_000;
const POLL_INTERVAL_MS = 40;
/** A server that has not stopped by then is killed. */
const ENDS_WITHIN_MS = 5_000;
const DAY_MS = 86_400_000;

/** Noon UTC today. */
function noon(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
}

export type ServerOptions = {
  /** With a database URL, the server is one of the nodes that share it. */
  databaseUrl?: string | undefined;
  /** The time of the daily puzzle; noon by default, so that no midnight passes during a test. */
  at?: number;
  /** Environment variables with settings. */
  settings?: Record<string, string>;
  /** The page inside the program, or by default the build that `DORD_PAGE` names. */
  page?: "embedded" | "built";
  /** Definitions of English words to install before the start: a word, a tab and its meaning a line. */
  definitions?: string;
};

/** The path of the program. */
function binary(): string {
  const given = process.env["DORD_BINARY"];
  if (!given) throw new Error("DORD_BINARY must name the program to test: target/debug/dord");
  return resolve(given);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export class Server {
  #child: ChildProcess | null = null;
  #said = "";
  #calendarAheadMs: number;
  #clockAheadMs = 0;
  /** The address of the program. */
  readonly #own: string;

  private constructor(
    own: string,
    /** Serves another build of the page, if `DORD_PAGE` names its folder. */
    readonly page: PageProxy | null,
    readonly folder: string,
    readonly databaseUrl: string | undefined,
    at: number,
    readonly settings: Record<string, string>,
  ) {
    this.#own = own;
    this.#calendarAheadMs = at - Date.now();
  }

  static async start({
    databaseUrl,
    at = noon(),
    settings = {},
    page: source = "built",
    definitions,
  }: ServerOptions = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "dord-e2e-"));
    const own = `http://127.0.0.1:${await freePort()}`;
    const built = process.env["DORD_PAGE"];
    const page = built && source === "built" ? await PageProxy.start(resolve(built), own) : null;
    const server = new Server(own, page, folder, databaseUrl, at, settings);
    if (definitions) await server.#install(definitions);
    await server.open();
    return server;
  }

  get url(): string {
    return this.page?.url ?? this.#own;
  }

  /** Restarts the server at another time of the daily puzzle. */
  async restartAt(moment: number): Promise<void> {
    await this.kill();
    this.#calendarAheadMs = moment - Date.now();
    await this.open();
  }

  /** Lets days pass for the clock of the tables, while the server runs or after `kill`. */
  async passDays(days: number): Promise<void> {
    this.#clockAheadMs += Math.round(days * DAY_MS);
    await writeFile(this.#clockFile, String(this.#clockAheadMs));
  }

  /** How far the clock of the tables is ahead of this machine's. */
  get clockAheadMs(): number {
    return this.#clockAheadMs;
  }

  get #clockFile(): string {
    return join(this.folder, "test-clock");
  }

  /** Starts the server, also after `kill`. */
  async open(): Promise<void> {
    const listen = this.#own.replace("http://", "");
    const args = ["--data-dir", this.folder, "serve", "--listen", listen, "--quiet", "--log", "warn"];
    if (this.databaseUrl) args.push("--database-url", this.databaseUrl);
    // Only debug builds support this.
    const calendar = {
      DORD_TEST_CALENDAR_AHEAD_MS: String(this.#calendarAheadMs),
      DORD_TEST_CLOCK_FILE: this.#clockFile,
    };
    const env = { ...process.env, ...METRICS, ...NO_LIMITS, ...calendar, ...this.settings };
    const child = spawn(binary(), args, { cwd: this.folder, env });
    child.stdout.on("data", (data) => (this.#said += data));
    child.stderr.on("data", (data) => (this.#said += data));
    this.#child = child;
    for (const begun = Date.now(); !(await this.#isReady());) {
      if (child.exitCode !== null) throw new Error(`dord stopped at once:\n${this.#said}`);
      if (Date.now() - begun > STARTS_WITHIN_MS) throw new Error(`dord did not start:\n${this.#said}`);
      await pause(POLL_INTERVAL_MS);
    }
  }

  async #install(definitions: string): Promise<void> {
    const file = join(this.folder, "definitions.tsv");
    await writeFile(file, definitions);
    await promisify(execFile)(binary(), ["--data-dir", this.folder, "words", "definitions", "en", file]);
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.#own}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  /** Kills the server without a shutdown. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Copies the data folder of the stopped server. */
  async backUpStore(): Promise<void> {
    await cp(this.folder, this.#backup, { recursive: true });
  }

  /** Restores the copied data folder. */
  async restoreStore(): Promise<void> {
    await rm(this.folder, { recursive: true });
    await cp(this.#backup, this.folder, { recursive: true });
  }

  get #backup(): string {
    return `${this.folder}-backup`;
  }

  async stop(): Promise<void> {
    await this.page?.stop();
    await this.#end("SIGTERM");
    for (const folder of [this.folder, this.#backup]) await rm(folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
    await gone;
    clearTimeout(late);
  }
}
