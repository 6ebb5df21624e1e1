import { expect, test } from "vitest";
import type { ScorelessEndRule } from "../protocol";
import { passEffect } from "./passing";

const effect = (scorelessEnd: ScorelessEndRule, consecutivePasses: number, passEndsGame = false) =>
  passEffect({ scorelessEnd }, { consecutivePasses, passEndsGame });

test("a pass ends the game if the server says so", () => {
  expect(effect({ kind: "everyPlayerPassed" }, 1, true)).toEqual({ kind: "endsGame" });
  expect(effect({ kind: "passes", count: 4 }, 3, true)).toEqual({ kind: "endsGame" });
  expect(effect({ kind: "passes", count: 4 }, 3)).not.toEqual({ kind: "endsGame" });
});

test("where passes are counted, the dialog says how far the count is", () => {
  expect(effect({ kind: "passesOrExchanges", count: 6 }, 1)).toEqual({ kind: "counts", number: 2, of: 6 });
  expect(effect({ kind: "everyPlayerPassed" }, 1)).toEqual({ kind: "none" });
  expect(effect({ kind: "never" }, 3)).toEqual({ kind: "none" });
});
