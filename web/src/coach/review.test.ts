import { describe, expect, test } from "vitest";
import type { ReviewedTurn, ReviewLine } from "../protocol";
import { runningTotals } from "./graph";
import { signed, signedWhole, tenths } from "./numbers";
import { CoachUnavailableError, linesOf, ReviewInterruptedError, reviewOf, type Review } from "./review";

function turn(moveIndex: number, playerId: string, lost: number, luck: number): ReviewedTurn {
  return {
    moveIndex,
    playerId,
    rack: ["Ŀ", "_", "É"],
    made: { kind: "pass" },
    takenBack: false,
    equity: 1.5,
    lost,
    luck,
    judgedBy: "equity",
    best: [],
    missedBingo: null,
    phonies: ["ΩMEGA", "名前", "🙂"],
  };
}

const LINES: ReadonlyArray<ReviewLine> = [
  { kind: "begin", turns: 2 },
  { kind: "turn", ...turn(0, "ann", 3, -2) },
  { kind: "turn", ...turn(2, "bob", 0, 4.5) },
  { kind: "end", sums: [] },
];
const BYTES = new TextEncoder().encode(LINES.map((line) => `${JSON.stringify(line)}\n`).join(""));

function streamOf(pieces: ReadonlyArray<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("the lines of a stream", () => {
  test("are the same wherever it is split, even inside a character", async () => {
    for (let cut = 0; cut <= BYTES.length; cut++) {
      expect(await all(linesOf(streamOf([BYTES.slice(0, cut), BYTES.slice(cut)])))).toEqual(LINES);
    }
  });

  test.each([1, 2, 3, 7, 64])("are the same in pieces of %i bytes", async (size) => {
    const pieces = [];
    for (let start = 0; start < BYTES.length; start += size) pieces.push(BYTES.slice(start, start + size));
    expect(await all(linesOf(streamOf(pieces)))).toEqual(LINES);
  });

  test("are yielded as soon as they arrive", async () => {
    let send!: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
    const lines = linesOf(stream);
    send.enqueue(BYTES.slice(0, BYTES.indexOf(10) + 1));
    expect((await lines.next()).value).toEqual(LINES[0]);
  });

  test("cancel the stream when the reader stops", async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(BYTES),
      cancel: () => void (isCancelled = true),
    });
    for await (const line of linesOf(stream)) if (line.kind === "begin") break;
    expect(isCancelled).toBe(true);
  });

  test("must be complete", async () => {
    await expect(all(linesOf(streamOf([BYTES.slice(0, BYTES.length - 3)])))).rejects.toThrow(
      ReviewInterruptedError,
    );
    await expect(all(linesOf(streamOf([new TextEncoder().encode("nonsense\n")])))).rejects.toThrow(
      SyntaxError,
    );
    await expect(all(linesOf(streamOf([Uint8Array.of(0xff, 10)])))).rejects.toThrow(TypeError);
  });
});

describe("a review", () => {
  const never = new AbortController().signal;
  const answered =
    (body: BodyInit | null, status = 200) =>
    async () =>
      new Response(body, { status });

  test("grows line by line until the totals arrive", async () => {
    const steps: Review[] = await all(reviewOf("a b", never, answered(BYTES)));
    expect(steps.map(({ expected, turns, sums }) => [expected, turns.length, sums !== null])).toEqual([
      [2, 0, false],
      [2, 1, false],
      [2, 2, false],
      [2, 2, true],
    ]);
  });

  test("without its last line was interrupted", async () => {
    const lines = new TextDecoder().decode(BYTES).split("\n").slice(0, 2).join("\n");
    await expect(all(reviewOf("a", never, answered(`${lines}\n`)))).rejects.toThrow(ReviewInterruptedError);
  });

  test("fails as unavailable if the server is busy", async () => {
    await expect(all(reviewOf("a", never, answered("{}", 503)))).rejects.toThrow(CoachUnavailableError);
  });

  test("is requested by an escaped game id", async () => {
    let asked = "";
    const ask = async (url: string | URL | Request) => {
      asked = String(url);
      return new Response(BYTES);
    };
    await all(reviewOf("a/../b", never, ask));
    expect(asked).toBe("/api/games/a%2F..%2Fb/review");
  });
});

describe("the sums over the turns", () => {
  const players = [
    { id: "ann", name: "Ann" },
    { id: "bob", name: "Bob" },
  ];
  const turns = [turn(0, "ann", 3, -2), turn(1, "bob", 10, 4), turn(3, "ann", 4.6, 1)];

  test("start at zero and end at the last turn for each player", () => {
    const { series, rows, lowest, highest } = runningTotals(players, turns, "lost");
    expect([lowest, highest]).toEqual([0, 10]);
    expect(series.map(({ points }) => points.map(({ turn, score }) => [turn, score]))).toEqual([
      [
        [0, 0],
        [1, 3],
        [3, 7.6],
      ],
      [
        [0, 0],
        [2, 10],
        [3, 10],
      ],
    ]);
    expect(rows.map(({ scores }) => scores)).toEqual([
      [3, 0],
      [3, 10],
      [8, 10],
    ]);
  });

  test("can be negative", () => {
    const { lowest, highest } = runningTotals(players, turns, "luck");
    expect([lowest, highest]).toEqual([-2, 4]);
  });

  test("are zero without turns", () => {
    expect(runningTotals(players, [], "luck")).toMatchObject({ turns: 0, lowest: 0, highest: 0, rows: [] });
  });
});

test("points are formatted for the language, with a proper minus", () => {
  expect([tenths(-1.25, "en"), tenths(12, "nl")]).toEqual(["−1.3", "12,0"]);
  expect([signed(2.04, "en"), signed(-3.5, "nl"), signed(0, "en")]).toEqual(["+2.0", "−3,5", "0.0"]);
  expect([signedWhole(22.6, "en"), signedWhole(-0.2, "en")]).toEqual(["+23", "0"]);
});
