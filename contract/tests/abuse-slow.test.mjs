// Clients that do not read are disconnected, and other clients do not wait for them.
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
/** Less time than the ping needs to detect a lost client. */
const AT_ONCE_MS = 5_000;

let server;
before(async () => (server = await startServer({ limits: LIMITS })));
after(() => server.stop());

/** The value of one of the server's metrics. */
async function metric(name) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

/** Resumes a player's seat on a WebSocket that can stop reading. */
async function takeSeat({ room, token }) {
  const raw = await RawSocket.open(server.url);
  raw.send(`40${JSON.stringify({ roomCode: room, token })}`);
  await raw.until('42["tableState"');
  return raw;
}

/** Requests full states without reading them, until the server disconnects the client. */
async function neverRead(raw) {
  const before = await metric('dord_cut_off_total');
  raw.socket.pause();
  for (let rounds = 0; (await metric('dord_cut_off_total')) === before; rounds += 1) {
    assert.ok(rounds < 2_000, 'it is not cut off');
    const answered = await metric('dord_answer_seconds_count');
    // At most as many at once as the server queues.
    for (let i = 0; i < 32; i += 1) raw.send('42["resync",{}]');
    const isDone = async () =>
      (await metric('dord_answer_seconds_count')) >= answered + 32 || (await metric('dord_cut_off_total')) > before;
    while (!(await isDone()));
  }
}

test('other players are notified at once when a client stops reading', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'social' });
  const slow = await takeSeat(bob);
  await neverRead(slow);
  const begun = performance.now();
  await ann.until('playerDisconnected', 0, ({ playerId }) => playerId === bob.id);
  assert.ok(performance.now() - begun < AT_ONCE_MS, 'only the ping has found out');
  assert.equal((await ann.ask('resync', {})).ok, true);
  slow.socket.terminate();
});

test('a slow client that reads again sees the connection end, without a gap', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'social' });
  const slow = await takeSeat(bob);
  await neverRead(slow);
  const { ok, seq } = await ann.ask('passTurn', {});
  assert.equal(ok, true);
  slow.socket.resume();
  await slow.closed;
  assert.ok(!slow.packets.some((packet) => packet.includes(`"seq":${seq}`)), 'something was left out before this');
  // The seat is not lost: the player can reconnect.
  const back = await sit(server.url, 'joinGame', { roomCode: bob.room, token: bob.token });
  assert.equal(back.id, bob.id);
  assert.deepEqual((await stateOf(back)).game.board, (await stateOf(ann)).game.board);
});

test('a client that stops polling is disconnected, and notified when it polls again', async () => {
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
