// Protection against guessing of codes and secrets. A header of the trusted proxy sets the client's address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { RawSocket } from '../lib/raw.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable } from '../lib/table.mjs';

const LIMITS = {
  DORD_TRUSTED_PROXIES: '127.0.0.1',
  DORD_LIMITS_SOCKETS_PER_ADDRESS: '0',
  DORD_LIMITS_CONNECTIONS_PER_MINUTE: '0',
  DORD_LIMITS_TABLES_PER_HOUR: '0',
  DORD_LIMITS_FAILED_CODES_PER_MINUTE: '5',
  DORD_LIMITS_FAILED_CODES_PER_DAY: '20',
  DORD_LIMITS_MESSAGES_PER_SECOND: '0',
};

let server;
before(async () => (server = await startServer({ limits: LIMITS })));
after(() => server.stop());

const from = (address) => ({ extraHeaders: { 'x-forwarded-for': address } });
const waiting = (create = {}) => openTable(server.url, { started: false, names: ['Ann'], preset: 'social', ...create });

/** The error codes of the same message sent several times. */
async function refusals(client, times, event, payload) {
  const codes = [];
  for (let i = 0; i < times; i += 1) codes.push((await client.ask(event, payload)).error?.code ?? 'ok');
  return codes;
}

/** The result of a handshake that claims a seat: `seated` or an error code. */
async function greeted(address, auth) {
  const client = await Client.connect(server.url, { ...from(address), auth });
  const heard = await Promise.race([client.until('tableState').then(() => 'seated'), client.until('error').then(({ code }) => code)]);
  client.close();
  return heard;
}

const FIVE_AND_NO_MORE = (code) => [...Array(5).fill(code), 'RATE_LIMITED', 'RATE_LIMITED'];

test('guessing codes is limited, and an invitation still works', async () => {
  const [ann] = await waiting();
  const guesser = await Client.connect(server.url, from('203.0.113.6'));
  const wrong = { playerName: 'Eve', roomCode: 'QQQQ' };
  assert.deepEqual(await refusals(guesser, 7, 'joinGame', wrong), FIVE_AND_NO_MORE('ROOM_NOT_FOUND'));
  // Now even the right code is refused, also for watching; the invitation link still works.
  const { error } = await guesser.ask('joinGame', { playerName: 'Eve', roomCode: ann.room });
  assert.equal(error.code, 'RATE_LIMITED');
  assert.ok(error.retryAfterMs >= 60_000, JSON.stringify(error));
  assert.equal((await guesser.ask('watchGame', { roomCode: ann.room })).error.code, 'RATE_LIMITED');
  assert.equal((await guesser.ask('describeTable', { roomCode: ann.room })).error.code, 'RATE_LIMITED');
  assert.equal((await guesser.ask('joinGame', { playerName: 'Eve', roomCode: ann.room, invite: ann.invite })).ok, true);
});

test('describing a table counts wrong codes and links, and no right ones', async () => {
  const [ann] = await waiting();
  const visitor = await Client.connect(server.url, from('203.0.113.16'));
  for (let times = 0; times < 8; times++) {
    const { ok, players } = await visitor.ask('describeTable', { roomCode: ann.room });
    assert.deepEqual([ok, players.map(({ name }) => name)], [true, ['Ann']]);
  }
  const wrong = { roomCode: 'QQQQ' };
  assert.deepEqual(await refusals(visitor, 7, 'describeTable', wrong), FIVE_AND_NO_MORE('ROOM_NOT_FOUND'));
  const other = await Client.connect(server.url, from('203.0.113.17'));
  const link = { roomCode: ann.room, invite: '00112233445566778899aabbccddeeff' };
  assert.deepEqual(await refusals(other, 7, 'describeTable', link), FIVE_AND_NO_MORE('BAD_TOKEN'));
});

