import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startServer } from '../lib/server.mjs';
import { allSeen, layFirst, openTable, rackOf, refused, sit, stateOf } from '../lib/table.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const done = async (player, event, payload = {}) => {
  const answer = await player.ask(event, payload);
  assert.equal(answer.ok, true, `${event}: ${JSON.stringify(answer)}`);
  return answer;
};

async function playAnything(players) {
  const [ann] = players;
  const { seq } = await done(ann, 'submitWord', { placements: layFirst(ann) });
  await allSeen(players, seq);
  return seq;
}

test('any word can be played, and its player draws only when the play stands', async () => {
  const players = await openTable(server.url);
  const [ann, bob] = players;
  await playAnything(players);
  assert.equal(rackOf(ann).length, 5);
  assert.ok(bob.last('playMade').challengeUntil > Date.now());
  const mark = ann.mark();
  await done(bob, 'passTurn');
  assert.equal((await ann.until('playStood', mark)).reason, 'nextMove');
  await ann.until('yourTiles', mark, ({ tiles }) => tiles.length === 7);
});

test('a successful challenge undoes the play', async () => {
  const players = await openTable(server.url);
  const [ann, bob] = players;
  const rack = rackOf(ann);
  await playAnything(players);
  await refused(bob, 'NOTHING_TO_CHALLENGE', 'challenge', { turnNumber: 9 });
  await refused(ann, 'NOTHING_TO_CHALLENGE', 'challenge', {});
  await refused(bob, 'NO_CHALLENGE_PENDING', 'resolveChallenge', { valid: true });
  await done(bob, 'challenge', { turnNumber: 1 });
  await refused(bob, 'CHALLENGE_PENDING', 'passTurn', {});
  await refused(bob, 'CHALLENGE_PENDING', 'challenge', {});
  const mark = ann.mark();
  await done(bob, 'resolveChallenge', { valid: false });
  const resolved = await ann.until('challengeResolved', mark);
  assert.deepEqual([resolved.valid, resolved.challengerLosesTurn], [false, false]);
  const turn = await ann.until('turnChange', mark);
  assert.deepEqual([turn.currentPlayerId, turn.consecutivePasses], [bob.id, 0]);
  const sorted = (tiles) => tiles.map(({ letter }) => letter).sort();
  assert.deepEqual(sorted(rackOf(ann)), sorted(rack));
  assert.ok(ann.last('boardUpdate').board.flat().every((square) => square === null));
  assert.ok(ann.last('scoreUpdate').scores.every(({ score }) => score === 0));
});

test('a failed challenge costs the challenger a turn', async () => {
  const players = await openTable(server.url);
  const [ann, bob] = players;
  await playAnything(players);
  await done(bob, 'challenge');
  const mark = bob.mark();
  await done(ann, 'resolveChallenge', { valid: true });
  const resolved = await bob.until('challengeResolved', mark);
  assert.deepEqual([resolved.valid, resolved.challengerLosesTurn, resolved.judge], [true, true, { kind: 'player', playerId: ann.id }]);
  assert.equal((await bob.until('turnLost', mark)).playerId, bob.id);
  assert.equal((await bob.until('turnChange', mark)).currentPlayerId, ann.id);
});

test('a play stands when its window has passed, or when all others accept it', async () => {
  const short = await openTable(server.url, { rules: { challengeWindowSeconds: 1 } });
  await playAnything(short);
  assert.equal((await short[0].until('playStood')).reason, 'windowPassed');
  await refused(short[1], 'NOTHING_TO_CHALLENGE', 'challenge', {});

  const players = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'] });
  await playAnything(players);
  await done(players[1], 'acceptPlay', { turnNumber: 1 });
  await players[0].until('playAccepted');
  await done(players[2], 'acceptPlay');
  assert.equal((await players[0].until('playStood')).reason, 'allAccepted');
});

test('three players vote on a challenge secretly, and the majority decides', async () => {
  const players = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'], rules: { verdict: 'vote' } });
  const [ann, bob, cat] = players;
  await playAnything(players);
  await done(bob, 'challenge');
  assert.equal((await cat.until('challengeStarted')).verdict, 'vote');
  await refused(ann, 'NOT_ALLOWED', 'resolveChallenge', { valid: true });
  await done(bob, 'resolveChallenge', { valid: false });
  const vote = await cat.until('voteCast');
  assert.deepEqual(vote, { playerId: bob.id, turnNumber: 1, seq: vote.seq });
  await done(cat, 'resolveChallenge', { valid: false });
  const { valid, judge } = await ann.until('challengeResolved');
  assert.equal(valid, false);
  assert.deepEqual([judge.kind, judge.valid, judge.invalid.toSorted()], ['vote', [], [bob.id, cat.id].toSorted()]);
});

