import { expect, test } from "vitest";
import { placeOf } from "./places";

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
])("the address %s opens the screen %s", (path, screen) => expect(placeOf(path, "").screen).toBe(screen));

// The server answers these with the status 404.
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
])("the address %s is unknown", (path) => expect(placeOf(path, "")).toEqual({ screen: "unknown" }));

test("the fragment is the secret of an invitation, or a ticket for a seat", () => {
  expect(placeOf("/abcd", "#secret")).toEqual({
    screen: "table",
    roomCode: "ABCD",
    invite: "secret",
    ticket: null,
  });
  expect(placeOf("/ABCD", "#ticket=t")).toMatchObject({ invite: null, ticket: "t" });
  expect(placeOf("/watch/ABCD", "#secret")).toEqual({ screen: "watch", roomCode: "ABCD", invite: "secret" });
  expect(placeOf("/daily/2026-11-15", "", "?language=nl")).toEqual({
    screen: "daily",
    date: "2026-11-15",
    language: "nl",
  });
});