test('a wrong link counts as a guess', async () => {
  const [ann] = await waiting();
  const [open] = await waiting({ rules: { watching: 'anyone' } });
  const link = (roomCode) => ({ playerName: 'Eve', roomCode, invite: '00112233445566778899aabbccddeeff' });
  const toNothing = await Client.connect(server.url, from('203.0.113.7'));
  assert.deepEqual(await refusals(toNothing, 7, 'joinGame', link('QQQQ')), FIVE_AND_NO_MORE('ROOM_NOT_FOUND'));
  const toTable = await Client.connect(server.url, from('203.0.113.8'));
  assert.deepEqual(await refusals(toTable, 7, 'joinGame', link(ann.room)), FIVE_AND_NO_MORE('BAD_TOKEN'));
  const watching = await Client.connect(server.url, from('203.0.113.9'));
  assert.deepEqual(await refusals(watching, 7, 'watchGame', link(open.room)), FIVE_AND_NO_MORE('BAD_TOKEN'));
  // From now on the answers do not reveal whether a table exists.
  assert.deepEqual(await refusals(toNothing, 1, 'joinGame', link(ann.room)), ['RATE_LIMITED']);
  assert.deepEqual(await refusals(toNothing, 1, 'watchGame', link(ann.room)), ['RATE_LIMITED']);
  assert.equal((await toNothing.ask('watchGame', { roomCode: ann.room, invite: ann.invite })).ok, true);
});

test('a seat claimed in the handshake counts as a guess, unless the token is right', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'social' });
  const address = '203.0.113.10';
  const heard = [];
  for (let i = 0; i < 4; i += 1) heard.push(await greeted(address, { roomCode: 'QQQQ', token: bob.token }));
  heard.push(await greeted(address, { roomCode: ann.room, token: 'wrong' }));
  heard.push(await greeted(address, { roomCode: ann.room, token: 'wrong' }));
  heard.push(await greeted(address, { roomCode: 'QQQQ', token: 'wrong' }));
  assert.deepEqual(heard, [...Array(4).fill('ROOM_NOT_FOUND'), 'BAD_TOKEN', 'RATE_LIMITED', 'RATE_LIMITED']);
  // The real player can reconnect, regardless of earlier guesses from the same address.
  assert.equal(await greeted(address, { roomCode: bob.room, token: bob.token }), 'seated');
  const back = await Client.connect(server.url, from(address));
  assert.deepEqual(await refusals(back, 1, 'joinGame', { playerName: 'Bob', roomCode: bob.room }), ['RATE_LIMITED']);
  assert.equal((await back.ask('joinGame', { roomCode: bob.room, token: bob.token })).playerId, bob.id);
});

test('the limit per day applies without a limit per minute', async () => {
  const strict = await startServer({ limits: { ...LIMITS, DORD_LIMITS_FAILED_CODES_PER_MINUTE: '0', DORD_LIMITS_FAILED_CODES_PER_DAY: '8' } });
  try {
    const guesser = await Client.connect(strict.url, from('203.0.113.12'));
    const wrong = { playerName: 'Eve', roomCode: 'QQQQ' };
    assert.deepEqual(await refusals(guesser, 8, 'joinGame', wrong), Array(8).fill('ROOM_NOT_FOUND'));
    const { error } = await guesser.ask('joinGame', wrong);
    assert.equal(error.code, 'RATE_LIMITED');
    assert.ok(error.retryAfterMs >= 3_600_000, JSON.stringify(error));
  } finally {
    await strict.stop();
  }
});

test('leaving and reconnecting on the same WebSocket does not reset the limit', async () => {
  const limits = { ...LIMITS, DORD_LIMITS_MESSAGES_PER_SECOND: '1', DORD_LIMITS_MESSAGES_BURST: '10' };
  const strict = await startServer({ limits });
  try {
    const raw = await RawSocket.connect(strict.url);
    let answer;
    for (let rounds = 0; !answer?.startsWith('44'); rounds += 1) {
      assert.ok(rounds < 60, 'it is let in again and again');
      raw.send(`42${rounds}["nothing",{}]`);
      await raw.until(`43${rounds}[`);
      raw.send('41');
      answer = await raw.connectAgain();
    }
    assert.match(answer, /too many messages/);
    // A client that continues is disconnected.
    for (let i = 0; i < 1_000; i += 1) raw.send('40');
    await raw.closed;
  } finally {
    await strict.stop();
  }
});
