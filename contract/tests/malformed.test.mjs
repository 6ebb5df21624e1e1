import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { EVENTS } from '../lib/events.mjs';
import { startServer } from '../lib/server.mjs';
import { openTable, refused, stateOf } from '../lib/table.mjs';

let server;
let players;
before(async () => {
  server = await startServer();
  players = await openTable(server.url, { preset: 'open' });
});
after(() => server.stop());

/** Asserts that all calls are refused with a path and that the table is unchanged. */
async function allRefused(event, argumentLists) {
  const [ann, bob] = players;
  const [before, mark] = [await stateOf(ann), bob.mark()];
  for (const { args, path } of argumentLists) {
    const { answer, told } = await refused(ann, 'BAD_REQUEST', event, ...args);
    const about = `${event} ${JSON.stringify(args)?.slice(0, 200)}`;
    assert.equal(typeof answer.error.path, 'string', about);
    assert.deepEqual(told.payload, answer.error, about);
    if (path !== undefined) assert.equal(answer.error.path, path, about);
  }
  assert.deepEqual(await stateOf(ann), before);
  assert.deepEqual(bob.names(mark), []);
}

let deep = 'bottom';
for (let i = 0; i < 100; i += 1) deep = [{ deep }];

for (const [event, fields] of Object.entries(EVENTS)) {
  test(`${event} refuses a payload that is not an object`, async () => {
    const wrong = [null, true, 7, -1.5, 'text', [], [[]], [{}]];
    await allRefused(event, wrong.map((payload) => ({ args: [payload] })));
  });

  test(`${event} refuses extra arguments`, async () => {
    const good = Object.fromEntries(Object.entries(fields).map(([name, { good }]) => [name, good]));
    await allRefused(event, [{ args: [good, {}] }, { args: [good, null, 1] }, { args: [{}, good] }]);
  });

  test(`${event} refuses binary data`, async () => {
    const bytes = Buffer.from([0, 255, 1]);
    await allRefused(event, [{ args: [bytes] }, { args: [{ commandId: bytes }] }]);
  });

  test(`${event} refuses a commandId that is empty, too long or not a string`, async () => {
    const good = Object.fromEntries(Object.entries(fields).map(([name, { good }]) => [name, good]));
    const wrong = ['', 'x'.repeat(65), 7, null, {}, []];
    await allRefused(event, wrong.map((commandId) => ({ args: [{ ...good, commandId }], path: 'commandId' })));
  });

  for (const [name, { good, bad, isOptional }] of Object.entries(fields)) {
    test(`${event} refuses an invalid ${name} and names the field`, async () => {
      const rest = Object.fromEntries(Object.entries(fields).map(([other, field]) => [other, field.good]));
      const wrongTypes = [null, {}, [], [null], true, 1.5, -1, 'x'.repeat(5_000), deep, 1e300];
      const sameKind = (value) => typeof value === typeof good && Array.isArray(value) === Array.isArray(good) && value !== null;
      const wrong = [...wrongTypes.filter((value) => !sameKind(value)), ...bad];
      const cases = wrong.map((value) => ({ args: [{ ...rest, [name]: value }] }));
      await allRefused(event, cases);
      const { answer } = await refused(players[0], 'BAD_REQUEST', event, { ...rest, [name]: null });
      assert.equal(answer.error.path, name);
      if (isOptional) return;
      const without = { ...rest };
      delete without[name];
      await allRefused(event, [{ args: [without], path: name }]);
    });
  }
}

test('an error names the path of an invalid field of a placement', async () => {
  const placement = (change = {}, tile = {}) => ({ row: 7, col: 7, ...change, tile: { letter: 'A', points: 1, isBlank: false, ...tile } });
  const second = (value) => [placement(), value];
  const cases = [
    [second(placement({ row: '7' })), 'placements[1].row'],
    [second(placement({ col: 1.5 })), 'placements[1].col'],
    [second({ row: 1, col: 1, tile: null }), 'placements[1].tile'],
    [second({ row: 1, col: 1 }), 'placements[1].tile'],
    [second(placement({}, { letter: 1 })), 'placements[1].tile.letter'],
    [second(placement({}, { isBlank: 'no' })), 'placements[1].tile.isBlank'],
    [second(null), 'placements[1]'],
    [second([]), 'placements[1]'],
  ].map(([placements, path]) => ({ args: [{ placements }], path }));
  await allRefused('submitWord', cases);
  await allRefused('previewMove', cases);
});

test('an unknown event is answered, whatever its name', async () => {
  for (const event of ['nothing', 'JOINGAME', 'joingame', '__proto__', 'constructor', 'gameEnded', ' ', 'x'.repeat(1_000), 'é']) {
    await allRefused(event, [{ args: [] }, { args: [{}] }, { args: [null, 1, 'x'] }]);
  }
});

test('invalid, unknown or contradictory rules of a table are refused', async () => {
  const client = await Client.connect(server.url);
  const cases = [
    [{ maxPlayers: 0 }, 'rules.maxPlayers'],
    [{ maxPlayers: 5 }, 'rules.maxPlayers'],
    [{ maxPlayers: 'two' }, 'rules.maxPlayers'],
    [{ words: 'sometimes' }, 'rules.words'],
    [{ words: 'checked', verdict: 'vote' }, 'rules.verdict'],
    [{ scorelessEnd: { kind: 'passes' } }, 'rules.scorelessEnd.count'],
    [{ clock: { kind: 'turn' } }, 'rules.clock.seconds'],
    [{ challengeWindowSeconds: -1 }, 'rules.challengeWindowSeconds'],
  ];
  for (const [rules, path] of cases) {
    const { answer } = await refused(client, 'BAD_REQUEST', 'createGame', { playerName: 'Ann', rules });
    assert.equal(answer.error.path, path, JSON.stringify(rules));
  }
  await refused(client, 'BAD_REQUEST', 'createGame', { playerName: 'Ann', preset: 'chess' });
  await refused(client, 'BAD_REQUEST', 'createGame', { playerName: 'Ann', language: 'xx' });
  client.close();
});

test('a message over 16 kB is BAD_REQUEST, one over 64 kB closes the connection', async () => {
  const client = await Client.connect(server.url);
  await refused(client, 'BAD_REQUEST', 'chat', { text: 'x'.repeat(20_000) });
  const closed = client.closed();
  client.tell('chat', { text: 'x'.repeat(100_000) });
  await closed;
});

test('a missing payload is the same as an empty one, and unknown fields are ignored', async () => {
  const [ann] = players;
  assert.equal((await ann.ask('resync')).ok, true);
  assert.equal((await ann.ask('resync', { more: [null, { deep: true }], lastSeq: 0 })).ok, true);
});

test('an invalid auth in the handshake is answered by an error, and the client can continue', async () => {
  for (const auth of [{ token: 7 }, { roomCode: [] }, { lastSeq: 'x', token: 't', roomCode: 'ABCD' }]) {
    const client = await Client.connect(server.url, { auth });
    const error = await client.until('error');
    assert.equal(error.code, 'BAD_REQUEST');
    assert.equal(typeof error.path, 'string');
    assert.equal((await client.ask('createGame', { playerName: 'Ann' })).ok, true);
    client.close();
  }
});
