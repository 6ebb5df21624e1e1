import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { en } from "./en";
import { coach as enCoach } from "./en-coach";
import { dailyEn } from "./en-daily";
import { learn as enLearn } from "./en-learn";
import { nl } from "./nl";
import { coach as nlCoach } from "./nl-coach";
import { dailyNl } from "./nl-daily";
import { learn as nlLearn } from "./nl-learn";

const LANGUAGES = { en, nl };
const protocol = readFileSync(new URL("../protocol.ts", import.meta.url), "utf8");

/** The members of a string union in protocol.ts. */
function members(name: string): string[] {
  const [, union = ""] = new RegExp(`^export type ${name} = ([^;]*);`, "m").exec(protocol) ?? [];
  return [...union.matchAll(/"(\w+)"/g)].map(([, member]) => member!);
}

const CODES = members("ErrorCode");
const RULES = members("RefusalRule");

test("error codes and rules are found in protocol.ts", () => {
  expect(CODES).toContain("INVALID_PLACEMENT");
  expect(RULES).toContain("notConnected");
  expect(CODES.length).toBeGreaterThan(20);
  expect(RULES.length).toBeGreaterThan(40);
});

for (const [language, { errors }] of Object.entries(LANGUAGES)) {
  test.each(CODES)(`the code %s has a text in ${language}`, (code) => {
    expect((errors.code as Record<string, string>)[code]).toMatch(/\w.*\.$/);
  });

  test.each(RULES)(`the rule %s has a text in ${language}`, (rule) => {
    expect((errors.rule as Record<string, string>)[rule]).toMatch(/\w.*\.$/);
  });
}

/** Words that are the same in both languages. */
const SHARED = new Set([
  "Beginner",
  "Chat",
  "Coach",
  "Dord",
  "Dord!",
  "Expert",
  "Par",
  "Retro",
  "Score",
  "Woogles",
  "letter",
]);

/** All plain texts with their paths. The compiler checks that functions exist in every language. */
function plainTexts(node: unknown, path = ""): Array<[string, string]> {
  if (typeof node === "string") return [[path, node]];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => plainTexts(value, path ? `${path}.${key}` : key));
}

test.each([
  ["everywhere", en, nl],
  ["by the coach", enCoach, nlCoach],
  ["in the daily puzzle", dailyEn, dailyNl],
  ["for newcomers", enLearn, nlLearn],
])("no Dutch text equals the English one, %s", (_, inEnglish, inDutch) => {
  const english = new Map(plainTexts(inEnglish));
  const same = plainTexts(inDutch).filter(
    ([path, text]) => english.get(path) === text && /\w{3}/.test(text) && !SHARED.has(text),
  );
  expect(same).toEqual([]);
});
