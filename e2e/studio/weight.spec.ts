import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** Compressed script bytes until the first node can be read, on a browser that has nothing yet. */
const BUDGET = 300 * 1024;

test("opening a dialogue on a slow line asks for little before its first card", async ({ page }) => {
  const { url } = await makeDialogue(page, "Light", [nodeAt(0, 0, { text: "Halt." })]);
  await page.addInitScript(() => {
    performance.setResourceTimingBufferSize(1_000);
    const watch = new MutationObserver(() => {
      if (document.querySelector(".cv-node") === null) return;
      watch.disconnect();
      performance.mark("first card");
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.goto(url);
  await expect(page.locator(".cv-node").first()).toBeVisible();
  const loaded = await page.evaluate(() => {
    const first = performance.getEntriesByName("first card")[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, responseEnd }) => /\.js(\?|$)/.test(name) && responseEnd <= first)
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }));
  });
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`scripts until the first card: ${(total / 1024).toFixed(0)} KB in ${loaded.length} files`);
  expect(total).toBeLessThanOrEqual(BUDGET);
});
