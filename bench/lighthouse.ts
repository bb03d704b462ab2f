/**
 * Benchmark by Lighthouse of the pages a person meets first, on its usual simulated phone and on a desktop. It starts
 * the product on a data folder of its own, or visits one that runs (FABULA_E2E_URL, FABULA_E2E_EMAIL,
 * FABULA_E2E_PASSWORD).
 *
 * node bench/lighthouse.ts
 */
import { chromium } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { freePort } from "#server/postgres/cluster.ts";
import { BROWSER_ARGUMENTS, browserPath } from "../e2e/browser.ts";
import runProduct from "../e2e/running-product.ts";
import { signIn } from "../e2e/story.ts";
import { given } from "../e2e/workspace.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices"];

const stop = await runProduct();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: [`--remote-debugging-port=${port}`, ...BROWSER_ARGUMENTS],
});
try {
  const origin = given("FABULA_E2E_URL");
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, { email: given("FABULA_E2E_EMAIL"), password: given("FABULA_E2E_PASSWORD") });
  await page.waitForURL(`${origin}/`);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await context.close();
  const pages = [
    { name: "sign-in", url: `${origin}/sign-in`, extraHeaders: {} },
    { name: "home", url: `${origin}/`, extraHeaders: { Cookie: cookie } },
  ];
  for (const { name, url, extraHeaders } of pages) {
    for (const [device, config] of [
      ["phone", undefined],
      ["desktop", desktopConfig],
    ] as const) {
      const flags = { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES, extraHeaders } as const;
      const result = await lighthouse(url, { ...flags, onlyCategories: [...CATEGORIES] }, config);
      const categories = Object.values(result?.lhr.categories ?? {});
      const scores = categories.map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`);
      console.log(`${name.padEnd(8)} ${device.padEnd(8)} ${scores.join("  ")}`);
      for (const audit of Object.values(result?.lhr.audits ?? {})) {
        const isMissed = audit.scoreDisplayMode === "binary" && audit.score === 0;
        if (isMissed) console.log(`         missed   ${audit.id}: ${audit.title}`);
      }
    }
  }
} finally {
  await browser.close();
  await stop?.();
}
