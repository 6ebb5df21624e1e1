// What one address can do. The proxy in front of the server says where a client is.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable } from '../lib/table.mjs';

const LIMITS = {
  DORD_TRUSTED_PROXIES: '127.0.0.1',
  DORD_LIMITS_TABLES_PER_HOUR: '3',
  DORD_LIMITS_SOCKETS_PER_ADDRESS: '4',
  DORD_LIMITS_SPECTATORS_PER_TABLE: '2',
  DORD_LIMITS_MESSAGES_PER_SECOND: '0',
};

let server;
before(async () => (server = await startServer({ limits: LIMITS })));
after(() => server.stop());

const from = (...addresses) => ({ extraHeaders: { 'x-forwarded-for': addresses.join(', ') } });

/** Whether a client of an address is let in. */
async function isLetIn(address) {
  const client = await Client.connect(server.url, from(address));
  const answer = await Promise.race([client.ask('nothing', {}).then(() => true), client.closed().then(() => false)]);
  return [answer, client];
}

test('an address makes so many tables an hour; a home network as many as it likes', async () => {
  const codes = async (address) => {
    const client = await Client.connect(server.url, from(address));
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await client.ask('createGame', { playerName: 'Ann', preset: 'social' }));
    client.close();
    return answers.map(({ ok, error }) => (ok ? 'ok' : error.code));
  };
  const limited = ['ok', 'ok', 'ok', 'RATE_LIMITED', 'RATE_LIMITED'];
  assert.deepEqual(await codes('203.0.113.1'), limited);
  assert.deepEqual(await codes('203.0.113.2'), limited, 'another address has a count of its own');
  assert.deepEqual(await codes('2001:db8:1:1::1'), limited);
  assert.deepEqual(await codes('2001:db8:1:1::2'), Array(5).fill('RATE_LIMITED'), 'an IPv6 network is one address');
  assert.deepEqual(await codes('192.168.1.7'), Array(5).fill('ok'));
});

test('an address has so many sockets at a time, and gets a place back when one closes', async () => {
  const clients = [];
  for (let i = 0; i < 4; i += 1) {
    const [isIn, client] = await isLetIn('203.0.113.3');
    assert.equal(isIn, true);
    clients.push(client);
  }
  const [isIn, refused] = await isLetIn('203.0.113.3');
  assert.equal(isIn, false);
  assert.equal(refused.last('error')?.code, 'RATE_LIMITED');
  assert.equal((await isLetIn('203.0.113.4'))[0], true);
  clients.pop().close();
  for (let tries = 0; !(await isLetIn('203.0.113.3'))[0]; tries += 1) assert.ok(tries < 50, 'the place is not free again');
});

test('what a client writes into the header itself does not count', async () => {
  const client = await Client.connect(server.url, from('198.51.100.1', '203.0.113.5'));
  const other = await Client.connect(server.url, from('198.51.100.2', '203.0.113.5'));
  for (let i = 0; i < 3; i += 1) await client.ask('createGame', { playerName: 'Ann', preset: 'social' });
  assert.equal((await other.ask('createGame', { playerName: 'Ann', preset: 'social' })).error.code, 'RATE_LIMITED');
});

test('so many watch a table as may', async () => {
  const [ann] = await openTable(server.url, { preset: 'social', rules: { watching: 'anyone' } });
  const watch = async () => (await (await Client.connect(server.url)).ask('watchGame', { roomCode: ann.room })).error?.code ?? 'ok';
  assert.deepEqual([await watch(), await watch(), await watch()], ['ok', 'ok', 'RATE_LIMITED']);
});
