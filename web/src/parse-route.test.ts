import { expect, test } from "vitest";
import { parseRoute } from "./parse-route";

test.each([
  ["/", "menu"],
  ["/index.html", "menu"],
  ["/settings", "settings"],
  ["/practise", "practise"],
  ["/practice", "practise"],
  ["/ABCD", "table"],
  ["/abcd", "table"],
  ["/watch/ABCD", "watch"],
  ["/daily", "daily"],
  ["/daily/2026-11-15", "daily"],
  ["/games/0192f0c1-6a7e-7a51-8c3e-2f6f3f0e9b11", "game"],
])("the address %s opens the screen %s", (path, screen) => expect(parseRoute(path, "").screen).toBe(screen));

// The server answers these with status 404.
test.each([
  "//",
  "/nothing",
  "/ABC",
  "/ABCDE",
  "/AB1D",
  "/ABCD/",
  "/watch",
  "/watch/ABC",
  "/daily/",
  "/daily/today",
  "/daily/2026-11-150",
  "/games/",
  "/games/a/b",
  "/settings/",
  "/constructor",
])("the address %s is unknown", (path) => expect(parseRoute(path, "")).toEqual({ screen: "unknown" }));

test("the fragment is an invitation secret or a seat ticket", () => {
  expect(parseRoute("/abcd", "#secret")).toEqual({
    screen: "table",
    roomCode: "ABCD",
    invite: "secret",
    ticket: null,
    tiles: null,
  });
  expect(parseRoute("/ABCD", "#ticket=t")).toMatchObject({ invite: null, ticket: "t", tiles: null });
  expect(parseRoute("/ABCD", "#ticket=t&tiles=7.7.A")).toMatchObject({ ticket: "t", tiles: "7.7.A" });
  expect(parseRoute("/watch/ABCD", "#secret")).toEqual({
    screen: "watch",
    roomCode: "ABCD",
    invite: "secret",
  });
  expect(parseRoute("/daily/2026-11-15", "", "?language=nl")).toEqual({
    screen: "daily",
    date: "2026-11-15",
    language: "nl",
  });
});
