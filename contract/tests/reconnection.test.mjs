import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { startServer } from '../lib/server.mjs';
import { allHaveShape } from '../lib/shapes.mjs';
import { openLobby, openTable, rackOf, refused } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const SEQUENCE = ['gameStarted', 'yourTiles', 'boardUpdate', 'scoreUpdate', 'turnChange', 'tableState'];

/** Asserts the sequence of the contract; presence events may come in between. */
function isWholeState(client) {
  assert.deepEqual(client.names().filter((name) => SEQUENCE.includes(name)), SEQUENCE);
  allHaveShape(client);
}

async function gone(player, others) {
  const marks = others.map((other) => other.mark());
  player.close();
  return Promise.all(others.map((other, i) => other.until('playerDisconnected', marks[i])));
}

test('a lost connection is announced to the others, with the end of the hold', async () => {
  const [ann, bob, cat] = await openTable(server.url, { preset: 'open', names: ['Ann', 'Bob', 'Cat'] });
  const now = Date.now();
  const told = await gone(bob, [ann, cat]);
  for (const { playerId, playerName, heldUntil } of told) {
    assert.deepEqual([playerId, playerName], [bob.id, 'Bob']);
    assert.ok(heldUntil > now + 50_000 && heldUntil < Date.now() + 70_000, `held for ${heldUntil - now} ms`);
  }
  [ann, cat].forEach(allHaveShape);
});

test('a disconnected seat of the open lobby is resumed by name, with the full state in order', async () => {
  const [ann, bob] = await openLobby(server.url, ['Back Ann', 'Back Bob']);
  assert.equal((await ann.ask('startGame', {})).ok, true);
  await bob.until('turnChange');
  const rack = rackOf(bob);
  await gone(bob, [ann]);
  const mark = ann.mark();
  const again = await Client.connect(server.url);
  again.tell('joinGame', { playerName: 'back bob' });
  await again.until('tableState');
  isWholeState(again);
  assert.deepEqual(rackOf(again), rack);
  assert.equal(again.last('tableState').you.playerId, bob.id);
  assert.equal((await ann.until('playerReconnected', mark)).by, 'name');
  [ann, again].forEach((client) => client.close());
});

test('a seat of a table with a code cannot be resumed by name', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'open' });
  await gone(bob, [ann]);
  const thief = await Client.connect(server.url);
  await refused(thief, 'GAME_ALREADY_STARTED', 'joinGame', { playerName: 'Bob', roomCode: ann.room });
  await refused(thief, 'BAD_TOKEN', 'joinGame', { playerName: 'Bob', roomCode: ann.room, token: ann.invite });
});

test('a seat is resumed by token, with the full state in order', async () => {
  const [ann, bob] = await openTable(server.url);
  await gone(bob, [ann]);
  const mark = ann.mark();
  const again = await Client.connect(server.url);
  const answer = await again.ask('joinGame', { roomCode: ann.room, token: bob.token });
  assert.deepEqual([answer.ok, answer.playerId, answer.roomCode], [true, bob.id, ann.room]);
  isWholeState(again);
  assert.equal((await ann.until('playerReconnected', mark)).by, 'token');
});

test('a seat is resumed by the auth of the handshake, without a further event', async () => {
  const [ann, bob] = await openTable(server.url);
  await gone(bob, [ann]);
  const again = await Client.connect(server.url, { auth: { roomCode: ann.room, token: bob.token } });
  await again.until('tableState');
  isWholeState(again);
});

test('with lastSeq only the missed events are sent', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'open' });
  const lastSeq = bob.last('turnChange').seq;
  await gone(bob, [ann]);
  const { seq } = await ann.ask('passTurn', {});
  const again = await Client.connect(server.url, { auth: { roomCode: ann.room, token: bob.token, lastSeq } });
  await again.until('turnChange');
  const missed = again.events.filter(({ name }) => name !== 'playerReconnected');
  assert.deepEqual(missed.map(({ name }) => name), ['turnPassed', 'turnChange']);
  assert.ok(missed.every(({ payload }) => payload.seq === seq));
  const mark = again.mark();
  assert.equal((await again.ask('resync', { lastSeq: seq })).ok, true);
  assert.deepEqual(again.names(mark), []);
  assert.equal((await again.ask('resync', { lastSeq: seq + 1_000 })).ok, true);
  assert.deepEqual(again.names(mark).slice(-6), SEQUENCE);
});

test('the newest connection with a token gets the seat, and the older one is notified and closed', async () => {
  const [ann, bob] = await openTable(server.url);
  const closed = bob.closed();
  const newer = await Client.connect(server.url, { auth: { roomCode: ann.room, token: bob.token } });
  await newer.until('tableState');
  await closed;
  assert.equal((await bob.until('seatMoved')).playerId, bob.id);
  const state = newer.last('tableState');
  assert.ok(state.players.every(({ connected }) => connected));
});

test('a wrong token in the handshake is refused and reveals nothing about the table', async () => {
  const [ann, bob] = await openTable(server.url);
  for (const auth of [
    { roomCode: ann.room, token: 'x'.repeat(43) },
    { roomCode: ann.room, token: bob.id },
    { roomCode: ann.room, token: ann.invite },
  ]) {
    const client = await Client.connect(server.url, { auth });
    assert.equal((await client.until('error')).code, 'BAD_TOKEN');
    assert.deepEqual(client.names(), ['error']);
    client.close();
  }
});

test('a ticket moves a seat to another device once and invalidates the old token', async () => {
  const [ann, bob] = await openTable(server.url);
  const { ok, ticket, expiresAt } = await bob.ask('createTicket', {});
  assert.equal(ok, true);
  assert.ok(expiresAt > Date.now() + 60_000 && expiresAt <= Date.now() + 125_000);
  const phone = await Client.connect(server.url);
  const answer = await phone.ask('joinGame', { ticket });
  assert.deepEqual([answer.ok, answer.playerId], [true, bob.id], JSON.stringify(answer));
  assert.notEqual(answer.token, bob.token);
  const late = await Client.connect(server.url);
  await refused(late, 'BAD_TOKEN', 'joinGame', { ticket });
  await refused(late, 'BAD_TOKEN', 'joinGame', { roomCode: ann.room, token: bob.token });
});
