// Squares in standard notation, and lines that connect. Where words are not checked, every connected line is a play.

export type Square = { row: number; col: number };

export function nameOf({ row, col }: Square): string {
  return `${row + 1}${String.fromCharCode(65 + col)}`;
}

export function squareAt(name: string): Square {
  const [, row = "", col = ""] = /^(\d+)([A-O])$/.exec(name) ?? [];
  return { row: Number(row) - 1, col: col.charCodeAt(0) - 65 };
}

const AROUND = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** A line of `count` free squares that touches a tile, or covers the star of an empty board. */
export function lineFor(count: number, taken: ReadonlySet<string>): Square[] {
  const touches = ({ row, col }: Square) =>
    taken.size === 0
      ? row === 7 && col === 7
      : AROUND.some(([down, right]) => taken.has(nameOf({ row: row + down, col: col + right })));
  for (const isDown of [false, true]) {
    for (let line = 0; line < 15; line++) {
      for (let start = 0; start + count <= 15; start++) {
        const squares = Array.from({ length: count }, (_, step) =>
          isDown ? { row: start + step, col: line } : { row: line, col: start + step },
        );
        if (squares.every((square) => !taken.has(nameOf(square))) && squares.some(touches)) return squares;
      }
    }
  }
  throw new Error(`no room for ${count} tiles`);
}
