// Reference move generator that tries every word on every line: slow, and simple enough to trust.
import { scorePlay } from './scoring.mjs';
import { maskOf, words } from './words.mjs';

function bitCount(mask) {
  let count = 0;
  for (; mask; mask &= mask - 1) count += 1;
  return count;
}

/** The tiles that lay a word on a line, or undefined if the line or the rack does not allow it. */
function layOnLine(text, line, start, rack) {
  if (line[start - 1] || line[start + text.length]) return undefined;
  const left = [...rack];
  const laid = [];
  for (let i = 0; i < text.length; i += 1) {
    const there = line[start + i];
    if (there) {
      if (there.letter !== text[i]) return undefined;
      continue;
    }
    let place = left.findIndex((tile) => !tile.isBlank && tile.letter === text[i]);
    if (place < 0) place = left.findIndex((tile) => tile.isBlank);
    if (place < 0) return undefined;
    const [tile] = left.splice(place, 1);
    laid.push({ at: start + i, tile: { ...tile, letter: text[i] } });
  }
  return laid.length > 0 ? laid : undefined;
}

/**
 * Prefix sums over the squares of a line where a play can connect: free squares next to a tile, or
 * the centre on an empty board.
 */
function connections(board, line, square) {
  const isEmpty = board.every((row) => row.every((one) => one === null));
  const around = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const connects = (at) => {
    const { row, col } = square(at);
    if (line[at]) return false;
    return isEmpty ? row === 7 && col === 7 : around.some(([down, right]) => board[row + down]?.[col + right]);
  };
  const sums = [0];
  for (let at = 0; at < 15; at += 1) sums.push(sums[at] + (connects(at) ? 1 : 0));
  return sums;
}

/**
 * The tiles to search with. With two blanks nearly every word fits, so a larger rack keeps one of
 * them, which is legal and much faster.
 */
function considered(rack) {
  const second = rack.findLastIndex((tile) => tile.isBlank);
  const isRich = rack.filter((tile) => tile.isBlank).length > 1 && rack.length > 4;
  return isRich ? rack.toSpliced(second, 1) : rack;
}

/** The legal plays with a rack: `{placements, words, score}`. */
export function findPlays(board, fullRack) {
  const { list, set } = words();
  const rack = considered(fullRack);
  const blanks = rack.filter((tile) => tile.isBlank).length;
  const rackMask = maskOf(rack.filter((tile) => !tile.isBlank).map((tile) => tile.letter).join(''));
  const found = [];
  for (let number = 0; number < 30; number += 1) {
    const isRow = number < 15;
    const index = number % 15;
    const line = isRow ? board[index] : board.map((row) => row[index]);
    const square = (at) => (isRow ? { row: index, col: at } : { row: at, col: index });
    const sums = connections(board, line, square);
    if (sums[15] === 0) continue;
    const has = rackMask | maskOf(line.map((tile) => tile?.letter ?? '').join(''));
    for (const { text, mask } of list) {
      if (bitCount(mask & ~has) > blanks) continue;
      for (let start = 0; start + text.length <= 15; start += 1) {
        if (sums[start + text.length] === sums[start]) continue;
        const laid = layOnLine(text, line, start, rack);
        if (!laid) continue;
        const placements = laid.map(({ at, tile }) => ({ ...square(at), tile }));
        const scored = scorePlay(board, placements);
        if (scored.words.every((word) => set.has(word.text))) found.push({ placements, ...scored });
      }
    }
  }
  return found;
}

/** The play with the highest score; undefined if there is none. */
export function bestPlay(board, rack) {
  return findPlays(board, rack).reduce((best, play) => (best && best.score >= play.score ? best : play), undefined);
}
