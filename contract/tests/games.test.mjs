import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bestPlay } from '../lib/finder.mjs';
import { scorePlay, valueOf } from '../lib/scoring.mjs';
import { startServer } from '../lib/server.mjs';
import { allHaveShape } from '../lib/shapes.mjs';
import { allSeen, openLobby, openTable, rackOf, refused, toMove } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const TURNS_MAX = 120;

/** Plays the best play of each rack until the game ends; returns independently computed scores. */
async function playOut(players, { stopAfter = Infinity } = {}) {
  const scores = new Map(players.map(({ id }) => [id, 0]));
  let board = players[0].last('gameStarted').board;
  for (let turn = 0; turn < TURNS_MAX && turn < stopAfter; turn += 1) {
    const player = toMove(players);
    const play = bestPlay(board, rackOf(player));
    const answer = play
      ? await player.ask('submitWord', { placements: play.placements })
      : await player.ask('passTurn', {});
    assert.equal(answer.ok, true, JSON.stringify({ play, answer }));
    if (play) {
      const accepted = player.last('wordAccepted');
      assert.deepEqual([accepted.word, accepted.score], [play.words[0].text, play.score]);
      scores.set(player.id, scores.get(player.id) + play.score);
      assert.equal(accepted.newScore, scores.get(player.id));
      const sorted = (words) => words.map(({ text, score }) => `${text} ${score}`).sort();
      assert.deepEqual(sorted(player.last('playMade').words), sorted(play.words));
      board = player.last('boardUpdate').board;
    }
    await allSeen(players, answer.seq);
    // The last scoreUpdate already contains the final deductions.
    if (player.last('gameEnded')) break;
    for (const { playerId, score } of players[0].last('scoreUpdate').scores) assert.equal(score, scores.get(playerId));
  }
  return scores;
}

const left = (player) => rackOf(player).reduce((sum, tile) => sum + valueOf(tile), 0);

/** Compares the final scores, deductions and winner with the racks and the computed scores. */
async function checkEnd(players, scores, reason) {
  const ended = await players[0].until('gameEnded');
  for (const { playerId, score } of players[0].last('scoreUpdate').scores) {
    assert.equal(score, ended.finalScores.find((final) => final.playerId === playerId).score);
  }
  for (const player of players) assert.deepEqual(await player.until('gameEnded'), ended);
  assert.equal(ended.reason, reason);
  const out = players.find((player) => rackOf(player).length === 0);
  const expected = players.map((player) => {
    const gained = player === out ? players.reduce((sum, other) => sum + left(other), 0) : 0;
    return { id: player.id, before: scores.get(player.id), score: scores.get(player.id) - left(player) + gained };
  });
  for (const { id, score } of expected) {
    const final = ended.finalScores.find(({ playerId }) => playerId === id);
    const player = players.find((one) => one.id === id);
    assert.equal(final.score, score);
    assert.equal(final.remainingTilePoints ?? 0, left(player));
    assert.deepEqual(final.remainingTiles.map(({ letter }) => letter).sort(), rackOf(player).map(({ letter }) => letter).sort());
  }
  const [best] = expected.toSorted((a, b) => b.score - a.score || b.before - a.before);
  assert.deepEqual([ended.winner.playerId, ended.winner.score], [best.id, best.score]);
  assert.ok(ended.winners.some(({ playerId }) => playerId === best.id));
  return ended;
}

test('the reference scorer computes known scores', () => {
  const board = Array.from({ length: 15 }, () => Array(15).fill(null));
  const tiles = (text) => [...text].map((letter) => ({ letter, isBlank: false }));
  const quiz = tiles('QUIZ').map((tile, i) => ({ row: 7, col: 4 + i, tile }));
  assert.equal(scorePlay(board, quiz).score, 44);
  const all = tiles('AEINRST').map((tile, i) => ({ row: 7, col: 3 + i, tile }));
  assert.equal(scorePlay(board, all).score, (1 + 7) * 2 + 50);
});

