import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// Makes the pictures in docs/screenshots; they are looked at by people, so nothing here is part of the check.
export default defineConfig({
  ...tests,
  testDir: "e2e/screenshots",
  testMatch: "**/*.shots.ts",
  timeout: 600_000,
  // Runs of the tests clear their own folder.
  outputDir: "test-results/screenshots",
  use: { ...tests.use, trace: "off" },
});
