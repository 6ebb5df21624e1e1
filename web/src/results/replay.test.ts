import { expect, test } from "vitest";
import type { GameRecord, MoveRecord } from "../protocol";
import { positionAfter, positionWith } from "./replay";
import { played, realRecord } from "./game.fixture";

const moves = (...lines: ReturnType<typeof played>[]): GameRecord => ({
  ...realRecord,
  moves: lines.map((line): MoveRecord => ({ ...line, rack: [] })),
});

const tilesOn = ({ board }: ReturnType<typeof positionAfter>) =>
  board.flat().filter((tile) => tile !== null).length;

test("before the first move the board is empty", () => {
  expect(tilesOn(positionAfter(realRecord, 0))).toBe(0);
});

test("after a play its tiles are on the board and marked", () => {
  const position = positionAfter(realRecord, 1);
  expect(tilesOn(position)).toBe(3);
  expect([...position.fresh]).toEqual(["7,6", "7,7", "7,8"]);
});

test("after a pass no tiles are marked", () => {
  const position = positionAfter(realRecord, realRecord.moves.length);
  expect(tilesOn(position)).toBe(3);
  expect(position.fresh.size).toBe(0);
});

test("a play that was taken back is shown once and then removed", () => {
  const record = moves(
    played("alice", { words: [["DORD", 9]], fate: "takenBack" }),
    played("bob", { words: [["CAT", 5]], tiles: 1 }),
  );
  expect(positionAfter(record, 1)).toMatchObject({ isTakenBack: true });
  expect(tilesOn(positionAfter(record, 1))).toBe(2);
  expect(tilesOn(positionAfter(record, 2))).toBe(1);
});

test("a starting word is centred on the board", () => {
  const { board } = positionAfter({ ...realRecord, startingWord: ["T", "R", "A", "I", "N"] }, 0);
  expect(board[7]!.slice(5, 10).map((tile) => tile?.letter)).toEqual(["T", "R", "A", "I", "N"]);
});

test("a better move is shown on the board before the move", () => {
  const better = [{ row: 3, col: 3, tile: { letter: "Q", points: 10, isBlank: false } }];
  const position = positionWith(realRecord, 1, better);
  expect(tilesOn(position)).toBe(1);
  expect(position.board[3]![3]?.letter).toBe("Q");
  expect([...position.fresh]).toEqual(["3,3"]);
  expect(tilesOn(positionWith(realRecord, 2, better))).toBe(4);
});
