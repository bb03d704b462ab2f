/**
 * Benchmark by Lighthouse of the pages a person meets first, on its usual simulated phone and on a desktop. It starts
 * the product on a data folder of its own, or visits one that runs (FABULA_E2E_URL, FABULA_E2E_EMAIL,
 * FABULA_E2E_PASSWORD).
 *
 * npm install --prefix bench/peers/lighthouse
 * node bench/lighthouse.ts
 */
import { chromium } from "@playwright/test";
import { freePort } from "#server/postgres/cluster.ts";
import { BROWSER_ARGUMENTS, browserPath } from "../e2e/browser.ts";
import runProduct from "../e2e/running-product.ts";
import { signIn } from "../e2e/story.ts";
import { given } from "../e2e/workspace.ts";

/** The module of `bench/peers/lighthouse/`, whose packages are its own. */
interface Lighthouse {
  visit(
    url: string,
    options: { port: number; device: "phone" | "desktop"; extraHeaders: Record<string, string> },
  ): Promise<{ scores: { title: string; score: number }[]; missed: { id: string; title: string }[] }>;
}

const { visit }: Lighthouse = await import(new URL("peers/lighthouse/visit.mjs", import.meta.url).href);

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
    { name: "sign-in", url: `${origin}/sign-in`, extraHeaders: {} as Record<string, string> },
    { name: "home", url: `${origin}/`, extraHeaders: { Cookie: cookie } },
  ];
  for (const { name, url, extraHeaders } of pages) {
    for (const device of ["phone", "desktop"] as const) {
      const { scores, missed } = await visit(url, { port, device, extraHeaders });
      const shown = scores.map(({ title, score }) => `${title} ${score}`);
      console.log(`${name.padEnd(8)} ${device.padEnd(8)} ${shown.join("  ")}`);
      for (const audit of missed) console.log(`         missed   ${audit.id}: ${audit.title}`);
    }
  }
} finally {
  await browser.close();
  await stop?.();
}
