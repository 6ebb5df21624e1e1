// Limits per address. A header of the trusted proxy sets the client's address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { RawSocket } from '../lib/raw.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable, sit } from '../lib/table.mjs';

const LIMITS = {
  DORD_TRUSTED_PROXIES: '127.0.0.1',
  DORD_LIMITS_TABLES_PER_HOUR: '3',
  DORD_LIMITS_SOCKETS_PER_ADDRESS: '4',
  DORD_LIMITS_SPECTATORS_PER_TABLE: '2',
  DORD_LIMITS_MESSAGES_PER_SECOND: '0',
  DORD_LIMITS_STATES_BURST_PER_ADDRESS: '6',
};

let server;
before(async () => (server = await startServer({ limits: LIMITS })));
after(() => server.stop());

const from = (...addresses) => ({ extraHeaders: { 'x-forwarded-for': addresses.join(', ') } });

/** A client with this address; undefined if the server refuses the connection. */
const letIn = (address, options = {}) => Client.connect(server.url, { ...from(address), ...options }).catch(() => undefined);

/** Creates a table and leaves it; returns `ok` or the error code. */
async function create(client) {
  const { ok, error } = await client.ask('createGame', { playerName: 'Ann', preset: 'social' });
  if (ok) await client.ask('leaveGame', {});
  return ok ? 'ok' : error.code;
}

test('an address has a limit of tables per hour, and a private network has none', async () => {
  const codes = async (address) => {
    const client = await Client.connect(server.url, from(address));
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await create(client));
    client.close();
    return answers;
  };
  const limited = ['ok', 'ok', 'ok', 'RATE_LIMITED', 'RATE_LIMITED'];
  assert.deepEqual(await codes('203.0.113.1'), limited);
  assert.deepEqual(await codes('203.0.113.2'), limited, 'another address has a count of its own');
  assert.deepEqual(await codes('2001:db8:1:1::1'), limited);
  assert.deepEqual(await codes('2001:db8:1:1::2'), Array(5).fill('RATE_LIMITED'), 'an IPv6 network is one address');
  assert.deepEqual(await codes('192.168.1.7'), Array(5).fill('ok'));
});

test('a refused table does not count towards the limit', async () => {
  const client = await Client.connect(server.url, from('203.0.113.20'));
  for (let i = 0; i < 5; i += 1) {
    assert.equal((await client.ask('createGame', { playerName: '!', preset: 'social' })).error.code, 'NAME_INVALID');
  }
  const answers = [await create(client), await create(client), await create(client)];
  assert.deepEqual(answers, ['ok', 'ok', 'ok']);
  const { error } = await client.ask('createGame', { playerName: 'Ann', preset: 'social' });
  assert.equal(error.code, 'RATE_LIMITED');
  assert.match(error.message, /tables/);
  assert.ok(error.retryAfterMs > 60_000, JSON.stringify(error));
  client.close();
});

test('opening a table through the open lobby counts towards the limit, and joining one does not', async () => {
  const [limited, home] = [from('203.0.113.21'), from('192.168.1.8')];
  for (let i = 0; i < 3; i += 1) {
    const host = await sit(server.url, 'joinGame', { playerName: `Host ${i}` }, limited);
    const guest = await sit(server.url, 'joinGame', { playerName: `Guest ${i}` }, home);
    assert.equal(guest.room, host.room);
    assert.equal((await host.ask('startGame', {})).ok, true);
    host.close();
    guest.close();
  }
  const fourth = await Client.connect(server.url, limited);
  const { error } = await fourth.ask('joinGame', { playerName: 'Fourth' });
  assert.equal(error.code, 'RATE_LIMITED');
  assert.ok(error.retryAfterMs > 60_000, JSON.stringify(error));
  // The client can still join a table opened by another player.
  const host = await sit(server.url, 'joinGame', { playerName: 'Somebody else' }, home);
  assert.equal((await fourth.ask('joinGame', { playerName: 'Fourth' })).roomCode, host.room);
  assert.equal((await host.ask('startGame', {})).ok, true);
  fourth.close();
  host.close();
});

test('opening a rematch counts towards the limit, and joining it does not', async () => {
  const ann = await sit(server.url, 'createGame', { playerName: 'Ann', preset: 'social' }, from('203.0.113.22'));
  const bob = await sit(server.url, 'joinGame', { playerName: 'Bob', roomCode: ann.room }, from('192.168.1.9'));
  assert.equal((await ann.ask('startGame', {})).ok, true);
  assert.equal((await ann.ask('resign', {})).ok, true);
  await bob.until('gameEnded');
  const other = await Client.connect(server.url, from('203.0.113.22'));
  assert.deepEqual([await create(other), await create(other), await create(other)], ['ok', 'ok', 'RATE_LIMITED']);
  assert.equal((await ann.ask('playAgain', {})).error.code, 'RATE_LIMITED');
  const { ok, roomCode } = await bob.ask('playAgain', {});
  assert.equal(ok, true);
  assert.equal((await ann.ask('playAgain', {})).roomCode, roomCode);
  [ann, bob, other].forEach((client) => client.close());
});

