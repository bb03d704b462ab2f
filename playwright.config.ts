import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS, browserPath } from "./e2e/browser.ts";

/** Browser stories: `npm run test:e2e` starts the product for them, or FABULA_E2E_URL names one that runs. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/running-product.ts",
  outputDir: ".tmp/e2e",
  // One product, one database: stories take turns, so that what one writes never stands in another's list.
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"]],
  // On a machine that is busy with other things a browser may miss a moment; the list names what needed a second try.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: await browserPath(),
      args: [...BROWSER_ARGUMENTS],
    },
  },
});