test('resigning from a game of two ends it, and the other player wins', async () => {
  const [ann, bob] = await openTable(server.url);
  await done(ann, 'resign');
  const ended = await bob.until('gameEnded');
  assert.deepEqual([ended.reason, ended.winner.playerId], ['resigned', bob.id]);
});

test('the host alone ends a game of two, and asks the others in a game of three', async () => {
  const [ann, bob] = await openTable(server.url);
  await refused(bob, 'NOT_HOST', 'endGame', {});
  await done(ann, 'endGame');
  assert.equal((await bob.until('gameEnded')).reason, 'hostEnded');

  const three = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'] });
  await done(three[0], 'endGame');
  assert.equal((await three[1].until('endGameRequested')).playerId, three[0].id);
  await done(three[1], 'endGame');
  assert.equal((await three[2].until('gameEnded')).reason, 'hostEnded');
});

test('only the host can remove players from the lobby', async () => {
  const [ann, bob, cat] = await openTable(server.url, { names: ['Ann', 'Bob', 'Cat'], started: false });
  await refused(bob, 'NOT_HOST', 'removePlayer', { playerId: cat.id });
  await refused(ann, 'NOT_A_PLAYER', 'removePlayer', { playerId: 'nobody' });
  await done(ann, 'removePlayer', { playerId: cat.id });
  assert.equal((await cat.until('playerLeft')).playerId, cat.id);
  await refused(cat, 'NOT_A_PLAYER', 'chat', { text: 'hello' });
});

test('a connected player cannot be removed from a running game', async () => {
  const [ann, bob] = await openTable(server.url);
  await refused(ann, 'NOT_ALLOWED', 'removePlayer', { playerId: bob.id });
});

test('the same players play again, and the next player begins', async () => {
  const [ann, bob] = await openTable(server.url);
  await done(ann, 'resign');
  await bob.until('gameEnded');
  const first = await done(ann, 'playAgain');
  assert.notEqual(first.roomCode, ann.room);
  assert.equal((await bob.until('playAgainOffered')).roomCode, first.roomCode);
  const second = await done(bob, 'playAgain');
  assert.equal(second.roomCode, first.roomCode);
  assert.notEqual(second.token, first.token);
  const lobby = await ann.until('lobbyUpdate', 0, ({ roomCode, players }) => roomCode === first.roomCode && players.length === 2);
  const host = lobby.players.find(({ isHost }) => isHost).id === first.playerId ? ann : bob;
  const mark = bob.mark();
  await done(host, 'startGame');
  assert.equal((await bob.until('gameStarted', mark)).currentPlayerId, second.playerId);
});

test('a preview has the score, and the validity only where words are checked', async () => {
  const [ann] = await openTable(server.url);
  const { score, words } = await done(ann, 'previewMove', { placements: layFirst(ann) });
  assert.ok(Number.isInteger(score));
  assert.deepEqual(Object.keys(words[0]).toSorted(), ['score', 'text']);
  const [open] = await openTable(server.url, { preset: 'open' });
  const before = await stateOf(open);
  const previewed = await done(open, 'previewMove', { placements: layFirst(open) });
  assert.equal(typeof previewed.words[0].valid, 'boolean');
  await refused(open, 'INVALID_PLACEMENT', 'previewMove', { placements: [] });
  assert.deepEqual(await stateOf(open), before);
});

test('words can be looked up where the rules allow it', async () => {
  const [ann] = await openTable(server.url);
  const found = await done(ann, 'lookupWord', { word: 'word' });
  assert.deepEqual([found.valid, typeof found.list], [true, 'string']);
  assert.equal((await done(ann, 'lookupWord', { word: 'DORDX' })).valid, false);
  const [classic] = await openTable(server.url, { preset: 'classic' });
  await refused(classic, 'LOOKUP_NOT_ALLOWED', 'lookupWord', { word: 'word' });
});

test('a chat message is sent as plain text and does not change the version', async () => {
  const [ann, bob] = await openTable(server.url);
  const { seq } = await done(ann, 'chat', { text: '  <b>hi</b>\u202e  ' });
  const line = await bob.until('chat');
  assert.deepEqual([line.playerId, line.playerName, line.text, line.seq], [ann.id, 'Ann', '<b>hi</b>', seq]);
  assert.equal(seq, ann.last('turnChange').seq);
});

const commitmentTo = (nonce) => createHash('sha256').update('dord/2/nonce').update(nonce).digest('hex');

