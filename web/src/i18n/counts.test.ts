// Tests of texts with numbers.

import { expect, test } from "vitest";
import { tenths } from "../coach/numbers";
import { en } from "./en";
import { coach as enCoach } from "./en-coach";
import { dailyEn } from "./en-daily";
import { learn as enLearn } from "./en-learn";
import { nl } from "./nl";
import { coach as nlCoach } from "./nl-coach";
import { dailyNl } from "./nl-daily";
import { learn as nlLearn } from "./nl-learn";

type Sentence = readonly [path: string, text: string];

/** All texts that take only numbers, with the same number for each. */
function sentencesWith(count: number, node: unknown, path = ""): Sentence[] {
  if (typeof node === "function") {
    try {
      return [[path, String((node as (...counts: number[]) => unknown)(count, count, count, count))]];
    } catch {
      // It takes words.
      return [];
    }
  }
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => sentencesWith(count, value, `${path}.${key}`));
}

const MANY = {
  en: /\b1 (tiles|points|turns|seconds|minutes|hours|days|players|letters|words|tables|passes|moves|bingos|phonies|others|missed bingos|better moves|older tables)\b|\b1 of \d+ have\b/,
  nl: /\b1 (letters|punten|beurten|seconden|minuten|dagen|spelers|woorden|tafels|zetten|bingo's|nepwoorden|anderen|gemiste bingo's|betere zetten|oudere tafels)\b|\b1 van (de )?\d+ hebben\b|\bkomen 1\b/,
};

test.each([
  ["en", { ...en, coach: enCoach, daily: dailyEn, learn: enLearn }],
  ["nl", { ...nl, coach: nlCoach, daily: dailyNl, learn: nlLearn }],
] as const)("the number one is singular everywhere in %s", (language, texts) => {
  const sentences = sentencesWith(1, texts);
  expect(sentences.length).toBeGreaterThan(60);
  expect(sentences.filter(([, text]) => MANY[language].test(text))).toEqual([]);
});

test.each([
  ["en", en.lobby.rule.exchange(1), "Swapping needs 1 tile in the bag."],
  ["nl", nl.lobby.rule.exchange(1), "Ruilen kan als er 1 letter in de zak zit."],
  ["en", en.lobby.rule.scorelessEnd("passes", 1), "The game ends after a pass."],
  ["nl", nl.lobby.rule.scorelessEnd("passes", 1), "Het spel eindigt als iemand past."],
  ["en", en.challenge.confirmText(["DORD"]), "You challenge “DORD”."],
  ["nl", nl.challenge.confirmCost(2), "Zijn ze allemaal geldig, dan verlies je je volgende beurt."],
  ["nl", nl.results.unchecked(["DORD"]), "Dit kon niet worden opgezocht: “DORD”"],
  ["en", en.results.notChallengedBy([]), ""],
  ["en", enCoach.missedBingos(1), "1 missed bingo"],
  ["nl", nlCoach.missedBingos(2), "2 gemiste bingo's"],
])("%s: %j", (_, text, expected) => expect(text).toBe(expected));

test.each([
  { rank: 1, players: 2, en: "No player did better.", nl: "Geen speler deed het beter." },
  { rank: 2, players: 2, en: "", nl: "" },
  {
    rank: 2,
    players: 6,
    en: "You did at least as well as 4 of the 5 others.",
    nl: "Je deed het minstens zo goed als 4 van de 5 anderen.",
  },
  { rank: 6, players: 6, en: "", nl: "" },
])("rank $rank of $players is compared only with players who did not do better", (standing) => {
  const { rank, players } = standing;
  expect(dailyEn.result.standing(players - rank, players - 1)).toBe(standing.en);
  expect(dailyNl.result.standing(players - rank, players - 1)).toBe(standing.nl);
});

test("zero has no sign", () => {
  expect(tenths(-0.04, "en")).toBe("0.0");
  expect(tenths(-0.06, "nl")).toBe("−0,1");
  expect(tenths(12.34, "en")).toBe("12.3");
});
