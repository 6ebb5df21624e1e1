// Measures the first move at a table that is not in memory: the server loads the log, replays it and decides.
//
//   node first-move.mjs PROGRAM [OTHER PROGRAM …] [--games 20] [--moves 60] [--runs 5]
//
// For each game: the time from connecting with the seat's token to the answer of a move. Programs alternate; the median of
// all games of a run is printed, and the median of the runs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from './lib/client.mjs';

const number = (value) => ({ type: 'string', default: value });
const { values, positionals: programs } = parseArgs({
  allowPositionals: true,
  options: { games: number('20'), moves: number('60'), runs: number('5') },
});
if (programs.length === 0) throw new Error('name the program: node first-move.mjs ../target/release/dord');

const UNLIMITED = { DORD_LIMITS_MESSAGES_PER_SECOND: '0', DORD_LIMITS_TABLES_PER_HOUR: '0', DORD_METRICS_LISTEN: 'off' };

async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

async function start(program, folder) {
  const port = await freePort();
  const args = ['--data-dir', folder, 'serve', '--listen', `127.0.0.1:${port}`, '--quiet', '--log', 'error'];
  const child = spawn(resolve(program), args, { cwd: folder, env: { ...process.env, ...UNLIMITED }, stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`).then((answer) => answer.ok, () => false))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    await sleep(20);
  }
  const ended = new Promise((done) => child.once('exit', done));
  return { url, kill: () => (child.kill('SIGKILL'), ended) };
}

/** The squares of the board, so that each touches an earlier one. */
function squaresFromCentre() {
  const squares = [];
  for (let col = 7; col < 15; col += 1) squares.push([7, col]);
  for (let col = 6; col >= 0; col -= 1) squares.push([7, col]);
  for (const row of [8, 6, 9, 5, 10, 4]) for (let col = 0; col < 15; col += 1) squares.push([row, col]);
  return squares.map(([row, col]) => ({ row, col }));
}

const expectOk = (answer) => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer;
};

/** Plays a game of many short moves, and returns the seat that is to move. */
async function playGame(url, moves) {
  const players = [];
  for (const playerName of ['Ann', 'Bob']) {
    const client = await Client.connect(url);
    const roomCode = players[0]?.seat.roomCode;
    const seat = roomCode
      ? await client.ask('joinGame', { playerName, roomCode })
      : await client.ask('createGame', { playerName, preset: 'social', language: 'en' });
    players.push({ client, seat: expectOk(seat) });
  }
  expectOk(await players[0].client.ask('startGame', {}));
  const squares = squaresFromCentre();
  for (let turn = 1; turn <= moves; turn += 1) {
    const { client } = players[(turn - 1) % 2];
    await client.until('turnChange', 0, ({ turnNumber }) => turnNumber === turn);
    const rack = client.last('yourTiles').tiles;
    const laid = squares.splice(0, turn === 1 ? 2 : 1).map((square, index) => {
      const tile = rack[index];
      return { ...square, tile: tile.isBlank ? { ...tile, letter: 'E' } : tile };
    });
    expectOk(await client.ask('submitWord', { placements: laid }));
  }
  for (const { client } of players) client.close();
  const { roomCode, token } = players[moves % 2].seat;
  return { roomCode, token };
}

async function firstMove(url, seat) {
  const begun = process.hrtime.bigint();
  const client = await Client.connect(url, { auth: seat });
  expectOk(await client.ask('passTurn', {}));
  const took = Number(process.hrtime.bigint() - begun) / 1e6;
  client.close();
  return took;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
}

async function measure(program) {
  const folder = mkdtempSync(join(tmpdir(), 'first-move-'));
  const playing = await start(program, folder);
  const seats = [];
  for (let game = 0; game < Number(values.games); game += 1) seats.push(await playGame(playing.url, Number(values.moves)));
  await playing.kill();
  const resumed = await start(program, folder);
  const took = [];
  for (const seat of seats) took.push(await firstMove(resumed.url, seat));
  await resumed.kill();
  rmSync(folder, { recursive: true });
  return median(took);
}

const taken = new Map(programs.map((program) => [program, []]));
for (let run = 0; run < Number(values.runs); run += 1) {
  for (const program of programs) taken.get(program).push(await measure(program));
}
for (const [program, times] of taken) {
  console.log(`${program}: ${median(times).toFixed(2)} ms (${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)})`);
}
