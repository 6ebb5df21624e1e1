import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// Takes screenshots for people to review, and those in docs/screenshots; not part of the check.
export default defineConfig({
  ...tests,
  testDir: "e2e/screenshots",
  testMatch: "**/*.shots.ts",
  timeout: 600_000,
  // Test runs clear their own folder.
  outputDir: "test-results/screenshots",
  use: { ...tests.use, trace: "off" },
});
