// A plain Socket.IO server of the contract, to compare Dord with. It keeps games in memory; with a journal it also writes
// every accepted message to disk before it answers.
//
//   node server.js [PORT] [FILE WITH WORDS, ONE A LINE, .gz or not] [FILE OF THE JOURNAL]

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Server } from 'socket.io';
import { Game } from './game.js';
import { Journal } from './journal.js';

const [port = '3001', list, journalFile] = process.argv.slice(2);
const journal = journalFile ? new Journal(journalFile) : null;
const words = new Set(readWords(list));
const http = createServer();
const io = new Server(http, { serveClient: false, perMessageDeflate: false });
const rooms = new Map();
let openLobby;

function readWords(path) {
  if (!path) throw new Error('name a file with words');
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').map((word) => word.trim().toUpperCase());
}

function newRoom() {
  const code = Math.random().toString(36).slice(2, 8).toUpperCase();
  const room = { code, game: new Game(words) };
  rooms.set(code, room);
  return room;
}

function lobby({ game, code }) {
  const players = game.players.map(({ id, name, isHost, connected }) => ({ id, name, isHost, connected }));
  io.to(code).emit('lobbyUpdate', { players, canStart: players.length >= 2, roomCode: code });
}

function scores(game) {
  return game.players.map(({ id, name, score }) => ({ playerId: id, playerName: name, score }));
}

function moved({ game, code }) {
  io.to(code).emit('turnChange', { currentPlayerId: game.current.id, consecutivePasses: game.passes });
  if (game.phase !== 'ended') return;
  const finalScores = game.players
    .map(({ id, name, score, left }) => ({ playerId: id, playerName: name, score, remainingTilePoints: left }))
    .sort((a, b) => b.score - a.score);
  const { playerId, playerName, score } = finalScores[0];
  io.to(code).emit('gameEnded', { reason: game.reason, finalScores, winner: { playerId, playerName, score } });
  rooms.delete(code);
}

io.on('connection', (socket) => {
  let room;
  let me;

  // `act` changes the game and returns what tells the players. With a journal they are told once the message is on disk.
  const on = (event, act, refusal = 'error') => socket.on(event, (payload, ack) => {
    try {
      const tell = act(payload ?? {});
      const answer = () => {
        const extra = tell();
        if (typeof ack === 'function') ack({ ok: true, ...extra });
      };
      if (journal) journal.append({ room: room.code, player: me.id, event, payload }, answer);
      else answer();
    } catch (error) {
      const { code, message, invalidWords } = error;
      socket.emit(refusal, refusal === 'error' ? { message, code, event } : { reason: message, code, invalidWords });
      if (typeof ack === 'function') ack({ ok: false, error: { code, message } });
    }
  });
  const sit = (chosen, name) => {
    const seat = chosen.game.add(randomUUID(), name);
    if (room) socket.leave(room.code);
    [room, me] = [chosen, seat];
    return () => {
      socket.join(chosen.code);
      lobby(chosen);
      return { roomCode: chosen.code, playerId: seat.id, token: randomUUID() };
    };
  };
  const tiles = (player, to) => to.emit('yourTiles', { tiles: player.rack });
  const seated = () => {
    if (!room) throw Object.assign(new Error('join a game first'), { code: 'GAME_NOT_STARTED' });
  };

  on('createGame', ({ playerName }) => sit(newRoom(), playerName));
  on('joinGame', ({ playerName, roomCode }) => {
    if (typeof playerName !== 'string' || playerName.length < 3 || playerName.length > 20) {
      throw Object.assign(new Error('3 to 20 characters'), { code: 'NAME_INVALID' });
    }
    if (roomCode) {
      if (!rooms.has(roomCode)) throw Object.assign(new Error('no such room'), { code: 'ROOM_NOT_FOUND' });
      return sit(rooms.get(roomCode), playerName);
    }
    if (!openLobby || openLobby.game.phase !== 'lobby') openLobby = newRoom();
    return sit(openLobby, playerName);
  });
  on('startGame', () => {
    seated();
    const { game, code } = room;
    game.start(me);
    return () => {
      io.to(code).emit('gameStarted', {
        turnOrder: game.players.map(({ id }) => id),
        currentPlayerId: game.current.id,
        board: game.board,
        tileBagCount: game.bag.length,
      });
      for (const member of io.sockets.adapter.rooms.get(code) ?? []) {
        const other = io.sockets.sockets.get(member);
        tiles(other.data.me(), other);
      }
    };
  });
  on('submitWord', ({ placements }) => {
    seated();
    const play = room.game.submit(me, placements);
    return () => {
      socket.emit('wordAccepted', { playerId: me.id, ...play, newScore: me.score });
      const positions = play.placements.map(({ row, col }) => ({ row, col }));
      tiles(me, socket);
      io.to(room.code).emit('boardUpdate', { board: room.game.board, lastPlay: { positions } });
      io.to(room.code).emit('scoreUpdate', { scores: scores(room.game) });
      moved(room);
    };
  }, 'wordRejected');
  on('passTurn', () => {
    seated();
    room.game.pass(me);
    return () => moved(room);
  });
  on('exchangeTiles', ({ tileIndices }) => {
    seated();
    const newTiles = room.game.exchange(me, tileIndices);
    return () => {
      socket.emit('tilesExchanged', { newTiles });
      tiles(me, socket);
      moved(room);
    };
  });
  socket.data.me = () => me;
  socket.on('disconnect', () => {
    if (!room) return;
    me.connected = false;
    io.to(room.code).emit('playerDisconnected', { playerId: me.id, playerName: me.name });
    if (room.game.players.every(({ connected }) => !connected)) rooms.delete(room.code);
  });
});

http.listen(Number(port), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`));
