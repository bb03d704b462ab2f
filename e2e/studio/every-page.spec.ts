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
  "/docs/reference/keys/keys_create",
  "/docs/runtime",
  "/docs/runtime/offline",
  "/docs/objects",
  "/docs/objects/by-letter/d",
  "/docs/objects/DialogueNode",
  "/docs/events",
  "/docs/events/dialogue_node",
  "/docs/errors",
  "/docs/errors/validation_error",
  "/no-such-page",
];

/** Pages that this run checks: all of them in the full run, a sample in the gate. */
const CHECKED = new Set(gateSample(PAGES, 3, (path) => path));

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
      expect(await graveFindings(page)).toEqual([]);
    });
  }
}

test("every page comes with a policy of its own and headers that keep it to itself", async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of ["/sign-in", "/docs", "/no-such-page"]) {
    const headers = (await request.get(path, { headers: { accept: "text/html" } })).headers();
    const policy = headers["content-security-policy"] ?? "";
    nonces.add(/script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? path);
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|style-src [^;]*unsafe-inline/);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["referrer-policy"], path).toBe("same-origin");
    expect(headers["permissions-policy"], path).toContain("camera=()");
    expect(headers["x-powered-by"], path).toBeUndefined();
  }
  expect(nonces.size).toBe(3);
  // Programs are told in their own form.
  const told = await request.get("/no-such-page", { headers: { accept: "*/*" } });
  expect([told.status(), (await told.json()).code]).toEqual([404, "not_found"]);
});

test("files of public/ come with their type, a lifetime and no policy of pages", async ({ request }) => {
  const files = [
    ["/favicon.ico", "image/x-icon", 3_600],
    ["/robots.txt", "text/plain; charset=UTF-8", 3_600],
    ["/manifest.webmanifest", "application/manifest+json", 3_600],
    ["/icons/icon.svg", "image/svg+xml", 86_400],
    ["/icons/icon-192.png", "image/png", 86_400],
    ["/icons/icon-512.png", "image/png", 86_400],
    ["/icons/apple-touch-icon.png", "image/png", 86_400],
    ["/pictures/canvas.webp", "image/webp", 86_400],
    ["/pictures/world.webp", "image/webp", 86_400],
    ["/pictures/link.png", "image/png", 86_400],
  ] as const;
  for (const [path, type, seconds] of files) {
    const response = await request.get(path);
    const headers = response.headers();
    expect([path, response.status(), headers["content-type"]]).toEqual([path, 200, type]);
    expect(headers["cache-control"], path).toBe(`public, max-age=${seconds}`);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["content-security-policy"], path).toBeUndefined();
  }
  expect((await request.get("/pictures/no-such-picture.png")).status()).toBe(404);
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as { icons: { src: string }[] };
  expect(manifest.icons.map(({ src }) => src).filter((src) => !files.some(([path]) => path === src))).toEqual([]);
});

test("a shared link and the documentation have a preview, and only the documentation is indexed", async ({ page }) => {
  for (const [path, robots] of [
    ["/play", "noindex, nofollow"],
    ["/docs", "index, follow"],
  ] as const) {
    await page.goto(path);
    const content = (selector: string) => page.locator(`head meta[${selector}]`).getAttribute("content");
    expect(await content('property="og:image"'), path).toBe(new URL("/pictures/link.png", page.url()).href);
    expect(await content('property="og:title"'), path).toBe(await page.title());
    expect(await content('property="og:description"'), path).toBe(await content('name="description"'));
    expect(await content('name="twitter:card"'), path).toBe("summary_large_image");
    expect(await content('name="robots"'), path).toBe(robots);
  }
});
