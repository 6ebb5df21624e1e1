import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer({ limits: {} })));
after(() => server.stop());

test('a flood is answered RATE_LIMITED with the time to wait, and a moment later all is well', async () => {
  const client = await Client.connect(server.url);
  const answers = await Promise.all(Array.from({ length: 60 }, () => client.ask('nothing', {})));
  const limited = answers.filter(({ error }) => error.code === 'RATE_LIMITED');
  // To connect was a message, too.
  assert.ok(limited.length > 0 && limited.length <= 21, `${limited.length} of 60 were refused`);
  assert.ok(limited.every(({ error }) => error.retryAfterMs > 0 && error.retryAfterMs < 5_000));
  assert.ok(client.events.some(({ name, payload }) => name === 'error' && payload.code === 'RATE_LIMITED'));
  await new Promise((done) => setTimeout(done, 1_000));
  assert.equal((await client.ask('nothing', {})).error.code, 'BAD_REQUEST');
  client.close();
});

test('one who goes on all the same is disconnected', async () => {
  const client = await Client.connect(server.url);
  const closed = client.closed();
  for (let i = 0; i < 1_000; i += 1) client.tell('nothing', {});
  await closed;
});

test('chat is limited to a line a second', async () => {
  const [ann] = await openTable(server.url);
  assert.equal((await ann.ask('chat', { text: 'one' })).ok, true);
  assert.equal((await ann.ask('chat', { text: 'two' })).error.code, 'RATE_LIMITED');
});

test('codes cannot be guessed for long', async () => {
  const client = await Client.connect(server.url);
  const codes = [];
  for (let i = 0; i < 12; i += 1) {
    const { error } = await client.ask('joinGame', { playerName: 'Ann', roomCode: `ZZZ${'ABCDEFGHIJKL'[i]}` });
    codes.push(error.code);
  }
  assert.equal(codes[0], 'ROOM_NOT_FOUND');
  assert.equal(codes.at(-1), 'RATE_LIMITED');
});
