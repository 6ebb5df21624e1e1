// Nothing moves by itself: the cumulative layout shift over a whole game is zero.

import type { Page } from "@playwright/test";
import type { Device, Person } from "./lib/people";
import { openTable, seatsOf } from "./lib/seats";
import { expect, test } from "./lib/test";

type Shift = { value: number; what: string };

/** Records the layout shifts of a page that no input caused. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: Array<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const { className = "", textContent } = (node ?? {}) as Partial<HTMLElement>;
          const place = (rect: DOMRect) => `${rect.x},${rect.y} ${rect.width}x${rect.height}`;
          return `${className} "${textContent?.slice(0, 30)}" ${place(previousRect)} → ${place(currentRect)}`;
        });
        shifts.push({ value, what: what.join("; ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

function shiftsOf({ page }: Person): Promise<Shift[]> {
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

for (const device of ["desktop", "tablet", "phone", "landscape"] as const satisfies Device[]) {
  test(`nothing moves by itself over a whole game, on a ${device}`, async ({ people, server }) => {
    const rules = { challengeWindowSeconds: 3_600 };
    const [host, bob, cleo] = await openTable(server.url, { names: ["Ann", "Bob", "Cleo"], rules });
    const [seat] = seatsOf([host!]);
    const ann = await people.newPerson({ device, seats: [seat!] });
    await recordShifts(ann.page);
    await ann.open(`/${seat!.roomCode}`);
    await ann.table.expectMyTurn();
    for (let round = 0; round < 3; round++) {
      await ann.table.layAnything(2);
      await expect(ann.table.preview).toBeVisible();
      await ann.table.play();
      await bob!.untilToMove();
      await bob!.send("acceptPlay").catch(() => undefined);
      await bob!.lay(await ann.table.line(3));
      await expect(ann.table.challengePanel).toContainText("Bob");
      if (round === 1) {
        await cleo!.send("challenge");
        await expect(ann.table.challengePanel).toContainText("Cleo is challenging");
        await cleo!.send("resolveChallenge", { valid: false });
        await expect(ann.table.challengePanel).toHaveCount(0);
      }
      await cleo!.untilToMove();
      await cleo!.send("chat", { text: "Hm!" });
      await cleo!.send("exchangeTiles", { tileIndices: [0, 1] });
      await ann.table.expectMyTurn();
    }
    await bob!.send("resign");
    await cleo!.send("resign");
    await expect(ann.page.getByRole("heading", { name: "Game over!" })).toBeVisible();
    expect(await shiftsOf(ann)).toEqual([]);
    for (const player of [bob!, cleo!]) player.leave();
  });
}
