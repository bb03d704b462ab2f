import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { browserPath } from "./browser.ts";

/** Browser that is started and ended like a person's: its profile remains when its process dies. */
export interface OwnBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Kills the browser's process at once, as a power cut would. */
  kill(): Promise<void>;
}

const PATIENCE_MS = 30_000;

/** Starts a browser over a profile folder. */
export async function startBrowser(profile: string, baseURL: string): Promise<OwnBrowser> {
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  rmSync(join(profile, "SingletonLock"), { force: true });
  const process = spawn(
    await browserPath(),
    [
      "--headless=shell",
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      "--window-size=1440,900",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const browser = await connect(process, portFile);
  const context = browser.contexts()[0] ?? (await browser.newContext({ baseURL }));
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 1440, height: 900 });
  return {
    context,
    page,
    kill: async () => {
      const gone = once(process, "exit");
      process.kill("SIGKILL");
      await gone;
      // There is nobody left to answer.
      void browser.close().catch(() => undefined);
    },
  };
}

async function connect(process: ChildProcess, portFile: string): Promise<Browser> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (process.exitCode !== null) throw new Error(`the browser ended with ${process.exitCode}`);
    if (existsSync(portFile)) {
      const [port = "", path = ""] = readFileSync(portFile, "utf8").split("\n");
      if (path !== "") return chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
    }
    await pause(50);
  }
  throw new Error("the browser did not start");
}
