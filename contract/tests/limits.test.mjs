import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer({ limits: {} })));
after(() => server.stop());

/** The default message limit of a socket: burst, and messages per second. */
const [BURST, PER_SECOND] = [40, 20];
/** More than the burst, and fewer than the server queues. */
const GROUP = 45;
const GROUPS_MAX = 20;

test('a flood is answered RATE_LIMITED with the time to wait, and then messages work again', async () => {
  const client = await Client.connect(server.url);
  const isLimited = ({ error }) => error.code === 'RATE_LIMITED';
  const answers = [];
  const begun = performance.now();
  // On a slow machine the limit partly recovers before a whole group has arrived.
  while (!answers.some(isLimited) && answers.length < GROUP * GROUPS_MAX) {
    answers.push(...(await Promise.all(Array.from({ length: GROUP }, () => client.ask('nothing', {})))));
  }
  const seconds = (performance.now() - begun) / 1_000;
  const limited = answers.filter(isLimited);
  const heard = answers.length - limited.length;
  assert.ok(limited.length > 0, `${answers.length} messages in ${seconds} s and none was refused`);
  // Connecting counts as a message.
  assert.ok(heard >= BURST - 1, `only ${heard} were heard`);
  assert.ok(heard <= BURST + PER_SECOND * seconds, `${heard} were heard in ${seconds} s`);
  assert.ok(limited.every(({ error }) => error.retryAfterMs > 0 && error.retryAfterMs < 5_000));
  assert.ok(client.events.some(({ name, payload }) => name === 'error' && payload.code === 'RATE_LIMITED'));
  await new Promise((done) => setTimeout(done, 1_000));
  assert.equal((await client.ask('nothing', {})).error.code, 'BAD_REQUEST');
  client.close();
});

test('a client that keeps flooding is disconnected', async () => {
  const client = await Client.connect(server.url);
  const closed = client.closed();
  for (let i = 0; i < 1_000; i += 1) client.tell('nothing', {});
  await closed;
});

test('chat is limited to one line per second', async () => {
  const [ann] = await openTable(server.url);
  const begun = performance.now();
  const answers = await Promise.all(['one', 'two', 'three', 'four'].map((text) => ann.ask('chat', { text })));
  const seconds = (performance.now() - begun) / 1_000;
  assert.equal(answers[0].ok, true);
  const limited = answers.filter(({ error }) => error?.code === 'RATE_LIMITED');
  assert.ok(limited.length > 0, 'no line was refused');
  assert.ok(answers.length - limited.length <= 1 + seconds, `${limited.length} were refused in ${seconds} s`);
});

test('full states have a stricter limit than other answers', async () => {
  const [ann] = await openTable(server.url);
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 30 }, () => ann.ask('resync', {})));
  const seconds = (performance.now() - begun) / 1_000;
  const given = answers.filter(({ ok }) => ok).length;
  assert.ok(given >= 5 && given <= 6 + seconds / 2, `${given} in ${seconds} s`);
  const refused = answers.find(({ ok }) => !ok).error;
  assert.equal(refused.code, 'RATE_LIMITED');
  assert.ok(refused.retryAfterMs > 0 && refused.retryAfterMs <= 2_001, JSON.stringify(refused));
  const bytes = ann.events.reduce((sum, { payload }) => sum + JSON.stringify(payload ?? null).length, 0);
  assert.ok(bytes < 500_000, `${bytes} bytes`);
  // A resync without missed events is not limited.
  assert.equal((await ann.ask('resync', { lastSeq: ann.last('tableState').seq })).ok, true);
});

test('guessing codes is limited', async () => {
  const client = await Client.connect(server.url);
  const codes = [];
  for (let i = 0; i < 12; i += 1) {
    const { error } = await client.ask('joinGame', { playerName: 'Ann', roomCode: `ZZZ${'ABCDEFGHIJKL'[i]}` });
    codes.push(error.code);
  }
  assert.equal(codes[0], 'ROOM_NOT_FOUND');
  assert.equal(codes.at(-1), 'RATE_LIMITED');
});
