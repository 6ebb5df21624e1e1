import { expect, test, vi } from "vitest";
import { isValidName, normalizeName } from "./names";

// These modules need a browser; the tested functions do not use them.
vi.mock("../i18n/index.svelte", () => ({ i18n: {} }));
vi.mock("../ui/settings.svelte", () => ({ settings: {} }));

test.each([
  "Jo",
  "X",
  "李明",
  "Zoë 2",
  "Łukasz",
  "Ольга",
  "محمد",
  "हिन्दी",
  "สมชาย",
  "Jean-Luc",
  "O’Neil",
  "A.J.",
])("%s is a name", (name) => expect(isValidName(name)).toBe(true));

test.each([
  "",
  "  ",
  "a".repeat(21),
  "Ann  Lee",
  "-Ann",
  "Ann--Lee",
  "<b>",
  "Ann\u3164",
  "Ann\u200b",
  "\u0301",
  "...",
])("%j is not a name", (name) => expect(isValidName(name)).toBe(false));

test("typographic apostrophes are normalised", () => {
  expect(normalizeName(" O’Neil ")).toBe("O'Neil");
});
