// Measures Dord, the plain Node server and the same server with a journal, alternating, and prints the median of each figure.
//
//   node compare.js DORD [--runs 5] [--tables 50] [--rate 300] [--seconds 15] [--idle 0] [--data-dir FOLDER]
//
// DORD is an optimised `dord`. With --idle, connections that say nothing are measured instead of games. The folder is
// where Dord keeps its games meanwhile, and Node its journal: choose one on a disk, or nothing is durable.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const text = (value) => ({ type: 'string', default: value });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: text('5'), tables: text('50'), rate: text('300'), seconds: text('15'), idle: text('0'), 'data-dir': text('.'),
    only: { type: 'string' },
  },
});
const [dord] = positionals;
if (!dord) throw new Error('name the program: node compare.js ../../target/release/dord');

let port = 20000 + Math.floor(Math.random() * 5000);
const here = import.meta.dirname;
const words = join(here, '../../data/en/words.txt.gz');
const sides = {
  dord: (folder) => [dord, ['--data-dir', folder, 'serve', '--listen', `127.0.0.1:${port}`, '--log', 'error']],
  node: () => [process.execPath, [join(here, 'server.js'), String(port), words]],
  'durable node': (folder) => [process.execPath, [join(here, 'server.js'), String(port), words, join(folder, 'journal')]],
};

const milliseconds = () => Number(process.hrtime.bigint()) / 1e6;
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

function isListening() {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => { socket.destroy(); done(true); });
    socket.on('error', () => done(false));
  });
}

async function start(side, folder) {
  const [program, parameters] = sides[side](folder);
  const begun = milliseconds();
  const server = spawn(program, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DORD_LIMITS_MESSAGES_PER_SECOND: '0' },
  });
  while (!(await isListening())) {
    if (server.exitCode !== null) throw new Error(`${side} ended with ${server.exitCode}`);
    await pause(1);
  }
  return { server, startMs: milliseconds() - begun };
}

function load(pid) {
  const what = values.idle === '0'
    ? ['--tables', values.tables, '--rate', values.rate, '--seconds', values.seconds]
    : ['--idle', values.idle];
  const parameters = ['load', '--url', `http://127.0.0.1:${port}`, ...what, '--pid', String(pid), '--json'];
  return new Promise((done) => {
    const loading = spawn(dord, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    loading.stdout.on('data', (more) => { output += more; });
    loading.on('close', () => done(JSON.parse(output)));
  });
}

async function measure(side) {
  const folder = mkdtempSync(join(values['data-dir'], 'compare-'));
  port += 1;
  const { server, startMs } = await start(side, folder);
  const { games, idle } = await load(server.pid);
  const ended = new Promise((done) => { server.on('exit', done); });
  server.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true });
  const figures = { 'start to listening, ms': startMs };
  if (games) {
    Object.assign(figures, {
      'processor time a move, µs': games.serverCpuMicrosPerMove,
      'p50, ms': games.latencyMs.p50,
      'p99, ms': games.latencyMs.p99,
      'longest, ms': games.latencyMs.max,
      'moves a second': games.movesPerSecond,
      'memory at the end, MB': games.serverMemoryBytes[1] / 1e6,
      errors: games.errors,
    });
  }
  if (idle) {
    Object.assign(figures, {
      'memory a connection, kB': idle.serverMemoryBytesPerConnection / 1024,
      'memory without them, MB': idle.serverMemoryBytesBefore / 1e6,
      'still open': idle.stillOpen,
    });
  }
  console.error(side, JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value)));
  return figures;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}

const taken = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const side of values.only ? [values.only] : Object.keys(sides)) taken[side].push(await measure(side));
}
const rows = {};
for (const [side, runs] of Object.entries(taken)) {
  for (const name of Object.keys(runs[0] ?? {})) {
    const numbers = runs.map((figures) => figures[name]);
    rows[name] = { ...rows[name], [side]: median(numbers).toFixed(2), [`${side}, from to`]: `${Math.min(...numbers).toFixed(1)}–${Math.max(...numbers).toFixed(1)}` };
  }
}
console.table(rows);
