import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from '../lib/client.mjs';
import { Polling, RawSocket } from '../lib/raw.mjs';
import { startServer } from '../lib/server.mjs';

let server;
before(async () => (server = await startServer()));
after(() => server.stop());

const json = (packet, start) => JSON.parse(packet.slice(start.length));

test('the handshake over polling has the session id, upgrades and ping times', async () => {
  const { first, kind, handshake } = await Polling.open(server.url);
  assert.equal(first.status, 200);
  assert.equal(kind, '0');
  assert.deepEqual(Object.keys(handshake).toSorted(), ['maxPayload', 'pingInterval', 'pingTimeout', 'sid', 'upgrades']);
  assert.deepEqual(handshake.upgrades, ['websocket']);
  assert.ok(handshake.sid.length >= 16 && handshake.pingInterval > 0 && handshake.pingTimeout > 0 && handshake.maxPayload >= 16_384);
});

test('the handshake over WebSocket offers no upgrade', async () => {
  const raw = await RawSocket.open(server.url);
  assert.deepEqual(json(await raw.until('0'), '0').upgrades, []);
  raw.close();
});

test('a whole conversation works over polling alone', async () => {
  const session = await Polling.open(server.url);
  assert.deepEqual(await session.send('40'), { status: 200, text: 'ok' });
  assert.equal(typeof json(await session.until('40'), '40').sid, 'string');
  await session.send('42["createGame",{"playerName":"Ann"}]', '427["passTurn",{}]');
  const [answer] = json(await session.until('437'), '437');
  assert.deepEqual([answer.ok, answer.error.code], [false, 'GAME_NOT_STARTED']);
});

test('the official client works over polling and upgrades to WebSocket', async () => {
  const polling = await Client.connect(server.url, { transports: ['polling'] });
  assert.equal((await polling.ask('createGame', { playerName: 'Ann' })).ok, true);
  polling.close();
  const both = await Client.connect(server.url, { transports: ['polling', 'websocket'] });
  const { engine } = both.socket.io;
  if (engine.transport.name !== 'websocket') await new Promise((done) => engine.once('upgrade', done));
  assert.equal((await both.ask('createGame', { playerName: 'Ann' })).ok, true);
  both.close();
});

test('an upgrade is probed before it is used', async () => {
  const session = await Polling.open(server.url);
  const raw = await RawSocket.open(server.url, `EIO=4&sid=${session.handshake.sid}`);
  raw.send('2probe');
  assert.equal(await raw.until('3probe'), '3probe');
  raw.send('5', '40');
  assert.equal(typeof json(await raw.until('40'), '40').sid, 'string');
  raw.close();
});

test('an ack has the id of its event, in any order', async () => {
  const raw = await RawSocket.connect(server.url);
  raw.send('42999["nothing"]', '420["passTurn",{}]', '4212345678["passTurn"]');
  for (const id of ['999', '0', '12345678']) {
    const [answer] = json(await raw.until(`43${id}[`), `43${id}`);
    assert.equal(answer.ok, false);
  }
  raw.close();
});

test('the server pings, and a client that answers stays connected', async () => {
  const raw = await RawSocket.connect(server.url);
  await raw.until('2');
  raw.send('3', '421["passTurn"]');
  await raw.until('431');
  raw.close();
});

test('binary data is refused with an answer, and the connection stays open', async () => {
  const raw = await RawSocket.connect(server.url);
  raw.send('451-5["chat",{"_placeholder":true,"num":0}]', Buffer.from([1, 2, 3]));
  const [answer] = json(await raw.until('435'), '435');
  assert.equal(answer.error.code, 'BAD_REQUEST');
  raw.send('421["passTurn"]');
  await raw.until('431');
  raw.close();
});

test('an event without a text name is answered or closes the connection', async () => {
  for (const body of ['[]', '[7]', '[null]', '[{"a":1}]', '[["joinGame"]]']) {
    const raw = await RawSocket.connect(server.url);
    raw.send(`421${body}`);
    const ended = await Promise.race([raw.until('431').then((packet) => json(packet, '431')[0].error.code), raw.closed.then(() => 'closed')]);
    assert.ok(['BAD_REQUEST', 'closed'].includes(ended), `${body}: ${ended}`);
    raw.close();
  }
});

test('invalid packets close only the connection that sent them', async () => {
  const witness = await RawSocket.connect(server.url);
  for (const packet of ['9', 'x', '49', '4x', '42{"not":"a list"}', '42[', '4']) {
    const raw = await RawSocket.connect(server.url);
    raw.send(packet, '421["passTurn"]');
    await Promise.race([raw.closed, raw.until('431')]);
    raw.close();
  }
  witness.send('421["passTurn"]');
  await witness.until('431');
  witness.close();
});

test('other versions of Engine.IO and unknown sessions are refused', async () => {
  const status = async (query) => (await fetch(`${server.url}/socket.io/?${query}`)).status;
  assert.equal(await status('EIO=3&transport=polling'), 400);
  assert.equal(await status('EIO=9&transport=polling'), 400);
  assert.equal(await status('transport=polling'), 400);
  assert.equal(await status('EIO=4&transport=pigeon'), 400);
  assert.equal(await status('EIO=4&transport=websocket'), 400);
  assert.equal(await status('EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAA'), 400);
});

test('an unknown namespace is a connect error', async () => {
  const raw = await RawSocket.open(server.url);
  raw.send('40/admin,');
  assert.equal(typeof json(await raw.until('44/admin,'), '44/admin,').message, 'string');
  raw.close();
});

test('an event sent right after connecting is answered', async () => {
  for (let i = 0; i < 20; i += 1) {
    const raw = await RawSocket.connect(server.url);
    raw.send('421["passTurn"]');
    await raw.until('431');
    raw.close();
  }
});

test('an event whose name needs escaping closes only its own connection', async () => {
  const witness = await RawSocket.connect(server.url);
  for (const name of ['a"b', 'a\n', 'a\u0000']) {
    const raw = await RawSocket.connect(server.url);
    raw.send(`421${JSON.stringify([name, {}])}`);
    await Promise.race([raw.closed, raw.until('431')]);
    raw.close();
  }
  witness.send('421["passTurn"]');
  await witness.until('431');
  witness.close();
});
