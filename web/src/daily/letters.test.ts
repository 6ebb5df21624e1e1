import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../protocol";
import { lettersOf, pointsOf } from "./letters";

test.each(LANGUAGES)("the letter points of %s match the rules", (language) => {
  const file = new URL(`../../../crates/rules/languages/${language}.txt`, import.meta.url);
  const lines = [...readFileSync(file, "utf8").matchAll(/^(\S+) \d+ (\d+)$/gm)];
  expect(lines.length).toBeGreaterThan(20);
  expect(lettersOf(language)).toEqual([...lines.map(([, letter]) => letter), "_"]);
  for (const [, letter, points] of lines) expect(pointsOf(letter!, language), letter).toBe(Number(points));
});
