import { defineConfig } from "@playwright/test";
import { IS_FULL } from "#test-size";
import { BROWSER_ARGUMENTS, browserPath } from "./e2e/browser.ts";

/** Browser stories: `npm run test:e2e` starts the product for them. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/running-product.ts",
  outputDir: ".tmp/e2e",
  // One product, one database, and a workspace for each story: none meets what another writes. One more than the two cores it
  // is made for, because a story also waits: for pauses in typing, for frames, for answers.
  workers: 3,
  fullyParallel: true,
  // Component tests check in the gate what these stories check: they run at full size alone.
  ...(!IS_FULL && { grepInvert: /@full/ }),
  reporter: [["list"]],
  // Limits for what never happens; a busy machine takes several times as long as an idle one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // In the gate the canvas jumps where it would glide, except in stories about seeing it move.
    contextOptions: { reducedMotion: IS_FULL ? "no-preference" : "reduce" },
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