test('a whole game ends with allTilesPlayed, and every score is correct', async (t) => {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const players = await openTable(server.url, { preset: 'open' });
    const scores = await playOut(players);
    const { reason } = await players[0].until('gameEnded');
    await checkEnd(players, scores, reason);
    players.forEach(allHaveShape);
    const [ann, bob] = players;
    const reveal = await ann.until('bagReveal');
    assert.equal(reveal.commitment, ann.last('bagCommitment').commitment);
    for (const player of [ann, bob]) {
      await refused(player, 'GAME_ENDED', 'passTurn', {});
      await refused(player, 'GAME_ENDED', 'exchangeTiles', { tileIndices: [0] });
      await refused(player, 'GAME_ENDED', 'submitWord', { placements: [] });
      await refused(player, 'GAME_ENDED', 'startGame', {});
      player.close();
    }
    if (reason === 'allTilesPlayed') return;
    t.diagnostic('both were stuck: another game');
  }
  assert.fail('no game of eight was played to the last tile');
});

test('an exchange with fewer than seven tiles in the bag is INSUFFICIENT_TILES', async () => {
  const players = await openTable(server.url, { preset: 'open' });
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const bag = players[0].last('boardUpdate')?.tileBagCount ?? 86;
    const player = toMove(players);
    if (bag < 7) {
      await refused(player, 'INSUFFICIENT_TILES', 'exchangeTiles', { tileIndices: [0] });
      return;
    }
    const play = bestPlay(players[0].last('boardUpdate')?.board ?? players[0].last('gameStarted').board, rackOf(player));
    const answer = play
      ? await player.ask('submitWord', { placements: play.placements })
      : await player.ask('exchangeTiles', { tileIndices: [0, 1, 2] });
    assert.equal(answer.ok, true, JSON.stringify(answer));
    await allSeen(players, answer.seq);
  }
  assert.fail('the bag never ran low');
});

test('six passes or exchanges in a row end the game with consecutivePasses', async () => {
  const players = await openLobby(server.url, ['Pass Ann', 'Pass Bob', 'Pass Cat']);
  assert.equal((await players[0].ask('startGame', {})).ok, true);
  await Promise.all(players.map((player) => player.until('turnChange')));
  const scores = await playOut(players, { stopAfter: 4 });
  const before = players[0].last('turnChange').consecutivePasses;
  for (let count = before + 1; count <= 6; count += 1) {
    const player = toMove(players);
    const [event, payload] = count === 2 ? ['exchangeTiles', { tileIndices: [0] }] : ['passTurn', {}];
    const answer = await player.ask(event, payload);
    assert.equal(answer.ok, true);
    await allSeen(players, answer.seq);
    assert.equal(player.last('turnChange').consecutivePasses, count);
  }
  await checkEnd(players, scores, 'consecutivePasses');
  players.forEach(allHaveShape);
});

const CONTRACT = [
  'lobbyUpdate', 'gameStarted', 'yourTiles', 'wordAccepted', 'wordRejected', 'boardUpdate', 'turnChange',
  'tilesExchanged', 'scoreUpdate', 'gameEnded', 'playerDisconnected',
];

for (const [way, create, end] of [
  ['passes', { preset: 'validated' }, async (players) => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { seq } = await toMove(players).ask('passTurn', {});
      await allSeen(players, seq);
    }
  }],
  ['a resignation', { preset: 'open' }, ([ann]) => ann.ask('resign', {})],
  ['the host', { preset: 'classic' }, ([ann]) => ann.ask('endGame', {})],
  ['leaving', { preset: 'social' }, ([ann]) => ann.ask('leaveGame', {})],
]) {
  test(`gameEnded is the last event of the contract in a game that ends by ${way}`, async () => {
    const players = await openTable(server.url, create);
    await end(players);
    const rest = players[1];
    await rest.until('bagReveal');
    assert.equal((await rest.ask('chat', { text: 'well played' })).ok, true);
    players[0].close();
    await new Promise((done) => setTimeout(done, 200));
    const told = rest.names().filter((name) => CONTRACT.includes(name));
    assert.equal(told.at(-1), 'gameEnded', told.join(', '));
    assert.equal(told.filter((name) => name === 'gameEnded').length, 1);
  });
}
