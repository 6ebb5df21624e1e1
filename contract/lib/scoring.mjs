// An independent implementation of the scoring rules; it shares no code with the server.

const QUARTER = ['T..d...T', '.D...t..', '..D...d.', 'd..D...d', '....D...', '.t...t..', '..d...d.', 'T..d...D'];

/** `T` and `D` multiply the word, `t` and `d` the letter. */
function premium(row, col) {
  return QUARTER[Math.min(row, 14 - row)][Math.min(col, 14 - col)];
}

const POINTS = Object.fromEntries(
  Object.entries({ 1: 'AEILNORSTU', 2: 'DG', 3: 'BCMP', 4: 'FHVWY', 5: 'K', 8: 'JX', 10: 'QZ' }).flatMap(([points, letters]) =>
    [...letters].map((letter) => [letter, Number(points)]),
  ),
);

export function valueOf(tile) {
  return tile.isBlank ? 0 : POINTS[tile.letter];
}

const BINGO = 50;
const RACK = 7;

function key(row, col) {
  return row * 15 + col;
}

/** The word through a square in one direction with its score; undefined for a single letter. */
function wordThrough(board, laid, row, col, [down, right]) {
  const at = (r, c) => laid.get(key(r, c)) ?? board[r]?.[c] ?? null;
  const isOn = (r, c) => r >= 0 && c >= 0 && r < 15 && c < 15 && at(r, c);
  while (isOn(row - down, col - right)) [row, col] = [row - down, col - right];
  let [text, sum, times] = ['', 0, 1];
  for (; isOn(row, col); [row, col] = [row + down, col + right]) {
    const tile = at(row, col);
    const square = laid.has(key(row, col)) ? premium(row, col) : '.';
    text += tile.letter;
    sum += valueOf(tile) * ({ t: 3, d: 2 }[square] ?? 1);
    times *= { T: 3, D: 2 }[square] ?? 1;
  }
  return text.length > 1 ? { text, score: sum * times } : undefined;
}

/** All words of a play, the main word first, and the total score. */
export function scorePlay(board, placements) {
  const laid = new Map(placements.map(({ row, col, tile }) => [key(row, col), tile]));
  const isVertical = placements.length > 1 && placements.every(({ col }) => col === placements[0].col);
  const [along, across] = isVertical ? [[1, 0], [0, 1]] : [[0, 1], [1, 0]];
  const [{ row, col }] = placements;
  const crossing = placements.map((square) => wordThrough(board, laid, square.row, square.col, across));
  const words = [wordThrough(board, laid, row, col, along), ...crossing].filter(Boolean);
  const bonus = placements.length === RACK ? BINGO : 0;
  return { words, score: words.reduce((sum, word) => sum + word.score, bonus) };
}
