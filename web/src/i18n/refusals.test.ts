import { describe, expect, test, vi } from "vitest";
import type { WireError } from "../protocol";
import { en } from "./en";
import type { Texts } from "./index.svelte";
import { nl } from "./nl";
import { refusalText } from "./refusals";

const LANGUAGES = { en, nl };
const page = vi.hoisted(() => ({ t: null as Texts | null }));
vi.mock("./index.svelte", () => ({ i18n: page }));

/** The server's English message, which the Dutch page must not show. */
const MESSAGE = "rules.turns: a game that scoreless turns never end needs a number of turns";

const CASES: Array<{ error: WireError; en: string; nl: string }> = [
  {
    error: { code: "INVALID_PLACEMENT", rule: "gap", message: "there is a gap between the tiles" },
    en: "There is a gap between the tiles.",
    nl: "Er zit een gat tussen de letters.",
  },
  {
    error: { code: "WORD_NOT_FOUND", rule: "unknownWords", words: ["DORD"], message: "not in the word list" },
    en: "Not in the word list: “DORD”",
    nl: "Niet in de woordenlijst: “DORD”",
  },
  {
    error: { code: "NOT_HOST", message: "no" },
    en: "Only the host can do this.",
    nl: "Dat kan alleen de gastheer.",
  },
  {
    error: { code: "RATE_LIMITED", retryAfterMs: 150_000, message: "no" },
    en: "Too many requests from your network. Try again in 3 minutes.",
    nl: "Te veel verzoeken vanuit je netwerk. Probeer het over 3 minuten opnieuw.",
  },
  {
    error: {
      code: "BAD_REQUEST",
      path: "rules.clock.seconds",
      message: "rules.clock.seconds: expected an integer from 1 to 86400",
    },
    en: "These rules are not valid. Seconds per turn: a whole number from 1 to 86400.",
    nl: "Deze regels zijn niet geldig. Seconden per beurt: een geheel getal van 1 tot 86400.",
  },
  {
    error: { code: "BAD_REQUEST", path: "rules.turns", message: MESSAGE },
    en: "These rules are not valid. Choose a rule that ends the game, such as passes in a row.",
    nl: "Deze regels zijn niet geldig. Kies een regel die het spel beëindigt, zoals passen achter elkaar.",
  },
];

describe.each(CASES)("$error.code $error.rule $error.path", ({ error, ...texts }) => {
  test.each(["en", "nl"] as const)("is explained in %s", (language) => {
    page.t = LANGUAGES[language];
    expect(refusalText(error)).toBe(texts[language]);
  });
});

test("an unknown field is not explained in English", () => {
  page.t = nl;
  const error: WireError = { code: "BAD_REQUEST", path: "rules.unheardOf", message: "this field is unknown" };
  expect(refusalText(error)).not.toMatch(/field|unknown/);
});
