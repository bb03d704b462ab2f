import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS, browserPath } from "./e2e/browser.ts";

/** Browser stories: `npm run test:e2e` starts the product for them. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/running-product.ts",
  outputDir: ".tmp/e2e",
  // One product, one database, and a workspace for each story: none meets what another writes.
  workers: 2,
  fullyParallel: true,
  reporter: [["list"]],
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
