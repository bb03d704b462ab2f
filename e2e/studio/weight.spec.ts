import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** Compressed script bytes until the first node can be read, on a browser that has nothing yet. */
const BUDGET = 300 * 1024;

test("opening a dialogue on a slow line asks for little before its first card", async ({ page }) => {
  const { url } = await makeDialogue(page, "Light", [nodeAt(0, 0, { text: "Halt." })]);
  await page.addInitScript(() => {
    performance.setResourceTimingBufferSize(1_000);
    let isMarked = false;
    // The mark stands at the call that inserts the node, in the middle of a commit: an observer hears of it after the whole
    // commit, when its effects have asked for, and on a slow machine received, what comes after the first node.
    for (const method of ["appendChild", "insertBefore"] as const) {
      const insert = Node.prototype[method] as (this: Node, ...given: unknown[]) => Node;
      Reflect.set(Node.prototype, method, function (this: Node, ...given: unknown[]) {
        const inserted = insert.apply(this, given);
        if (!isMarked && document.querySelector(".cv-node") !== null) {
          isMarked = true;
          performance.mark("first card");
        }
        return inserted;
      });
    }
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.goto(url);
  await expect(page.locator(".cv-node").first()).toBeVisible();
  const loaded = await page.evaluate(() => {
    const first = performance.getEntriesByName("first card")[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => /\.js(\?|$)/.test(name) && startTime <= first)
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }));
  });
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`scripts until the first card: ${(total / 1024).toFixed(1)} KB in ${loaded.length} files`);
  expect(total).toBeLessThanOrEqual(BUDGET);
});
