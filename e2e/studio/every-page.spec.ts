import type { Page } from "@playwright/test";
import { graveFindings, overhang } from "../looks.ts";
import { expect, test } from "../story.ts";

/** Every page beside the studio's screens, which `screens.spec.ts` goes through. */
const PAGES = [
  "/sign-in",
  "/sign-in?error=CredentialsSignin",
  "/docs",
  "/docs?q=entity",
  "/docs#contents",
  "/docs/guides/lists-and-filters",
  "/docs/reference/entities",
  "/docs/reference/keys",
  "/docs/objects",
  "/docs/errors",
  "/docs/errors/validation_error",
  "/no-such-page",
];

async function looksRight(page: Page): Promise<void> {
  expect(await graveFindings(page)).toEqual([]);
  expect(await overhang(page), "scrolls sideways").toBeLessThanOrEqual(0);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const path of PAGES) {
      test(`${path} is there for everyone`, async ({ page }) => {
        await page.goto(path);
        await looksRight(page);
        await page.setViewportSize({ width: 390, height: 844 });
        await looksRight(page);
      });
    }
  });
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