test('an address has a limit of simultaneous sockets, and closing one frees a place', async () => {
  const clients = [];
  for (let i = 0; i < 4; i += 1) clients.push(await letIn('203.0.113.3'));
  assert.ok(clients.every(Boolean));
  assert.equal(await letIn('203.0.113.3'), undefined);
  assert.equal(await letIn('203.0.113.3', { transports: ['polling'] }), undefined);
  assert.ok(await letIn('203.0.113.4'));
  clients.pop().close();
  for (let tries = 0; !(await letIn('203.0.113.3')); tries += 1) assert.ok(tries < 50, 'the place is not free again');
});

test('silent connections count towards the limit, and a refusal states its reason', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.23' };
  const silent = [];
  for (let i = 0; i < 3; i += 1) silent.push(await RawSocket.open(server.url, 'EIO=4', headers));
  const polling = `${server.url}/socket.io/?EIO=4&transport=polling`;
  assert.equal((await fetch(polling, { headers })).status, 200);
  const refused = await fetch(polling, { headers });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const { error } = await refused.json();
  assert.equal(error.code, 'RATE_LIMITED');
  assert.match(error.message, /connections/);
  assert.ok(error.retryAfterMs > 0);
  await assert.rejects(RawSocket.open(server.url, 'EIO=4', headers), /429/);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  assert.match(metrics, /^dord_refused_handshakes_total\{reason="address"\} [1-9]/m);
  silent.forEach((raw) => raw.close());
});

test('a connection that joins no namespace is closed', async () => {
  const raw = await RawSocket.open(server.url);
  raw.socket.on('message', (data) => String(data) === '2' && raw.send('3'));
  await raw.closed;
});

test('addresses that a client adds to the header are ignored', async () => {
  const client = await Client.connect(server.url, from('198.51.100.1', '203.0.113.5'));
  const other = await Client.connect(server.url, from('198.51.100.2', '203.0.113.5'));
  for (let i = 0; i < 3; i += 1) assert.equal(await create(client), 'ok');
  assert.equal((await other.ask('createGame', { playerName: 'Ann', preset: 'social' })).error.code, 'RATE_LIMITED');
});

test('a table has a limit of spectators', async () => {
  const [ann] = await openTable(server.url, { preset: 'social', rules: { watching: 'anyone' } });
  const watch = async () => (await Client.connect(server.url)).ask('watchGame', { roomCode: ann.room });
  assert.deepEqual([(await watch()).ok, (await watch()).ok], [true, true]);
  const { error } = await watch();
  assert.equal(error.code, 'RATE_LIMITED');
  assert.ok(error.retryAfterMs > 0, JSON.stringify(error));
});

test('a table has a limit of pending join requests', async () => {
  const [ann] = await openTable(server.url, { names: ['Ann'], started: false, preset: 'social', rules: { joining: 'hostAdmits' } });
  // One address can have only a few requests.
  const guest = (i) => Client.connect(server.url, from(`198.51.100.${i + 10}`));
  const knock = async (i) => (await guest(i)).ask('joinGame', { playerName: `Guest ${i}`, roomCode: ann.room });
  for (let i = 0; i < 16; i += 1) assert.equal((await knock(i)).ok, true);
  const { error } = await knock(16);
  assert.equal(error.code, 'RATE_LIMITED');
  assert.ok(error.retryAfterMs > 0, JSON.stringify(error));
});

test('an address with many connections is delayed and then refused, and others are not', async (t) => {
  const own = await startServer({
    limits: { ...LIMITS, DORD_LIMITS_SOCKETS_PER_ADDRESS: '0', DORD_LIMITS_CONNECTIONS_PER_MINUTE: '12' },
  });
  t.after(() => own.stop());
  const come = (address) => Client.connect(own.url, from(address));
  for (let i = 0; i < 12; i += 1) (await come('203.0.113.40')).close();
  const isIn = [false, false];
  const late = isIn.map((_, i) => come('203.0.113.40').finally(() => (isIn[i] = true)));
  for (const other of ['203.0.113.41', '192.168.1.2']) (await come(other)).close();
  assert.equal(isIn[1], false);
  // The server delays a connection by at most ten seconds.
  await assert.rejects(Promise.all([come('203.0.113.40'), come('203.0.113.40'), come('203.0.113.40')]));
  for (const client of await Promise.all(late)) client.close();
});

test('the limit of full states applies to all sockets of an address together', async () => {
  const host = await sit(server.url, 'createGame', { playerName: 'Ann' }, from('198.51.100.80'));
  const watch = { roomCode: host.room, invite: host.invite };
  const begun = performance.now();
  const answers = [];
  for (let socket = 0; socket < 2; socket += 1) {
    const eve = await letIn('198.51.100.81');
    answers.push(await eve.ask('watchGame', watch));
    for (let again = 0; again < 4; again += 1) answers.push(await eve.ask('resync', {}));
    if (socket === 0) eve.tell('leaveGame', {});
  }
  const seconds = (performance.now() - begun) / 1_000;
  const given = answers.filter(({ ok }) => ok).length;
  // A burst of six, then one per second.
  assert.ok(given >= 6 && given <= 7 + seconds, `${given} in ${seconds} s`);
  assert.ok(answers.every(({ ok, error }) => ok || ['RATE_LIMITED', 'NOT_A_PLAYER'].includes(error.code)));
  const other = await letIn('198.51.100.82');
  assert.equal((await other.ask('watchGame', watch)).ok, true);
});
