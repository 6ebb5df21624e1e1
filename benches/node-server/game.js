// The game, as plainly as a Node server would keep it: in memory, and the word list in a Set.

const SIDE = 15;
const LETTERS = {
  _: [2, 0], A: [9, 1], B: [2, 3], C: [2, 3], D: [4, 2], E: [12, 1], F: [2, 4], G: [3, 2], H: [2, 4], I: [9, 1], J: [1, 8],
  K: [1, 5], L: [4, 1], M: [2, 3], N: [6, 1], O: [8, 1], P: [2, 3], Q: [1, 10], R: [6, 1], S: [4, 1], T: [6, 1], U: [4, 1],
  V: [2, 4], W: [2, 4], X: [1, 8], Y: [2, 4], Z: [1, 10],
};
// One eighth of the board; the rest is its mirror image.
const EIGHTH = ['T..d...T', '.D...t..', '..D...d.', 'd..D...d', '....D...', '.t...t..', '..d...d.', 'T..d...D'];

const premium = (row, col) => EIGHTH[Math.min(row, 14 - row)][Math.min(col, 14 - col)];
const refuse = (code, message, more = {}) => Object.assign(new Error(message), { code, ...more });

export class Game {
  constructor(words) {
    this.words = words;
    this.players = [];
    this.phase = 'lobby';
  }

  add(id, name) {
    if (this.phase !== 'lobby') throw refuse('GAME_ALREADY_STARTED', 'this game has started');
    if (this.players.length >= 4) throw refuse('GAME_FULL', 'four play already');
    if (this.players.some((player) => player.name === name)) throw refuse('NAME_TAKEN', 'this name is taken');
    const player = { id, name, isHost: this.players.length === 0, connected: true, score: 0, rack: [] };
    this.players.push(player);
    return player;
  }

