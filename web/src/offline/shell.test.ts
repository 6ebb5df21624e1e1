import { expect, test } from "vitest";
import { answersNavigation, cacheName, isSameServer, ownFiles } from "./shell";

test.each(["/", "/daily", "/daily/2026-11-16", "/ABCD", "/watch/ABCD", "/games/0192"])(
  "%s opens the client offline",
  (path) => expect(answersNavigation(path)).toBe(true),
);

test.each([
  "/docs",
  "/docs/style.css",
  "/api/daily",
  "/api/openapi.json",
  "/healthz",
  "/metrics",
  "/sw.js",
  "/icon.svg",
])("%s is left to the server", (path) => expect(answersNavigation(path)).toBe(false));

test("only files of the build come from the cache", () => {
  const shell = { version: "1", files: ["/assets/index-abc.js"] };
  expect([...ownFiles(shell, "")]).toEqual(["/assets/index-abc.js"]);
  expect([...ownFiles(shell, "/games/dord")]).toEqual(["/games/dord/assets/index-abc.js"]);
});

test("a worker deletes caches of its own base path only", () => {
  const bases = ["", "/a", "/a-b", "/a/b"];
  for (const base of bases) {
    const older = bases.filter((other) => isSameServer(base, cacheName(other, "0123abcd")));
    expect(older).toEqual([base]);
  }
  // The cache name of earlier releases at the root.
  expect(isSameServer("", "dord-0123456789abcdef")).toBe(true);
});
