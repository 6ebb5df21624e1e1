import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bestPlay } from '../lib/finder.mjs';
import { startServer } from '../lib/server.mjs';
import { allHaveShape } from '../lib/shapes.mjs';
import { allSeen, layFirst, openTable, rackOf, refused, stateOf } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const EMPTY = Array.from({ length: 15 }, () => Array(15).fill(null));
const openRules = (options) => openTable(server.url, { preset: 'open', ...options });

/** A first play; if the rack has none, both players exchange tiles until it does. */
async function firstPlay(ann, bob) {
  for (;;) {
    const play = bestPlay(EMPTY, rackOf(ann));
    if (play) return play;
    assert.equal((await ann.ask('exchangeTiles', { tileIndices: [0, 1, 2, 3, 4, 5, 6] })).ok, true);
    const swapped = await bob.ask('exchangeTiles', { tileIndices: [0] });
    assert.equal(swapped.ok, true);
    await allSeen([ann, bob], swapped.seq);
  }
}

test('an accepted word is answered by wordAccepted, then boardUpdate, then turnChange', async () => {
  const [ann, bob] = await openRules();
  const play = await firstPlay(ann, bob);
  const marks = [ann.mark(), bob.mark()];
  const answer = await ann.ask('submitWord', { placements: play.placements });
  assert.deepEqual(answer, { ok: true, seq: answer.seq });
  const turn = await bob.until('turnChange', marks[1]);
  assert.equal(turn.currentPlayerId, bob.id);
  assert.equal(turn.consecutivePasses, 0);

  assert.deepEqual(ann.names(marks[0]), ['wordAccepted', 'playMade', 'boardUpdate', 'yourTiles', 'scoreUpdate', 'turnChange']);
  assert.deepEqual(bob.names(marks[1]), ['playMade', 'boardUpdate', 'scoreUpdate', 'turnChange']);
  const accepted = ann.last('wordAccepted');
  assert.equal(accepted.playerId, ann.id);
  assert.equal(accepted.word, play.words[0].text);
  assert.equal(accepted.score, play.score);
  assert.equal(accepted.newScore, play.score);
  assert.deepEqual(accepted.placements, play.placements);
  const { board, lastPlay } = bob.last('boardUpdate');
  for (const { row, col, tile } of play.placements) assert.deepEqual(board[row][col], tile);
  assert.equal(board.flat().filter(Boolean).length, play.placements.length);
  assert.deepEqual(lastPlay.positions, play.placements.map(({ row, col }) => ({ row, col })));
  assert.deepEqual(bob.last('scoreUpdate').scores, [
    { playerId: ann.id, playerName: 'Ann', score: play.score },
    { playerId: bob.id, playerName: 'Bob', score: 0 },
  ]);
  assert.equal(rackOf(ann).length, 7);
  assert.ok(ann.since(marks[0]).every(({ payload }) => payload.seq === answer.seq));
  [ann, bob].forEach(allHaveShape);
});

test('a word that breaks a rule is answered by wordRejected to its player only, and nothing changes', async () => {
  const [ann, bob] = await openRules();
  const tile = rackOf(ann)[0];
  const other = rackOf(ann)[1];
  const named = (one) => (one.isBlank ? { ...one, letter: 'Q' } : one);
  const at = (row, col, one = tile) => ({ row, col, tile: named(one) });
  const missing = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => rackOf(ann).every((one) => one.letter !== letter));
  const cases = [
    ['INVALID_PLACEMENT', []],
    ['INVALID_PLACEMENT', [at(0, 0), at(0, 1, other)]],
    ['INVALID_PLACEMENT', [at(7, 7), at(7, 9, other)]],
    ['INVALID_PLACEMENT', [at(7, 7), at(8, 8, other)]],
    ['INVALID_PLACEMENT', [at(7, 7), at(7, 7, other)]],
    ['INVALID_PLACEMENT', [at(7, 7)]],
    ['INVALID_PLACEMENT', [at(7, 14), at(7, 15, other)]],
    ['INVALID_PLACEMENT', [at(-1, 7), at(0, 7, other)]],
    ['TILES_NOT_IN_RACK', [{ row: 7, col: 7, tile: { letter: missing, points: 1, isBlank: false } }, at(7, 8, other)]],
  ];
  const before = await stateOf(ann);
  const mark = bob.mark();
  for (const [code, placements] of cases) {
    const { told, answer } = await refused(ann, code, 'submitWord', { placements });
    assert.equal(told.name, 'wordRejected', JSON.stringify(placements));
    assert.equal(typeof told.payload.reason, 'string');
    if (code === 'INVALID_PLACEMENT') assert.equal(typeof answer.error.rule, 'string');
  }
  assert.deepEqual(await stateOf(ann), before);
  assert.deepEqual(bob.names(mark), []);
  allHaveShape(ann);
});

