import { defineConfig } from "@playwright/test";

// Whole games of every kind and size take long; they are for `prove`. A check plays one game on each device.
const isAll = process.env["DORD_E2E"] === "all";

export default defineConfig({
  testDir: "e2e",
  testMatch: isAll ? ["**/*.spec.ts", "**/*.long.ts"] : "**/*.spec.ts",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Nothing waits this long unless it fails: a machine may have two slow processors and other things to do.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env["CI"] ? [["list"], ["html", { open: "never" }]] : "list",
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // What a failure looked like; writing it down takes a fifth of the time, so only if asked for.
    trace: process.env["DORD_TRACE"] ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio"],
    },
  },
});
