import { expect, test } from "vitest";
import { en } from "./en";
import { nl } from "./nl";
import { numeral } from "./numeral";

test("a negative number has a minus, not a hyphen", () => {
  expect([numeral(-12), numeral(0), numeral(7)]).toEqual(["−12", "0", "7"]);
  expect([en.common.points(-3), nl.common.points(-3)]).toEqual(["−3 points", "−3 punten"]);
});
