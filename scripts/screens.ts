// `npm run screens`: a picture of every screen, in both themes, at the widths of a desk, half a desk and a phone, in .tmp/screens,
// and the pictures and icons of public/. `npm run screens -- public` takes the latter alone.
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { BROWSER_ARGUMENTS, browserPath } from "../e2e/browser.ts";
import runProduct from "../e2e/running-product.ts";
import { findSample, prepareSample } from "../e2e/sample.ts";
import { type Sample, SCREENS, type Screen } from "../e2e/screens.ts";
import { takePublicPictures } from "./public-pictures.ts";

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), ".tmp", "screens");
const THEMES = ["light", "dark"] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 720, height: 900 },
  { width: 390, height: 844 },
];
/** Long enough for fonts and the first paint after a change of theme. */
const SETTLE_MS = 250;
const onlyPublic = process.argv.includes("public");

/** Shows a screen; says why when it cannot be shown. */
async function show(page: Page, screen: Screen, sample: Sample): Promise<string | null> {
  try {
    await page.goto(screen.address(sample));
    await screen.open?.(page);
    await screen.loaded(page).waitFor();
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
}

/** Pictures of all screens at all sizes; returns those that could not be shown. */
async function takePictures(browser: Browser): Promise<string[]> {
  const context = await browser.newContext({ baseURL: process.env.FABULA_E2E_URL ?? "", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const failed: string[] = [];
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(process.env.FABULA_E2E_EMAIL ?? "");
  await page.getByLabel("Password").fill(process.env.FABULA_E2E_PASSWORD ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  // Before the sample is prepared: what that makes is in no picture of public/.
  await takePublicPictures(page, await findSample(page));
  if (onlyPublic) {
    await context.close();
    return failed;
  }
  const sample = await prepareSample(page);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const screen of SCREENS) {
      const failure = await show(page, screen, sample);
      if (failure !== null) failed.push(`${screen.name} at ${size.width} px: ${failure}`);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(FOLDER, `${screen.name}-${size.width}-${theme}.png`) });
      }
    }
  }
  await context.close();
  await sample.close();
  return failed;
}

const stop = await runProduct();
const browser = await chromium.launch({ executablePath: await browserPath(), args: [...BROWSER_ARGUMENTS] });
let failed: string[] = [];
try {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  failed = await takePictures(browser);
} finally {
  await browser.close();
  await stop?.();
}
for (const each of failed) console.error(`not shown: ${each}`);
if (!onlyPublic) console.log(`${SCREENS.length * SIZES.length * THEMES.length} pictures are in .tmp/screens`);
console.log("The pictures and icons of public/ are taken.");
process.exitCode = failed.length === 0 ? 0 : 1;
