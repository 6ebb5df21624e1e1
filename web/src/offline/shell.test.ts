import { expect, test } from "vitest";
import { answersNavigation, isOwnFile } from "./shell";

test.each(["/", "/daily", "/daily/2026-11-16", "/ABCD", "/watch/ABCD", "/games/0192"])(
  "%s opens the client without a network",
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

test("only files of the build are answered from what is kept", () => {
  const shell = { version: "1", files: ["/assets/index-abc.js"] };
  expect(isOwnFile(shell, "/assets/index-abc.js")).toBe(true);
  expect(isOwnFile(shell, "/api/daily/2026-11-16")).toBe(false);
  expect(isOwnFile(shell, "/assets/index-older.js")).toBe(false);
});
