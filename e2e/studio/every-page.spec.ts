import type { Page } from "@playwright/test";
import { IS_FULL } from "#test-size";
import { gateSample } from "../gate-sample.ts";
import { graveFindings, overhang, themes } from "../looks.ts";
import { expect, test } from "../story.ts";

test.use({ isSignedIn: false, workspaceOf: "file" });

/** Pages other than the studio's screens, which `screens.spec.ts` checks. */
const PAGES = [
  "/sign-in",
  "/sign-in?error=CredentialsSignin",
  "/demo",
  "/play",
  "/docs",
  "/docs?q=entity",
  "/docs#contents",
  "/docs/guides/lists-and-filters",
  "/docs/reference/entities",
  "/docs/reference/keys",
  "/docs/objects",
  "/docs/events",
  "/docs/errors",
  "/docs/errors/validation_error",
  "/no-such-page",
];

/** Pages that this run checks: all of them in the full run, a sample in the gate. */
const CHECKED = new Set(gateSample(PAGES, 3, (path) => path));

/** Number of sections checked at the top and at the end of a page whose sections are made alike, in the gate. */
const FEW = 4;

/** Leaves a few of the sections there: the pages of all objects, events and operations grow with each that is added. */
async function leaveFew(page: Page): Promise<void> {
  // React compares a page with what the server sent before it takes it over: nothing may be gone by then.
  await page.waitForFunction(() =>
    [...(document.querySelector("main")?.children ?? [])].every((each) =>
      Object.keys(each).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
  await page.locator("main").evaluate((main, few) => {
    const alike = [...main.children].filter((each) => each.matches("section, article"));
    for (const each of alike.slice(few, -few)) each.remove();
  }, FEW);
}

for (const [at, path] of PAGES.entries()) {
  if (!CHECKED.has(path)) continue;
  for (const colorScheme of themes(at % 2 === 0 ? "light" : "dark")) {
    test(`${path} is there for everyone, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overhang(page), `scrolls sideways, ${width} px wide`).toBeLessThanOrEqual(0);
        if (IS_FULL) expect(await graveFindings(page), `${width} px wide`).toEqual([]);
      }
      if (IS_FULL) return;
      await page.setViewportSize({ width: 1440, height: 900 });
      await leaveFew(page);
      expect(await graveFindings(page)).toEqual([]);
    });
  }
}

test("every page comes with a policy of its own and headers that keep it to itself", async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of ["/sign-in", "/docs", "/no-such-page", "/icon.svg"]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    nonces.add(/script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? path);
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|style-src [^;]*unsafe-inline/);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("same-origin");
    expect(headers["permissions-policy"], path).toContain("camera=()");
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
  expect(nonces.size).toBe(4);
});
