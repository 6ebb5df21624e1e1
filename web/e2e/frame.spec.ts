import { nameOf } from "./lib/squares";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";
import { traced } from "./lib/trace";

test("a laid tile is on its square in the next frame, and a drag forces one layout at most", async ({
  people,
  server,
}, info) => {
  const players = await openTable(server.url);
  const { page, table } = await people.sit(seatsOf(players)[0]!);
  await table.isMyTurn();
  const squares = (await table.line(5)).map(nameOf);

  // By tapping: from the click to the frame that shows the tile.
  const letter = (await table.letters()).find((letter) => letter !== "_")!;
  await table.tile(letter).click();
  const { isThere, handlerMs } = await table.square(squares[0]!).evaluate(
    (square) =>
      new Promise<{ isThere: boolean; handlerMs: number }>((done) => {
        requestAnimationFrame(() => {
          const begun = performance.now();
          (square as HTMLElement).click();
          const handlerMs = performance.now() - begun;
          // Svelte writes to the page in a microtask, which comes before anything is painted.
          queueMicrotask(() => queueMicrotask(() => done({ isThere: square.matches(".own"), handlerMs })));
        });
      }),
  );
  expect(isThere).toBe(true);

  const figures = await traced(page, async () => {
    for (const square of squares.slice(1)) {
      const letter = (await table.letters()).find((letter) => letter !== "_")!;
      await table.drag(letter, square);
    }
  });
  info.annotations.push({ type: "figures", description: JSON.stringify({ handlerMs, ...figures }) });
  console.log("placing tiles:", JSON.stringify({ handlerMs, ...figures }));
  expect(figures.layoutShifts).toBe(0);
  // Finding what is under a tile that has just left the rack asks for one; following the pointer asks for none.
  expect(figures.forcedLayouts).toBeLessThanOrEqual(squares.length - 1);
});
