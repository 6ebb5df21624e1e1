// A real reverse proxy in front of a server: Caddy or nginx, at a base path.

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./server";

/** Where the proxies serve Dord. */
export const BASE_PATH = "/games/dord";

export type Shape = {
  program: "caddy" | "nginx";
  /** TLS includes HTTP/2. */
  tls: boolean;
  /** Whether it removes the base path from forwarded requests. */
  strips: boolean;
  webSockets: boolean;
};

const STARTS_WITHIN_MS = 20_000;
const POLL_INTERVAL_MS = 20;

/** The path of a program. Debian installs servers in /usr/sbin, which may not be in PATH. */
function programOf(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Why tests with this proxy are skipped on this machine; empty if they run. */
export function missing({ program }: Shape): string {
  const lacks = [program, "openssl"].filter((name) => !programOf(name));
  return lacks.length === 0
    ? ""
    : `${lacks.join(" and ")} is not on this machine (\`cargo xtask check\` installs Debian's as root)`;
}

export class Proxy {
  #child: ChildProcess | null = null;
  #said = "";

  private constructor(
    readonly shape: Shape,
    readonly folder: string,
    readonly port: number,
  ) {}

  /** Starts a proxy in front of a server at a URL such as `http://127.0.0.1:3000`. */
  static async start(shape: Shape, server: string): Promise<Proxy> {
    const folder = await mkdtemp(join(tmpdir(), "dord-proxy-"));
    const proxy = new Proxy(shape, folder, await freePort());
    if (shape.tls) await makeCertificate(folder);
    const config = shape.program === "caddy" ? caddyfile(proxy, server) : nginxConfig(proxy, server);
    await writeFile(proxy.#config, config);
    await proxy.open();
    return proxy;
  }

  get origin(): string {
    return `${this.shape.tls ? "https" : "http"}://127.0.0.1:${this.port}`;
  }

  /** The public URL, without a trailing slash. */
  get url(): string {
    return this.origin + BASE_PATH;
  }

  get #config(): string {
    return join(this.folder, "config");
  }

  /** Starts the proxy, also after `close`. */
  async open(): Promise<void> {
    const args =
      this.shape.program === "caddy"
        ? ["run", "--adapter", "caddyfile", "--config", this.#config]
        : ["-p", this.folder, "-e", "stderr", "-c", this.#config];
    const env = {
      ...process.env,
      HOME: this.folder,
      XDG_DATA_HOME: this.folder,
      XDG_CONFIG_HOME: this.folder,
    };
    const child = spawn(programOf(this.shape.program)!, args, { cwd: this.folder, env });
    child.stdout.on("data", (data) => (this.#said += data));
    child.stderr.on("data", (data) => (this.#said += data));
    this.#child = child;
    for (const begun = Date.now(); !(await isOpen(this.port));) {
      const isGone = child.exitCode !== null || Date.now() - begun > STARTS_WITHIN_MS;
      if (isGone) throw new Error(`${this.shape.program} did not start:\n${this.#said}`);
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** Stops the proxy and drops its connections. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, "exit");
    // Both programs stop at once on SIGTERM.
    child.kill("SIGTERM");
    await gone;
  }

  async stop(): Promise<void> {
    await this.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function makeCertificate(folder: string): Promise<void> {
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=dord", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  await promisify(execFile)(programOf("openssl")!, ["req", ...kind, ...names, ...files]);
}

function caddyfile({ shape, folder, origin }: Proxy, server: string): string {
  return `{
	admin off
	auto_https off
	grace_period 100ms
	log {
		level ERROR
	}
}

${origin} {
	bind 127.0.0.1
	${shape.tls ? `tls ${folder}/cert.pem ${folder}/key.pem` : ""}
	redir ${BASE_PATH} ${BASE_PATH}/
	${shape.strips ? "handle_path" : "handle"} ${BASE_PATH}/* {
		reverse_proxy ${server.replace("http://", "")}
	}
}
`;
}

function nginxConfig({ shape, folder, port }: Proxy, server: string): string {
  const tls = `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const upgrade = "proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;";
  return `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/pid;
error_log stderr error;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
  server {
    listen 127.0.0.1:${port}${shape.tls ? " ssl http2" : ""};
    ${shape.tls ? tls : ""}
    location ${BASE_PATH}/ {
      proxy_pass ${server}${shape.strips ? "/" : ""};
      proxy_http_version 1.1;
      ${shape.webSockets ? upgrade : ""}
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_read_timeout 60s;
    }
  }
}
`;
}