  start(player) {
    if (this.phase !== 'lobby') throw refuse('GAME_ALREADY_STARTED', 'this game has started');
    if (!player.isHost) throw refuse('NOT_HOST', 'only the host can start');
    if (this.players.length < 2) throw refuse('NOT_ENOUGH_PLAYERS', 'two are needed');
    this.phase = 'playing';
    this.board = Array.from({ length: SIDE }, () => Array(SIDE).fill(null));
    this.bag = Object.entries(LETTERS).flatMap(([letter, [count, points]]) =>
      Array.from({ length: count }, () => ({ letter, points, isBlank: letter === '_' })));
    for (let i = this.bag.length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.bag[i], this.bag[j]] = [this.bag[j], this.bag[i]];
    }
    this.turn = 0;
    this.passes = 0;
    for (const one of this.players) this.fill(one);
  }

  get current() {
    return this.players[this.turn];
  }

  fill(player) {
    player.rack.push(...this.bag.splice(-(7 - player.rack.length) || this.bag.length));
  }

  mayMove(player) {
    if (this.phase === 'lobby') throw refuse('GAME_NOT_STARTED', 'the game has not started');
    if (this.phase === 'ended') throw refuse('GAME_ENDED', 'the game is over');
    if (this.current !== player) throw refuse('NOT_YOUR_TURN', 'it is not your turn');
  }

  submit(player, placements) {
    this.mayMove(player);
    const laid = this.check(player, placements);
    for (const { row, col, tile } of laid) this.board[row][col] = tile;
    const lines = this.lines(laid);
    const texts = lines.map((line) => line.map(([row, col]) => this.board[row][col].letter).join(''));
    const unknown = texts.filter((text) => !this.words.has(text));
    if (unknown.length > 0) {
      for (const { row, col } of laid) this.board[row][col] = null;
      throw refuse('WORD_NOT_FOUND', 'Word not in dictionary', { invalidWords: unknown });
    }
    const isNew = new Set(laid.map(({ row, col }) => row * SIDE + col));
    const score = lines.reduce((sum, line) => sum + this.score(line, isNew), laid.length === 7 ? 50 : 0);
    player.score += score;
    for (const { held } of laid) player.rack.splice(player.rack.indexOf(held), 1);
    this.fill(player);
    this.passes = 0;
    this.next();
    if (player.rack.length === 0) this.end('allTilesPlayed');
    return { word: texts[0], score, placements: laid.map(({ row, col, tile }) => ({ row, col, tile })) };
  }

  check(player, placements) {
    const wrong = (message) => refuse('INVALID_PLACEMENT', message);
    if (!Array.isArray(placements) || placements.length === 0) throw wrong('lay at least one tile');
    const rack = [...player.rack];
    const laid = placements.map(({ row, col, tile }) => {
      if (!(row >= 0 && row < SIDE && col >= 0 && col < SIDE)) throw wrong('off the board');
      if (this.board[row][col]) throw wrong('this square is taken');
      const at = rack.findIndex((held) => (tile.isBlank ? held.isBlank : held.letter === tile.letter));
      if (at < 0) throw wrong('not on your rack');
      const [held] = rack.splice(at, 1);
      return { row, col, held, tile: { letter: tile.letter, points: held.points, isBlank: held.isBlank } };
    });
    laid.sort((a, b) => a.row - b.row || a.col - b.col);
    const [first, last] = [laid[0], laid[laid.length - 1]];
    const across = laid.every(({ row }) => row === first.row);
    if (!across && !laid.every(({ col }) => col === first.col)) throw wrong('not in one line');
    const here = new Set(laid.map(({ row, col }) => row * SIDE + col));
    if (here.size !== laid.length) throw wrong('two tiles on one square');
    for (let row = first.row, col = first.col; row <= last.row && col <= last.col; across ? (col += 1) : (row += 1)) {
      if (!this.board[row][col] && !here.has(row * SIDE + col)) throw wrong('there is a gap');
    }
    if (!this.board[7][7]) {
      if (!here.has(7 * SIDE + 7)) throw wrong('the first word covers the centre');
    } else if (!laid.some(({ row, col }) => this.neighbours(row, col))) throw wrong('it touches nothing');
    return laid;
  }

  neighbours(row, col) {
    return this.board[row - 1]?.[col] || this.board[row + 1]?.[col] || this.board[row][col - 1] || this.board[row][col + 1];
  }

  // The main word first, then the cross words.
  lines(laid) {
    const through = (row, col, dr, dc) => {
      while (this.board[row - dr]?.[col - dc]) { row -= dr; col -= dc; }
      const line = [];
      for (; this.board[row]?.[col]; row += dr, col += dc) line.push([row, col]);
      return line;
    };
    const down = laid.length > 1 && laid[0].col === laid[1].col;
    const [dr, dc] = down ? [1, 0] : [0, 1];
    const main = through(laid[0].row, laid[0].col, dr, dc);
    return [main, ...laid.map(({ row, col }) => through(row, col, dc, dr))].filter((line) => line.length > 1);
  }

  score(line, isNew) {
    let sum = 0;
    let factor = 1;
    for (const [row, col] of line) {
      const { points } = this.board[row][col];
      const kind = isNew.has(row * SIDE + col) ? premium(row, col) : '.';
      sum += points * (kind === 'd' ? 2 : kind === 't' ? 3 : 1);
      factor *= kind === 'D' ? 2 : kind === 'T' ? 3 : 1;
    }
    return sum * factor;
  }

  pass(player) {
    this.mayMove(player);
    this.scoreless();
  }

  exchange(player, indices) {
    this.mayMove(player);
    if (this.bag.length < 7) throw refuse('INSUFFICIENT_TILES', 'fewer than seven tiles are left');
    const chosen = new Set(indices);
    if (chosen.size === 0 || [...chosen].some((index) => !player.rack[index])) throw refuse('BAD_REQUEST', 'no such tile');
    const back = player.rack.filter((_, index) => chosen.has(index));
    player.rack = player.rack.filter((_, index) => !chosen.has(index));
    const newTiles = this.bag.splice(-back.length);
    player.rack.push(...newTiles);
    for (const tile of back) this.bag.splice(Math.floor(Math.random() * (this.bag.length + 1)), 0, tile);
    this.scoreless();
    return newTiles;
  }

  scoreless() {
    this.passes += 1;
    this.next();
    if (this.passes >= 6) this.end('consecutivePasses');
  }

  next() {
    this.turn = (this.turn + 1) % this.players.length;
  }

  end(reason) {
    this.phase = 'ended';
    this.reason = reason;
    for (const player of this.players) {
      player.left = player.rack.reduce((sum, { points }) => sum + points, 0);
      player.score -= player.left;
    }
  }
}
