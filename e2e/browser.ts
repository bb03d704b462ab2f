import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import packed from "@sparticuz/chromium";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Arguments that the browser is started with: without them, Chromium sends requests to its vendor, and draws by imitating a graphics
 * card, which takes a twelfth more of the processor.
 */
export const BROWSER_ARGUMENTS: readonly string[] = [
  "--no-sandbox",
  "--headless=shell",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-gpu",
  "--disable-software-rasterizer",
];

/** Returns the Chromium that stories run in: an installed one, else the packed one that comes with the dependencies. */
export async function browserPath(): Promise<string> {
  const installed = [process.env.FABULA_E2E_BROWSER ?? "", chromium.executablePath(), ...USUAL_PLACES].find(existsSync);
  if (installed !== undefined) return installed;
  if (process.platform !== "linux") {
    throw new Error("No Chromium was found: install one, or name it in FABULA_E2E_BROWSER.");
  }
  return packed.executablePath();
}
