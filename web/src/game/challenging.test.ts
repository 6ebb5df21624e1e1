import { expect, test } from "vitest";
import { en } from "../i18n/en";
import { challengeTexts } from "./challenging";

const words = (...texts: string[]) => texts.map((text) => ({ text, score: 4 }));

test("the dialog says who decides, and that a failed challenge costs the challenger a turn", () => {
  expect(
    challengeTexts({ words: words("ZAX"), goesOut: false }, { verdict: "dictionary" }, en.challenge),
  ).toEqual([
    "You challenge “ZAX”.",
    "The dictionary decides at once.",
    "If it is valid, you lose your next turn.",
  ]);
  const several = challengeTexts(
    { words: words("ZAX", "AX"), goesOut: false },
    { verdict: "vote" },
    en.challenge,
  );
  expect(several.slice(1)).toEqual(["The players then vote.", "If all are valid, you lose your next turn."]);
});

test("a failed challenge of the last play costs nothing", () => {
  const texts = challengeTexts({ words: words("ZAX"), goesOut: true }, { verdict: "anyone" }, en.challenge);
  expect(texts.at(-1)).toBe("A failed challenge of this last play costs nothing.");
  expect(texts.join(" ")).not.toContain("lose");
});
