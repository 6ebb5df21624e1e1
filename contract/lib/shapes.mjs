// The payloads of the contract: exact fields, exact types. Dord's additions are listed separately, so
// that no field is added unnoticed.
import assert from 'node:assert/strict';

const string = (value) => typeof value === 'string';
const bool = (value) => typeof value === 'boolean';
const int = (value) => Number.isInteger(value);
const list = (item) => (value, path) => {
  assert.ok(Array.isArray(value), `${path} is a list`);
  value.forEach((one, i) => check(item, one, `${path}[${i}]`));
  return true;
};
const nullable = (item) => (value, path) => value === null || check(item, value, path);
const maybe = (item) => ({ optional: item });

const tile = { letter: (value) => string(value) && /^[A-Z_]$/.test(value), points: (value) => int(value) && value >= 0 && value <= 10, isBlank: bool };
const coordinate = (value) => int(value) && value >= 0 && value <= 14;
const position = { row: coordinate, col: coordinate };
const placement = { ...position, tile };
const board = (value, path) => {
  assert.equal(value.length, 15, path);
  assert.ok(value.every((row) => row.length === 15), path);
  return list(list(nullable(tile)))(value, path);
};
const score = { playerId: string, playerName: string, score: int };

/** The contract's fields, then Dord's additions. Every event of a table also has `seq`. */
const SHAPES = {
  lobbyUpdate: [
    { players: list({ id: string, name: string, isHost: bool, connected: bool, botLevel: maybe(int) }), canStart: bool },
    { roomCode: string, keptFor: list(string) },
  ],
  gameStarted: [
    { turnOrder: list(string), currentPlayerId: string, board, tileBagCount: int },
    { gameId: string, nonces: list({ playerId: string, nonce: string }), openingDraw: list(() => true) },
  ],
  yourTiles: [{ tiles: list(tile) }, {}],
  wordAccepted: [{ playerId: string, word: string, score: int, newScore: int, placements: list(placement) }, { turnNumber: int }],
  boardUpdate: [
    { board, lastPlay: maybe({ positions: list(position), playerId: string, turnNumber: int }) },
    { tileBagCount: int },
  ],
  turnChange: [{ currentPlayerId: string, consecutivePasses: int }, { turnNumber: int, waitsForChallenge: bool, nextPlayerId: string, passEndsGame: bool }],
  tilesExchanged: [{ newTiles: list(tile) }, {}],
  scoreUpdate: [{ scores: list(score) }, {}],
  gameEnded: [
    {
      reason: string,
      finalScores: list({ ...score, remainingTilePoints: maybe(int), rank: int, remainingTiles: list(tile), gained: int, overtime: int, departure: maybe(string) }),
      winner: nullable(score),
    },
    { winners: list(score) },
  ],
  playerDisconnected: [{ playerId: string, playerName: string }, { heldUntil: maybe(int) }],
};

const ERROR = { message: string, code: string, path: maybe(string), rule: maybe(string), squares: maybe(list(position)), words: maybe(list(string)), retryAfterMs: maybe(int), event: maybe(string) };
SHAPES.error = [ERROR, {}];
SHAPES.wordRejected = [{ reason: string, invalidWords: maybe(list(string)) }, { error: ERROR }];

const OF_A_CLIENT = new Set(['error', 'wordRejected']);

function check(shape, value, path) {
  if (typeof shape === 'function') {
    assert.ok(shape(value, path), `${path} is ${JSON.stringify(value)}`);
    return true;
  }
  assert.ok(value !== null && typeof value === 'object', `${path} is an object`);
  for (const [field, of] of Object.entries(shape)) {
    const isThere = Object.hasOwn(value, field);
    assert.ok(isThere || of.optional, `${path}.${field} is missing`);
    if (isThere) check(of.optional ?? of, value[field], `${path}.${field}`);
  }
  const unknown = Object.keys(value).filter((field) => !Object.hasOwn(shape, field));
  assert.deepEqual(unknown, [], `${path} has fields that nobody wrote down`);
  return true;
}

/** Asserts that an event has exactly the expected fields and types. */
export function hasShape(name, payload) {
  assert.ok(Object.hasOwn(SHAPES, name), `${name} is an event of the contract`);
  const [contract, added] = SHAPES[name];
  const seq = OF_A_CLIENT.has(name) ? {} : { seq: int };
  check({ ...contract, ...added, ...seq }, payload, name);
}

/** Checks the shape of every event of the contract that a client received. */
export function allHaveShape(client) {
  for (const { name, payload, count } of client.events) {
    assert.equal(count, 1, `${name} has one payload`);
    if (Object.hasOwn(SHAPES, name)) hasShape(name, payload);
  }
}
