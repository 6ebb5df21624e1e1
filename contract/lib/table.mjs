// Tables with people at them, for tests.
import assert from 'node:assert/strict';
import { Client } from './client.mjs';

/** A client at a table, with what its seat is known by. */
export async function sit(url, event, payload, options) {
  const client = await Client.connect(url, options);
  const answer = await client.ask(event, payload);
  assert.equal(answer.ok, true, JSON.stringify(answer));
  return Object.assign(client, { id: answer.playerId, token: answer.token, room: answer.roomCode, invite: answer.invite });
}

/** A table of its own: the first name is the host's. */
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

/** A table of the open lobby. Only one may wait at a time, so a test that uses it starts it. */
export async function openLobby(url, names) {
  const players = [];
  for (const playerName of names) players.push(await sit(url, 'joinGame', { playerName }));
  return players;
}

/** Whose turn it is. */
export function toMove(players) {
  const current = players[0].last('turnChange').currentPlayerId;
  return players.find((player) => player.id === current);
}

export function rackOf(player) {
  return player.last('yourTiles').tiles;
}

/** The first tiles of a rack in the centre row, blanks as A: good for tables where anything goes. */
export function layFirst(player, count = 2) {
  const tiles = rackOf(player).slice(0, count);
  return tiles.map((tile, i) => ({ row: 7, col: 7 + i, tile: tile.isBlank ? { ...tile, letter: 'A' } : tile }));
}

/** Everybody has seen what the table did up to a version. */
export function allSeen(players, seq) {
  return Promise.all(players.map((player) => player.until('turnChange', 0, (change) => change.seq >= seq)));
}

/** What a refusal looks like, as an answer and as an event. */
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

/** A whole view without what time alone changes. */
export async function stateOf(client) {
  const mark = client.mark();
  assert.equal((await client.ask('resync', {})).ok, true);
  const state = structuredClone(await client.until('tableState', mark));
  delete state.serverTime;
  return state;
}
