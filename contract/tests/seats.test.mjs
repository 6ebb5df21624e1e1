import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { startServer } from '../lib/server.mjs';
import { layFirst, openTable, rackOf, stateOf } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

/** The events that require a seat. */
const SEAT_ONLY = {
  startGame: {},
  submitWord: { placements: [] },
  passTurn: {},
  exchangeTiles: { tileIndices: [0] },
  setNonce: { commitment: 'ab'.repeat(32) },
  revealNonce: { nonce: 'n' },
  admitPlayer: { requestId: 'r', admit: true },
  createTicket: {},
  previewMove: { placements: [] },
  challenge: {},
  acceptPlay: {},
  resolveChallenge: { valid: true },
  resign: {},
  endGame: {},
  proposePause: {},
  answerPause: { agree: true },
  resumeGame: {},
  returnToSeat: {},
  playAgain: {},
  addBot: { level: 1 },
  updateRules: { preset: 'classic' },
  watchRematch: {},
  removePlayer: { playerId: 'p2' },
  chat: { text: 'hello' },
};

/** Sends every event and asserts that each is refused and the table is unchanged. */
async function nothingWorks(client, witness, events = Object.entries(SEAT_ONLY)) {
  const before = await stateOf(witness);
  const mark = witness.mark();
  for (const [event, payload] of events) {
    const answer = await client.ask(event, payload);
    assert.equal(answer.ok, false, `${event} was done`);
    assert.match(answer.error.code, /^[A-Z_]+$/);
    assert.notEqual(answer.error.code, 'UNAVAILABLE', event);
  }
  assert.deepEqual(witness.names(mark), []);
  assert.deepEqual(await stateOf(witness), before);
}

test('a client without a seat can do nothing at a table', async () => {
  const [ann] = await openTable(server.url);
  await nothingWorks(await Client.connect(server.url), ann);
});

test('a player of another table can do nothing at this one', async () => {
  const [ann, bob] = await openTable(server.url);
  const [other] = await openTable(server.url, { names: ['Eve', 'Dan'] });
  const before = await stateOf(ann);
  const answer = await other.ask('removePlayer', { playerId: bob.id });
  assert.equal(answer.ok, false);
  await other.ask('resign', {});
  assert.deepEqual(await stateOf(ann), before);
});

test('a player cannot move out of turn', async () => {
  const [ann, bob] = await openTable(server.url);
  const events = Object.entries(SEAT_ONLY).filter(([event]) => !['resign', 'chat', 'createTicket'].includes(event));
  await nothingWorks(bob, ann, [...events, ['submitWord', { placements: layFirst(ann) }]]);
});

test('a spectator sees the table without racks and cannot act', async () => {
  const [ann, bob] = await openTable(server.url);
  const eve = await Client.connect(server.url);
  const without = await eve.ask('watchGame', { roomCode: ann.room });
  assert.equal(without.error.code, 'BAD_TOKEN', 'the code alone does not do');
  const { ok, state } = await eve.ask('watchGame', { roomCode: ann.room, invite: ann.invite });
  assert.equal(ok, true);
  assert.equal(state.you, null);
  await nothingWorks(eve, ann);
  const { seq } = await ann.ask('passTurn', {});
  assert.equal((await eve.until('turnChange', 0, (change) => change.seq === seq)).currentPlayerId, bob.id);
  const told = eve.names();
  for (const name of ['yourTiles', 'tilesExchanged', 'wordAccepted']) assert.ok(!told.includes(name), name);
  assert.equal((await eve.ask('leaveGame', {})).ok, true);
});

test('a player who left can do nothing any more', async () => {
  const [ann, , cat] = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'] });
  assert.equal((await cat.ask('leaveGame', {})).ok, true);
  await ann.until('playerResigned');
  const events = Object.entries(SEAT_ONLY).filter(([event]) => !['chat', 'createTicket'].includes(event));
  await nothingWorks(cat, ann, events);
});

test('a finished game cannot be changed', async () => {
  const [ann, bob] = await openTable(server.url);
  assert.equal((await ann.ask('resign', {})).ok, true);
  await bob.until('bagReveal');
  const events = Object.entries(SEAT_ONLY).filter(([event]) => !['chat', 'createTicket', 'playAgain'].includes(event));
  await nothingWorks(bob, ann, events);
});

test('no event reveals the rack or the token of another player', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'open' });
  await ann.ask('exchangeTiles', { tileIndices: [0, 1] });
  await bob.until('tilesSwapped');
  const said = JSON.stringify(bob.events);
  for (const secret of [ann.token, ann.invite]) assert.ok(!said.includes(secret));
  const state = await stateOf(bob);
  assert.deepEqual(state.you.tiles, rackOf(bob));
  assert.ok(state.players.every((player) => !Object.hasOwn(player, 'tiles')));
});
