// Tables with players, for tests.
import assert from 'node:assert/strict';
import { Client } from './client.mjs';

/** A client with a seat, with its player id, token, room code and invitation. */
export async function sit(url, event, payload, options) {
  const client = await Client.connect(url, options);
  const answer = await client.ask(event, payload);
  assert.equal(answer.ok, true, JSON.stringify(answer));
  return Object.assign(client, { id: answer.playerId, token: answer.token, room: answer.roomCode, invite: answer.invite });
}

/** A table with a code; the first name is the host's. */
export async function openTable(url, { names = ['Ann', 'Bob'], started = true, ...create } = {}) {
  const [first, ...others] = names;
  const host = await sit(url, 'createGame', { playerName: first, ...create });
  const players = [host];
  for (const playerName of others) {
    players.push(await sit(url, 'joinGame', { playerName, roomCode: host.room }));
  }
  if (started) {
    assert.equal((await host.ask('startGame', {})).ok, true);
    await Promise.all(players.map((player) => player.until('turnChange')));
  }
  return players;
}

/** A table of the open lobby. Only one can wait at a time, so each test that opens one starts it. */
export async function openLobby(url, names) {
  const players = [];
  for (const playerName of names) players.push(await sit(url, 'joinGame', { playerName }));
  return players;
}

/** The player to move. */
export function toMove(players) {
  const current = players[0].last('turnChange').currentPlayerId;
  return players.find((player) => player.id === current);
}

export function rackOf(player) {
  return player.last('yourTiles').tiles;
}

/** Placements of the first rack tiles in the centre row, blanks as A, for tables that accept any word. */
export function layFirst(player, count = 2) {
  const tiles = rackOf(player).slice(0, count);
  return tiles.map((tile, i) => ({ row: 7, col: 7 + i, tile: tile.isBlank ? { ...tile, letter: 'A' } : tile }));
}

/** Resolves when all players have received a `turnChange` of at least this version. */
export function allSeen(players, seq) {
  return Promise.all(players.map((player) => player.until('turnChange', 0, (change) => change.seq >= seq)));
}

/** Asserts that an event is refused with this code, both in the ack and by an event. */
export async function refused(client, code, event, ...args) {
  const mark = client.mark();
  const answer = await client.ask(event, ...args);
  const about = `${event} ${JSON.stringify(args)}: ${JSON.stringify(answer)}`;
  assert.equal(answer.ok, false, about);
  assert.equal(answer.error.code, code, about);
  assert.equal(typeof answer.error.message, 'string', about);
  const told = client.since(mark).find(({ name }) => name === 'error' || name === 'wordRejected');
  assert.ok(told, `${about}: no event told it`);
  const error = told.name === 'error' ? told.payload : told.payload.error;
  assert.equal(error.code, code, about);
  return { answer, told };
}

/** The full state without the fields that change with time. */
export async function stateOf(client) {
  const mark = client.mark();
  assert.equal((await client.ask('resync', {})).ok, true);
  const state = structuredClone(await client.until('tableState', mark));
  delete state.serverTime;
  return state;
}
