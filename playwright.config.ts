import { defineConfig } from "@playwright/test";
import { BROWSER_ARGUMENTS, browserPath } from "./e2e/browser.ts";
import { IS_FULL } from "./tests/size.ts";

/** Browser stories: `npm run test:e2e` starts the product for them. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/running-product.ts",
  outputDir: ".tmp/e2e",
  // One product, one database, and a workspace for each story: none meets what another writes. One more than the two cores it
  // is made for, because a story also waits: for pauses in typing, for frames, for answers.
  workers: 3,
  fullyParallel: true,
  // Stories that the full run tells alone: in the gate, component tests hold what they hold.
  ...(!IS_FULL && { grepInvert: /@full/ }),
  reporter: [["list"]],
  // Only what never comes is given up: how soon something comes is no matter of a machine that others use too.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // What was done and asked for, without pictures of every moment: those took a third of the processor time of all stories.
    // `npm run test:e2e -- --trace on` has them for the story that failed.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await browserPath(),
      args: [...BROWSER_ARGUMENTS],
    },
  },
});
