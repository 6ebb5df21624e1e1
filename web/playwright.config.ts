import { defineConfig } from "@playwright/test";

// The long tests play whole games of every kind and run only with DORD_E2E=all.
const isAll = process.env["DORD_E2E"] === "all";

export default defineConfig({
  testDir: "e2e",
  testMatch: isAll ? ["**/*.spec.ts", "**/*.long.ts"] : "**/*.spec.ts",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Generous, because a machine may be slow and busy; a passing test does not wait this long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env["CI"] ? [["list"], ["html", { open: "never" }]] : "list",
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Traces of failures cost a fifth of the time, so they are optional.
    trace: process.env["DORD_TRACE"] ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio"],
    },
  },
});
