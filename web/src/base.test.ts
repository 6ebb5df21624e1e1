import { expect, test } from "vitest";
import { addressOf, baseOf, pathOf } from "./base";

test.each([
  ["https://club.example/assets/index-abc.js", ""],
  ["https://club.example/dord/assets/index-abc.js", "/dord"],
  ["https://club.example:8443/games/dord/assets/index-abc.js", "/games/dord"],
])("a page whose script is at %s has the base path %o", (script, base) => expect(baseOf(script)).toBe(base));

test.each([
  ["/games/dord/", "/"],
  ["/games/dord", "/"],
  ["/games/dord/ABCD", "/ABCD"],
  ["/games/dord/games/dord", "/games/dord"],
  // A server also answers at the root.
  ["/ABCD", "/ABCD"],
  ["/games/dordrecht", "/games/dordrecht"],
])("below /games/dord the address %s is the path %s", (address, path) =>
  expect(pathOf(address, "/games/dord")).toBe(path),
);

test("at the root, addresses and paths are equal", () => {
  for (const path of ["/", "/ABCD", "/games/dord"]) {
    expect(pathOf(path, "")).toBe(path);
    expect(addressOf(path)).toBe(path);
  }
});
