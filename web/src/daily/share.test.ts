import { expect, test } from "vitest";
import { resultsOf, turn } from "./puzzle.fixture";
import { reviewOf } from "./review-lines";
import { puzzle } from "./puzzle.fixture";
import { bar, shareText } from "./share";

test.each([
  [40, 40, "played", "🟩🟩🟩🟩🟩"],
  [39, 40, "played", "🟨🟨🟨🟨⬜"],
  [20, 40, "played", "🟨🟨⬜⬜⬜"],
  [1, 40, "played", "🟨⬜⬜⬜⬜"],
  [0, 40, "played", "⬜⬜⬜⬜⬜"],
  [0, 40, "exchanged", "🔄⬜⬜⬜⬜"],
] as const)("%i of %i points, %s, is %s", (score, best, kind, text) => {
  expect(bar(score, best, kind)).toBe(text);
});

const turns = [
  turn(1),
  turn(2, { tilesPlaced: [], wordsFormed: [], totalScore: 0, tilesExchanged: 3 }),
  turn(3),
  turn(4),
  turn(5),
];
const results = resultsOf([20, 0, 20, 20, 20], [20, 50, 40, 21, 200]);
const text = shareText(
  results,
  turns,
  { title: "Dord daily", score: "80 points · par 231" },
  "https://dord.example",
);

test("the text has the date, the score, a bar for each turn and a link", () => {
  expect(text.split("\n")).toEqual([
    "Dord daily 2026-11-16 (en)",
    "80 points · par 231",
    "🟩🟩🟩🟩🟩",
    "🔄⬜⬜⬜⬜",
    "🟨🟨⬜⬜⬜",
    "🟨🟨🟨🟨⬜",
    "🟨⬜⬜⬜⬜",
    "https://dord.example/daily/2026-11-16?language=en",
  ]);
});

test("the text contains no word of the puzzle", () => {
  for (const word of ["STONE", "SABLE", "QUARTZ"]) expect(text.toUpperCase()).not.toContain(word);
});

test("the best play of a turn is shown on the board before that turn", () => {
  const review = reviewOf("bestPlays", puzzle(turns), results)!;
  const third = review[2]!;
  const read = (row: number) => third.board[row]!.map((tile) => tile?.letter ?? ".").join("");
  expect(read(7)).toBe(".....STONE.....");
  expect(read(10)).toBe("QUARTZ.........");
  // The board has the player's first turn, but not the third, which it is compared with.
  expect(third.board[8]![1]?.letter).toBe("S");
  expect(third.board[8]![7]).toBeNull();
  expect(third).toMatchObject({ score: 40, turn: 3 });
});

test("an unknown line cannot be reviewed", () => {
  expect(reviewOf("best", puzzle(turns), results)).toBeNull();
  expect(reviewOf("par", puzzle(turns), results)).toHaveLength(5);
});
