// Whoever does not read is cut off, and nobody else waits for them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Polling, RawSocket } from '../lib/raw.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable, sit, stateOf } from '../lib/table.mjs';

const LIMITS = {
  DORD_LIMITS_MESSAGES_PER_SECOND: '0',
  DORD_LIMITS_CHATS_PER_SECOND: '0',
  DORD_LIMITS_STATES_PER_MINUTE: '0',
};
/** Less than the ping takes to find somebody gone. */
const AT_ONCE_MS = 5_000;

let server;
before(async () => (server = await startServer({ limits: LIMITS })));
after(() => server.stop());

/** What the server has counted under a name. */
async function metric(name) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

/** The seat of a player on a WebSocket that can stop reading. */
async function takeSeat({ room, token }) {
  const raw = await RawSocket.open(server.url);
  raw.send(`40${JSON.stringify({ roomCode: room, token })}`);
  await raw.until('42["tableState"');
  return raw;
}

/** Asks for whole tables and takes none of them, until the server has had enough. */
async function neverRead(raw) {
  const before = await metric('dord_cut_off_total');
  raw.socket.pause();
  for (let rounds = 0; (await metric('dord_cut_off_total')) === before; rounds += 1) {
    assert.ok(rounds < 2_000, 'it is not cut off');
    const answered = await metric('dord_answer_seconds_count');
    // Not more at once than may wait.
    for (let i = 0; i < 32; i += 1) raw.send('42["resync",{}]');
    const isDone = async () =>
      (await metric('dord_answer_seconds_count')) >= answered + 32 || (await metric('dord_cut_off_total')) > before;
    while (!(await isDone()));
  }
}

test('the others hear at once that somebody does not read any more', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'social' });
  const slow = await takeSeat(bob);
  await neverRead(slow);
  const begun = performance.now();
  await ann.until('playerDisconnected', 0, ({ playerId }) => playerId === bob.id);
  assert.ok(performance.now() - begun < AT_ONCE_MS, 'only the ping has found out');
  assert.equal((await ann.ask('resync', {})).ok, true);
  slow.socket.terminate();
});

test('whoever reads on after that finds the end, and never a gap', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'social' });
  const slow = await takeSeat(bob);
  await neverRead(slow);
  const { ok, seq } = await ann.ask('passTurn', {});
  assert.equal(ok, true);
  slow.socket.resume();
  await slow.closed;
  assert.ok(!slow.packets.some((packet) => packet.includes(`"seq":${seq}`)), 'something was left out before this');
  // The seat is not lost: its player comes back and reads.
  const back = await sit(server.url, 'joinGame', { roomCode: bob.room, token: bob.token });
  assert.equal(back.id, bob.id);
  assert.deepEqual((await stateOf(back)).game.board, (await stateOf(ann)).game.board);
});

test('whoever polls and stops is cut off too, and told when they poll again', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'social' });
  const session = await Polling.open(server.url);
  await session.send(`40${JSON.stringify({ roomCode: bob.room, token: bob.token })}`);
  await session.until('42["tableState"');
  const mark = ann.mark();
  const isGone = () => ann.since(mark).some(({ name }) => name === 'playerDisconnected');
  for (let lines = 0; !isGone(); lines += 1) {
    assert.ok(lines < 1_000, 'nobody misses anything');
    assert.equal((await ann.ask('chat', { text: `line ${lines}` })).ok, true);
  }
  await session.until('41');
  const back = await sit(server.url, 'joinGame', { roomCode: bob.room, token: bob.token });
  assert.equal(back.id, bob.id);
});
