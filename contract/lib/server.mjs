// Starts the server under test.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Settings that disable rate limits, for tests that are not about limits. */
const GENEROUS = {
  DORD_LIMITS_MESSAGES_PER_SECOND: '0',
  DORD_LIMITS_MESSAGES_BURST: '0',
  DORD_LIMITS_CHATS_PER_SECOND: '0',
  DORD_LIMITS_STATES_PER_MINUTE: '0',
  DORD_LIMITS_FAILED_CODES_PER_MINUTE: '0',
  DORD_LIMITS_FAILED_CODES_PER_DAY: '0',
};

/** Servers of other tests want the usual address as well. */
const METRICS = { DORD_METRICS_LISTEN: 'main' };

const STARTS_WITHIN_MS = 60_000;

async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** Starts a server with its own data folder; `stop` ends it and deletes the folder. */
export async function startServer({ limits = GENEROUS } = {}) {
  const binary = process.env.DORD_BINARY;
  if (!binary) throw new Error('DORD_BINARY must name the program to test: target/debug/dord');
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'dord-contract-'))];
  const args = ['--data-dir', folder, 'serve', '--listen', `127.0.0.1:${port}`, '--quiet', '--log', 'warn'];
  const child = spawn(resolve(binary), args, { cwd: folder, env: { ...process.env, ...METRICS, ...limits }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const exited = new Promise((done) => child.once('exit', done));
  const url = `http://127.0.0.1:${port}`;

  const begun = Date.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`dord stopped at once:\n${output}`);
    if (await fetch(`${url}/healthz`).then((answer) => answer.ok, () => false)) break;
    if (Date.now() - begun > STARTS_WITHIN_MS) throw new Error(`dord did not start in time:\n${output}`);
    await sleep(50);
  }
  return {
    url,
    port,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(late);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