test('a word that is not in the list is named in invalidWords', async () => {
  const [ann] = await openRules();
  const letters = rackOf(ann).map((tile) => (tile.isBlank ? { ...tile, letter: 'Q' } : tile));
  const placements = letters.map((tile, i) => ({ row: 7, col: 4 + i, tile }));
  const word = letters.map(({ letter }) => letter).join('');
  const { words } = await import('../lib/words.mjs');
  if (words().set.has(word)) return;
  const { told, answer } = await refused(ann, 'WORD_NOT_FOUND', 'submitWord', { placements });
  assert.equal(told.name, 'wordRejected');
  assert.deepEqual(told.payload.invalidWords, [word]);
  assert.deepEqual(answer.error.words, [word]);
});

test('a later word must be connected and on free squares', async () => {
  const [ann, bob] = await openRules();
  const play = await firstPlay(ann, bob);
  await ann.ask('submitWord', { placements: play.placements });
  await bob.until('turnChange', 0, ({ currentPlayerId }) => currentPlayerId === bob.id);
  const [one, two] = layFirst(bob).map(({ tile }) => tile);
  const cases = [[{ row: 0, col: 0, tile: one }, { row: 0, col: 1, tile: two }], [{ row: 7, col: 7, tile: one }]];
  for (const placements of cases) await refused(bob, 'INVALID_PLACEMENT', 'submitWord', { placements });
});

test('only the player to move can move', async () => {
  const [ann, bob] = await openRules();
  const before = await stateOf(ann);
  for (const [event, payload] of [
    ['passTurn', {}],
    ['exchangeTiles', { tileIndices: [0] }],
    ['submitWord', { placements: layFirst(bob) }],
  ]) {
    const { told } = await refused(bob, 'NOT_YOUR_TURN', event, payload);
    assert.equal(told.name, 'error');
    assert.equal(told.payload.event, event);
  }
  assert.deepEqual(await stateOf(ann), before);
  allHaveShape(bob);
});

test('a pass is announced to all players by turnChange, with or without an ack', async () => {
  const [ann, bob] = await openRules();
  let marks = [ann.mark(), bob.mark()];
  ann.tell('passTurn', {});
  const told = await bob.until('turnChange', marks[1]);
  assert.deepEqual([told.currentPlayerId, told.consecutivePasses], [bob.id, 1]);
  assert.deepEqual(await ann.until('turnChange', marks[0]), told);
  marks = [ann.mark(), bob.mark()];
  const answer = await bob.ask('passTurn');
  assert.deepEqual(answer, { ok: true, seq: told.seq + 1 });
  assert.equal((await ann.until('turnChange', marks[0])).consecutivePasses, 2);
  assert.deepEqual(bob.names(marks[1]), ['turnPassed', 'turnChange']);
});

test('an exchange shows the new tiles to its player only, then the turn passes', async () => {
  const [ann, bob] = await openRules();
  const marks = [ann.mark(), bob.mark()];
  const kept = rackOf(ann).filter((_, i) => i !== 0 && i !== 3);
  assert.equal((await ann.ask('exchangeTiles', { tileIndices: [0, 3] })).ok, true);
  const turn = await bob.until('turnChange', marks[1]);
  assert.equal(turn.consecutivePasses, 1);
  assert.deepEqual(ann.names(marks[0]), ['tilesExchanged', 'tilesSwapped', 'yourTiles', 'turnChange']);
  assert.deepEqual(bob.names(marks[1]), ['tilesSwapped', 'turnChange']);
  const { newTiles } = ann.last('tilesExchanged');
  assert.equal(newTiles.length, 2);
  const sorted = (tiles) => tiles.map((tile) => JSON.stringify(tile)).sort();
  assert.deepEqual(sorted(rackOf(ann)), sorted([...kept, ...newTiles]));
  [ann, bob].forEach(allHaveShape);
});

test('an exchange of no tile, of one tile twice or of a missing tile is refused', async () => {
  const [ann] = await openRules();
  const before = await stateOf(ann);
  for (const tileIndices of [[], [0, 0], [7], [0, 99]]) {
    const mark = ann.mark();
    const answer = await ann.ask('exchangeTiles', { tileIndices });
    assert.equal(answer.ok, false, JSON.stringify(tileIndices));
    assert.equal((await ann.until('error', mark)).code, answer.error.code);
  }
  assert.deepEqual(await stateOf(ann), before);
});
