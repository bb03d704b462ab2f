import type { Page, Request } from "@playwright/test";
import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { makeColleague, openFor } from "../saving-desk.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

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
  const entry = page.getByRole("navigation", { name: navigation }).getByRole("link", { name: link });
  await entry.click();
  await expect(entry).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

test("going around in a project and out of it asks nothing again that was just read", async ({ page }) => {
  // Problems that are still looked for are asked for again and again.
  const counted = () => ask<{ unchecked: number }>(page, "problems.counts", { project_id: workspace().project });
  await expect.poll(async () => (await counted()).unchecked).toBe(0);
  // What was read is fresh for 15 seconds, which a busy machine needs for two of these steps.
  await page.clock.setFixedTime(Date.now());
  await page.goto(`/projects/${workspace().project}/dialogues`);
  // The numbers of problems are asked for once the rows are there.
  await expect(page.getByRole("row").filter({ hasText: "The Salt Gate" })).toContainText("2 errors");
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  // What is dropped on leaving a page was not read.
  page.on("requestfinished", (request) => asked.push(...readsOf(request)));
  await goBy(page, "Write", "Variables");
  await goBy(page, "Studio", "World", "Cast");
  await goBy(page, "World", "Places");
  await goBy(page, "World", "Groups");
  await goBy(page, "Studio", "Play", "Playthroughs");
  await goBy(page, "Play", "Readers");
  await goBy(page, "Studio", "Review", "Inbox");
  await goBy(page, "Review", "Problems");
  await goBy(page, "Review", "History");
  await goBy(page, "Studio", "Connect", "API keys");
  await goBy(page, "Studio", "Settings");
  await goBy(page, "Settings", "Members");
  await page.goBack();
  await page.goBack();
  await goBy(page, "Studio", "World", "Cast");
  await goBy(page, "Studio", "Write", "Dialogues");
  await goBy(page, "Studio", "Review", "Inbox");
  expect(page.url()).toMatch(/\/projects\/prj_\w+\/inbox$/);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((read, at) => asked.indexOf(read) !== at)).toEqual([]);
});

test("a page that the pointer rests on is there before it is opened", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/dialogues`);
  const link = page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Review" });
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

test("what was opened has the keys, what closes gives them back, and a new property takes four steps", async ({
  page,
}) => {
  const { project } = workspace();
  await makeDialogue(page, "Aaa", [nodeAt(0, 0, { text: "Halt." })]);
  await page.goto(`/projects/${project}/dialogues`);
  await page.getByRole("row", { name: /Aaa/ }).focus();
  await page.keyboard.press("Enter");
  const canvas = page.getByRole("application", { name: "Canvas of the dialogue" });
  await expect(canvas).toBeFocused();
  await page.reload();
  await expect(canvas).toBeFocused();
  await page.keyboard.press("ControlOrMeta+.");
  const script = page.locator('[data-command-scope="script"]:focus, [data-command-scope="script"] :focus');
  await expect(script).toBeVisible();
  await page.keyboard.press("ControlOrMeta+.");
  await expect(canvas).toBeFocused();
  await page.getByRole("group", { name: "View" }).getByText("Script").click();
  await expect(script).toBeVisible();
  const problems = page.getByRole("button", { name: /^Problems/ });
  await problems.click();
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "Close" }).click();
  await expect(problems).toBeFocused();

  const { id } = await tell<{ id: string }>(page, "entities.create", {
    project_id: project,
    external_id: "c-brann",
    type: "character",
    name: "Brann",
    properties: { age: 40, mood: "grim" },
  });
  await page.goto(`/projects/${project}/cast/${id}`);
  const details = page.getByRole("region", { name: "Details" });
  await details.getByRole("button", { name: "Add a property" }).click();
  await page.keyboard.type("height");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("textbox", { name: "height" })).toBeFocused();
  await page.keyboard.type("tall");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("button", { name: "height: tall" })).toBeFocused();
  await details.getByRole("button", { name: "Actions for height" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(details.getByRole("button", { name: "Actions for mood" })).toBeFocused();
  await page.getByRole("button", { name: "Add a relationship" }).click();
  await expect(page.getByRole("combobox", { name: "How" })).toBeFocused();
});

test("a designer finds six areas in a project by keys, and old addresses lead to where pages are now", async ({
  page,
  browser,
}) => {
  const { project } = workspace();
  const { context, page: theirs } = await openFor(browser, await makeColleague("designer"));
  try {
    await theirs.goto(`/projects/${project}/timeline`);
    await expect(theirs).toHaveURL(/\/history$/);
    const rail = theirs.getByRole("navigation", { name: "Studio" });
    await expect(rail.getByRole("link")).toHaveText(["Home", "Write", "World", "Play", "Review", "Settings"]);
    await rail.getByRole("link", { name: "Play" }).focus();
    await theirs.keyboard.press("Enter");
    await expect(theirs.getByRole("heading", { level: 1, name: "Playthroughs" })).toBeVisible();
    // The rail stays, and the focus with it.
    await expect(rail.getByRole("link", { name: "Play" })).toBeFocused();
    await theirs.keyboard.press("Tab");
    await expect(rail.getByRole("link", { name: "Review" })).toBeFocused();
  } finally {
    await context.close();
  }
  for (const [old, now] of [
    ["/people", "/members"],
    ["/developer", "/keys"],
    ["/developer/usage?checkout=left", "/usage?checkout=left"],
    [`/projects/${project}/characters/ent_1`, `/projects/${project}/cast/ent_1`],
  ] as const) {
    const answer = await page.request.get(old, { maxRedirects: 0, headers: { accept: "text/html" } });
    expect([old, answer.status(), answer.headers().location]).toEqual([old, 308, now]);
  }
});
