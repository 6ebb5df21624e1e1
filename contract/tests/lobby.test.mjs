import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { startServer } from '../lib/server.mjs';
import { allHaveShape } from '../lib/shapes.mjs';
import { openTable, refused, sit } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

test('a client that knows only the contract joins, starts and gets its tiles', async () => {
  const [ann, bob] = [await Client.connect(server.url), await Client.connect(server.url)];
  assert.equal(typeof ann.socket.id, 'string');
  assert.notEqual(ann.socket.id, bob.socket.id);

  ann.tell('joinGame', { playerName: 'Lobby Ann' });
  const alone = await ann.until('lobbyUpdate');
  assert.deepEqual(alone.players.map(({ name, isHost, connected }) => ({ name, isHost, connected })), [
    { name: 'Lobby Ann', isHost: true, connected: true },
  ]);
  assert.equal(alone.canStart, false);

  bob.tell('joinGame', { playerName: 'Lobby Bob' });
  const both = await ann.until('lobbyUpdate', 0, ({ players }) => players.length === 2);
  assert.equal(both.canStart, true);
  assert.deepEqual(both.players.map(({ isHost }) => isHost), [true, false]);
  assert.deepEqual(await bob.until('lobbyUpdate'), both);

  bob.tell('startGame', {});
  assert.equal((await bob.until('error')).code, 'NOT_HOST');
  ann.tell('startGame', {});
  const started = await ann.until('gameStarted');
  assert.deepEqual(await bob.until('gameStarted'), started);
  const ids = both.players.map(({ id }) => id);
  assert.deepEqual(started.turnOrder, ids);
  assert.equal(started.currentPlayerId, ids[0]);
  assert.equal(started.tileBagCount, 100 - 14);
  assert.ok(started.board.flat().every((square) => square === null));
  for (const client of [ann, bob]) {
    assert.equal((await client.until('yourTiles')).tiles.length, 7);
    assert.deepEqual((await client.until('turnChange')).currentPlayerId, ids[0]);
    assert.equal(client.names().filter((name) => name === 'yourTiles').length, 1, 'nobody is shown another rack');
  }
  ann.tell('startGame');
  assert.equal((await ann.until('error')).code, 'GAME_ALREADY_STARTED');
  for (const client of [ann, bob]) {
    allHaveShape(client);
    client.close();
  }
});

test('startGame needs two players and must come from the host', async () => {
  const [host] = await openTable(server.url, { names: ['Ann'], started: false });
  await refused(host, 'NOT_ENOUGH_PLAYERS', 'startGame', {});
  const bob = await sit(server.url, 'joinGame', { playerName: 'Bob', roomCode: host.room });
  await refused(bob, 'NOT_HOST', 'startGame', {});
  const answer = await host.ask('startGame');
  assert.deepEqual(answer, { ok: true, seq: answer.seq });
  assert.ok(Number.isInteger(answer.seq));
});

test('moves before the start are refused as GAME_NOT_STARTED', async () => {
  const [host] = await openTable(server.url, { started: false });
  const stranger = await Client.connect(server.url);
  for (const client of [host, stranger]) {
    await refused(client, 'GAME_NOT_STARTED', 'passTurn', {});
    await refused(client, 'GAME_NOT_STARTED', 'exchangeTiles', { tileIndices: [0] });
    await refused(client, 'GAME_NOT_STARTED', 'submitWord', { placements: [] });
    allHaveShape(client);
  }
});

for (const [playerName, why] of [
  ['', 'nothing'],
  ['   ', 'spaces only'],
  ['A'.repeat(21), 'twenty-one characters'],
  ['Ann  Lee', 'two spaces in a row'],
  ['Ann!', 'a mark'],
  ['Ann\u202eLee', 'a letter that turns writing around'],
  ['<b>Ann</b>', 'markup'],
  ['Ann\u3164', 'a filler'],
  ['Ann\ufe0f', 'a variation selector'],
  ['\u3164\u3164\u3164', 'nothing to see'],
]) {
  test(`a name is refused: ${why}`, async () => {
    const client = await Client.connect(server.url);
    await refused(client, 'NAME_INVALID', 'joinGame', { playerName });
    await refused(client, 'NAME_INVALID', 'createGame', { playerName });
    client.close();
  });
}

