import type { Page, Request } from "@playwright/test";
import { expect, test, workspace } from "../story.ts";

/** Returns the reads of a request to the studio's operations, each with its input; none for other requests. */
function readsOf(request: Request): readonly string[] {
  const url = new URL(request.url());
  if (request.method() !== "GET" || !url.pathname.startsWith("/api/trpc/")) return [];
  const names = url.pathname.slice("/api/trpc/".length).split(",");
  // The stream of changes begins anew on each page, and reads nothing.
  if (url.pathname.endsWith("/record.stream")) return [];
  const input = JSON.parse(url.searchParams.get("input") ?? "{}");
  return names.map((name, at) => `${name} ${JSON.stringify(url.searchParams.has("batch") ? input[at] : input)}`);
}

/** Goes to a page by a link of a navigation, and waits until the page has read what it shows. */
async function goBy(page: Page, navigation: string, link: string, title: string = link): Promise<void> {
  await page.getByRole("navigation", { name: navigation }).getByRole("link", { name: link }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

test("going around in a project and out of it asks nothing again that was just read", async ({ page }) => {
  // What was read is fresh for 15 seconds, which a busy machine needs for two of these steps.
  await page.clock.setFixedTime(Date.now());
  await page.goto(`/projects/${workspace().project}/dialogues`);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(...readsOf(request)));
  await goBy(page, "Dialogues section", "Variables");
  await goBy(page, "Studio", "World", "Places");
  await goBy(page, "Studio", "Timeline");
  await goBy(page, "Studio", "Inbox");
  await goBy(page, "Studio", "People");
  await page.goBack();
  await page.goBack();
  await goBy(page, "Studio", "World", "Places");
  await goBy(page, "Studio", "Dialogues");
  await goBy(page, "Studio", "Inbox");
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((read, at) => asked.indexOf(read) !== at)).toEqual([]);
});

test("a page that the pointer rests on is there before it is opened", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/dialogues`);
  const link = page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Inbox" });
  const fetched = page.waitForResponse((response) => "next-router-state-tree" in response.request().headers());
  await link.hover();
  await fetched;
  const pages: string[] = [];
  page.on("request", (request) => {
    if ("rsc" in request.headers()) pages.push(request.url());
  });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  expect(pages).toEqual([]);
});
