import { nameOf } from "./lib/squares";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";
import { traced } from "./lib/trace";

// An older phone is about four times slower than a developer machine.
for (const slowdown of [1, 4]) {
  const where = slowdown === 1 ? "" : `, on a processor ${slowdown} times slower`;
  test(`a placed tile is visible in the next frame, and a drag forces at most one layout${where}`, async ({
    people,
    server,
  }, info) => {
    const players = await openTable(server.url);
    const { page, table } = await people.sit(seatsOf(players)[0]!);
    await table.expectMyTurn();
    const squares = (await table.line(5)).map(nameOf);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });

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
            // Svelte updates the DOM in a microtask, before the next paint.
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
    const description = JSON.stringify({ slowdown, handlerMs, ...figures });
    info.annotations.push({ type: "figures", description });
    console.log("placing tiles:", description);
    // The rack closes its gap after a drop; nothing else shifts.
    expect(figures.layoutShifts).toBe(0);
    // Measuring the board when a tile is pressed forces one layout; following the pointer forces none.
    expect(figures.forcedLayouts).toBeLessThanOrEqual(squares.length - 1);
  });
}