test('players commit to nonces, and the game starts when all are revealed', async () => {
  const ann = await sit(server.url, 'createGame', { playerName: 'Ann', commitment: commitmentTo('one') });
  const bob = await sit(server.url, 'joinGame', { playerName: 'Bob', roomCode: ann.room });
  await done(bob, 'setNonce', { commitment: commitmentTo('two') });
  await done(ann, 'startGame');
  const requested = await bob.until('nonceRequested');
  assert.deepEqual(
    requested.contributors.map(({ playerId, commitment }) => [playerId, commitment]),
    [[ann.id, commitmentTo('one')], [bob.id, commitmentTo('two')]],
  );
  await refused(bob, 'NOT_ALLOWED', 'revealNonce', { nonce: 'three' });
  await refused(bob, 'GAME_ALREADY_STARTED', 'setNonce', { commitment: commitmentTo('three') });
  await done(ann, 'revealNonce', { nonce: 'one' });
  assert.equal(bob.last('gameStarted'), undefined);
  await done(bob, 'revealNonce', { nonce: 'two' });
  const { nonces } = await ann.until('gameStarted');
  assert.deepEqual(nonces, [
    { playerId: ann.id, nonce: 'one', commitment: commitmentTo('one') },
    { playerId: bob.id, nonce: 'two', commitment: commitmentTo('two') },
  ]);
  await done(bob, 'resign');
  const { keyVersion } = await ann.until('bagReveal');
  assert.equal(keyVersion, 2);
});

test('a start fails if a player does not reveal the nonce, and names that player', async () => {
  const ann = await sit(server.url, 'createGame', { playerName: 'Ann' });
  const bob = await sit(server.url, 'joinGame', { playerName: 'Bob', roomCode: ann.room });
  await done(bob, 'setNonce', { commitment: commitmentTo('two') });
  await done(ann, 'startGame');
  for (const player of [ann, bob]) {
    const { players } = await player.until('startFailed');
    assert.deepEqual(players, [{ playerId: bob.id, playerName: 'Bob' }]);
  }
  // The commitment is void. The next start waits for a new one, or for a nonce in the open.
  await refused(ann, 'NOT_ALLOWED', 'startGame');
  await done(bob, 'setNonce', { nonce: 'three' });
  await done(ann, 'startGame');
  await bob.until('gameStarted');
});

test('nonces in clear text are secret until the start and then sent to all', async () => {
  const ann = await sit(server.url, 'createGame', { playerName: 'Ann', nonce: 'one' });
  const bob = await sit(server.url, 'joinGame', { playerName: 'Bob', roomCode: ann.room });
  await done(bob, 'setNonce', { nonce: 'two' });
  const told = await ann.until('nonceSet');
  assert.ok(!JSON.stringify(told).includes('two'));
  await done(ann, 'startGame');
  const { nonces } = await bob.until('gameStarted');
  assert.deepEqual(nonces, [{ playerId: ann.id, nonce: 'one' }, { playerId: bob.id, nonce: 'two' }]);
  await refused(ann, 'GAME_ALREADY_STARTED', 'setNonce', { nonce: 'late' });
});

test('the host adds a bot, and it plays', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'open', started: false });
  await refused(bob, 'NOT_HOST', 'addBot', { level: 1 });
  const { playerId } = await done(ann, 'addBot', { level: 1 });
  await done(bob, 'leaveGame');
  await done(ann, 'startGame');
  await ann.until('turnChange');
  await done(ann, 'passTurn');
  await ann.until('turnChange', 0, ({ currentPlayerId, turnNumber }) => turnNumber === 3 && currentPlayerId === ann.id);
  assert.ok(ann.events.some(({ payload }) => payload.playerId === playerId));
});

test('a repeated command is answered again but not executed again', async () => {
  const [ann, bob] = await openTable(server.url, { preset: 'open' });
  const first = await done(ann, 'passTurn', { commandId: 'pass 1' });
  assert.deepEqual(await ann.ask('passTurn', { commandId: 'pass 1' }), first);
  assert.equal((await stateOf(ann)).game.consecutivePasses, 1);
  await stateOf(bob);
  assert.equal(bob.names().filter((name) => name === 'turnPassed').length, 1);
});

test('the host decides who joins at a table that asks first', async () => {
  const ann = await sit(server.url, 'createGame', { playerName: 'Ann', rules: { joining: 'hostAdmits' } });
  const bob = await sit(server.url, 'joinGame', { playerName: 'Bob', roomCode: ann.room });
  assert.equal(bob.id, undefined);
  const { requestId, playerName } = await ann.until('joinRequested');
  assert.equal(playerName, 'Bob');
  await done(ann, 'admitPlayer', { requestId, admit: true });
  const { admitted, seat } = await bob.until('joinDecided');
  assert.equal(admitted, true);
  assert.equal(typeof seat.token, 'string');
});