test('the open lobby allows only names of three or more letters, digits and spaces', async () => {
  const client = await Client.connect(server.url);
  for (const playerName of ['Al', 'Jean-Luc', 'A.J.']) {
    await refused(client, 'NAME_INVALID', 'joinGame', { playerName });
  }
  client.close();
});

test('a second joinGame on one socket is refused and does not change the seats', async () => {
  const [host, guest] = await openTable(server.url, { started: false });
  const other = await sit(server.url, 'createGame', { playerName: 'Zed' });
  for (const client of [host, guest]) {
    await refused(client, 'NOT_ALLOWED', 'joinGame', { playerName: 'Rob', roomCode: host.room });
    await refused(client, 'NOT_ALLOWED', 'joinGame', { playerName: 'Rob', roomCode: other.room });
    await refused(client, 'NOT_ALLOWED', 'joinGame', { playerName: 'Rob' });
    await refused(client, 'NOT_ALLOWED', 'createGame', { playerName: 'Rob' });
    await refused(client, 'NOT_ALLOWED', 'watchGame', { roomCode: other.room, invite: other.invite });
  }
  const { players } = host.last('lobbyUpdate');
  assert.deepEqual(players.map(({ isHost, connected }) => [isHost, connected]), [[true, true], [false, true]]);
  assert.equal((await host.ask('startGame', {})).ok, true);
  const mark = other.mark();
  const both = await Promise.all([other, other].map((client) => client.ask('joinGame', { playerName: 'Twice' })));
  assert.deepEqual(both.map(({ ok }) => ok), [false, false]);
  assert.ok(!other.names(mark).includes('lobbyUpdate'));
});

for (const playerName of ['Jo', '李明', 'Jean-Luc', "O'Neil", 'A.J.', 'Ольга', 'محمد', 'Ann', 'A'.repeat(20), 'Zoë 3', 'Ünal', '李小龙', 'R2 D2']) {
  test(`a name is accepted: ${playerName}`, async () => {
    const host = await sit(server.url, 'createGame', { playerName: ` ${playerName} ` });
    assert.equal(host.last('lobbyUpdate').players[0].name, playerName);
    host.close();
  });
}

test('names are unique at a table regardless of case, and a fifth player is refused', async () => {
  const [host] = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'], started: false });
  const late = await Client.connect(server.url);
  for (const playerName of ['aNN', '\u0410nn', '\uff21\uff4e\uff4e', '\ud835\udc00nn']) {
    await refused(late, 'NAME_TAKEN', 'joinGame', { playerName, roomCode: host.room });
  }
  assert.equal((await late.ask('joinGame', { playerName: 'Dan', roomCode: host.room })).ok, true);
  const fifth = await Client.connect(server.url);
  await refused(fifth, 'GAME_FULL', 'joinGame', { playerName: 'Eve', roomCode: host.room });
  await refused(fifth, 'ROOM_NOT_FOUND', 'joinGame', { playerName: 'Eve', roomCode: host.room === 'ZZZZ' ? 'YYYY' : 'ZZZZ' });
  assert.equal((await host.ask('startGame', {})).ok, true);
  await refused(fifth, 'GAME_ALREADY_STARTED', 'joinGame', { playerName: 'Eve', roomCode: host.room });
});

test('the open lobby opens another table when the waiting one is full', async () => {
  const seats = [];
  for (const playerName of ['Full One', 'Full Two', 'Full Three', 'Full Four', 'Full Five']) {
    seats.push(await sit(server.url, 'joinGame', { playerName }));
  }
  const rooms = seats.map(({ room }) => room);
  assert.equal(new Set(rooms.slice(0, 4)).size, 1);
  assert.notEqual(rooms[4], rooms[0]);
  seats.forEach((seat) => seat.close());
});

test('lobbyUpdate reports players who leave or lose the connection', async () => {
  const [ann, bob, cat] = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'], started: false });
  const mark = ann.mark();
  assert.equal((await bob.ask('leaveGame', {})).ok, true);
  await ann.until('lobbyUpdate', mark, ({ players }) => players.length === 2);
  cat.close();
  const update = await ann.until('lobbyUpdate', mark, ({ players }) => players.some(({ connected }) => !connected));
  assert.equal(update.players.find(({ id }) => id === cat.id).connected, false);
  assert.deepEqual((await ann.until('playerDisconnected', mark)).playerName, 'Cat');
  allHaveShape(ann);
});
