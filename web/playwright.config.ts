import { defineConfig } from "@playwright/test";

// Whole games of every kind and size take long; they are for `prove`. A check plays one game on each device.
const isAll = process.env["DORD_E2E"] === "all";

export default defineConfig({
  testDir: "e2e",
  testMatch: isAll ? ["**/*.spec.ts", "**/*.long.ts"] : "**/*.spec.ts",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env["CI"] ? [["list"], ["html", { open: "never" }]] : "list",
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // What a failure looked like; writing it down takes a fifth of the time, so only if asked for.
    trace: process.env["DORD_TRACE"] ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio"],
    },
  },
});
