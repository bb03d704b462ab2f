import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { choice, idOf, nodeAt } from "../own-dialogue.ts";
import { findSample } from "../sample.ts";
import { test } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

interface SampleAddress {
  project_id: string;
  graph_id: string;
}

/** The Salt Gate of the story's workspace, with its faults. */
async function findPlace(page: Page): Promise<SampleAddress> {
  const { project, dialogue } = await findSample(page);
  return { project_id: project, graph_id: dialogue };
}

async function openCopy(page: Page): Promise<SampleAddress> {
  const place = await findPlace(page);
  await page.goto(`/projects/${place.project_id}/dialogues/${place.graph_id}`);
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
  return place;
}

const drawer = (page: Page): Locator => page.getByRole("region", { name: "Problems" });
const row = (page: Page, rule: string): Locator => drawer(page).getByRole("row").filter({ hasText: rule });
const counts = (page: Page, words: string): Locator => page.getByRole("button", { name: words, exact: true });

test("opens the Salt Gate, presses F8, reads why, fixes it, and sees it gone and confirmed by the server", async ({
  page,
}) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  const status = page.getByRole("status", { name: "Problems" });
  await expect(status).toContainText("Problem 1 of 3. Dead end. A low card, played high.");
  await expect(status).toContainText("Nothing follows this card, and it is not marked as an ending.");
  await expect(row(page, "Dead end")).toHaveAttribute("aria-current", "true");
  await expect(drawer(page)).toContainText(/Checked \d/);

  await row(page, "Dead end").getByRole("button", { name: "Mark as ending" }).press("Enter");
  await expect(row(page, "Dead end")).toHaveCount(0);
  await expect(counts(page, "Problems: 1 error 1 warning")).toBeVisible();
  await expect(drawer(page)).toContainText(/Checked \d/);
  await page.reload();
  await expect(counts(page, "Problems: 1 error 1 warning")).toBeVisible();
});

test("leads a choice to the card whose name is nearest, and takes it back", async ({ page }) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  await page.keyboard.press("F8");
  const missing = row(page, "Missing target");
  await expect(missing).toHaveAttribute("aria-current", "true");
  await expect(missing).toContainText("which was not in the imported file");
  await missing.getByRole("button", { name: /^More for/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Re-target…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Lead to another card" });
  await expect(dialog.getByRole("combobox", { name: "Card" })).not.toHaveValue("");
  await dialog.getByRole("button", { name: "Lead there" }).press("Enter");
  await expect(missing).toHaveCount(0);
  await expect(counts(page, "Problems: 1 error 1 warning")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().press("Enter");
  await expect(missing).toHaveCount(1);
});

test("ignores a problem with a reason, finds it struck through after a reload, and stops ignoring it", async ({
  page,
}) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  await row(page, "Cannot be reached")
    .getByRole("button", { name: /^More for/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Ignore with reason…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ignore this problem" });
  await dialog.getByLabel("Reason").fill("Kept for the second act.");
  await dialog.getByRole("button", { name: "Ignore" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(counts(page, "Problems: 2 errors")).toBeVisible();

  await page.reload();
  await expect(counts(page, "Problems: 2 errors")).toBeVisible();
  await page.keyboard.press("F8");
  const ignored = row(page, "Cannot be reached");
  await expect(ignored.locator("s").first()).toHaveText("Cannot be reached");
  await expect(ignored).toContainText("Ignored: Kept for the second act.");
  await ignored.getByRole("button", { name: /^Stop ignoring/ }).press("Enter");
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
});

test("ignores more cards than a list answers at once with as few requests as hold them, and finds all of them ignored", {
  tag: "@full",
}, async ({ page }) => {
  const place = await findPlace(page);
  const ids = Array.from({ length: 520 }, () => idOf("node"));
  const nodes = ids.map((id, index) => {
    const next = ids[index + 1];
    const way = next === undefined ? { kind: "end" } : { branches: [choice("", next)] };
    return { ...nodeAt(index * 300, 2_000, { id, text: `Step ${index + 1}.` }), ...way };
  });
  await tell(page, "dialogues.batch", {
    ...place,
    batch_id: randomUUID(),
    gestures: [{ label: "Begin", operations: nodes.map((node) => ({ op: "node.create", node })) }],
  });
  await page.goto(`/projects/${place.project_id}/dialogues/${place.graph_id}`);
  await expect(counts(page, "Problems: 2 errors 2 warnings")).toBeVisible();
  await counts(page, "Problems: 2 errors 2 warnings").press("Enter");
  const group = row(page, "Cannot be reached").filter({ hasText: "520 cards" });
  await group.getByRole("button", { name: /^More for/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Ignore with reason…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ignore this problem" });
  await dialog.getByLabel("Reason").fill("A stair of the second act.");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("waivers.")) sent.push(new URL(request.url()).pathname);
  });
  await dialog.getByRole("button", { name: "Ignore" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
  await expect(row(page, "Ignored: A stair of the second act.").first()).toBeAttached();
  // A request takes five hundred.
  expect(sent).toEqual(["/api/trpc/waivers.createBatch", "/api/trpc/waivers.createBatch"]);
  await expect(drawer(page)).toContainText(/Checked \d/);
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
  await page.reload();
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
});

test("mends everything, and is told that every line can be reached and every path ends", async ({ page }) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  await row(page, "Dead end").getByRole("button", { name: "Mark as ending" }).press("Enter");
  await row(page, "Missing target")
    .getByRole("button", { name: /^More for/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Remove choice" }).press("Enter");
  await row(page, "Cannot be reached").getByRole("button", { name: "Lead here from…" }).press("Enter");
  await page.getByRole("button", { name: "Lead here", exact: true }).press("Enter");
  await row(page, "Empty choice")
    .getByRole("button", { name: /^Write it/ })
    .press("Enter");
  await page.keyboard.type("Take the other stair.");
  await expect(drawer(page)).toContainText("Every line can be reached and every path ends.");
  await expect(counts(page, "No problems")).toBeVisible();
});

test("declares the variable that a condition names and nobody declared", async ({ page }) => {
  const place = await findPlace(page);
  const lost = `var_${"0123456789abcdefghjkmnpqrs"
    .split("")
    .toSorted(() => Math.random() - 0.5)
    .join("")}`;
  const conditions = [{ var: lost }];
  await tell(page, "dialogues.createNode", { ...place, kind: "end", text: "The tide takes it.", conditions });
  await page.goto(`/projects/${place.project_id}/dialogues/${place.graph_id}`);
  await expect(counts(page, "Problems: 3 errors 2 warnings")).toBeVisible();
  await counts(page, "Problems: 3 errors 2 warnings").press("Enter");
  const undeclared = row(page, "Undeclared variable");
  await undeclared.getByRole("button", { name: /^Declare variable/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Declare the variable" });
  await dialog.getByLabel("Name").fill(`tide_turned_${randomUUID().slice(0, 6)}`);
  await dialog.getByRole("button", { name: "Declare", exact: true }).press("Enter");
  await expect(undeclared).toHaveCount(0);
  // Nothing sets it yet.
  await expect(counts(page, "Problems: 2 errors 3 warnings")).toBeVisible();
});

test("looks at an earlier moment: problems are shown, and no fix acts", { tag: "@full" }, async ({ page }) => {
  const { project_id, graph_id } = await findPlace(page);
  const { last_seq } = await ask<{ last_seq: number }>(page, "projects.get", { project_id });
  await page.goto(`/projects/${project_id}/dialogues/${graph_id}?at=${last_seq}`);
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
  await page.keyboard.press("F8");
  const fix = row(page, "Dead end").getByRole("button", { name: /^Mark as ending/ });
  await expect(fix).toHaveAttribute("aria-disabled", "true");
  await expect(fix).toHaveAccessibleDescription(/earlier moment/);
  await fix.press("Enter");
  await expect(counts(page, "Problems: 2 errors 1 warning")).toBeVisible();
});

test("sees only the problems with V, and everything again", { tag: "@full" }, async ({ page }) => {
  await openCopy(page);
  await page.keyboard.press("F8");
  const only = drawer(page).getByRole("button", { name: "Only problems" });
  await expect(only).toHaveAttribute("aria-pressed", "false");
  await page.locator('[data-command-scope="canvas"]').first().focus();
  await page.keyboard.press("v");
  await expect(only).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("v");
  await expect(only).toHaveAttribute("aria-pressed", "false");
});

/** Returns the parts of the panel that do not fit into their space; empty when all of them do. */
async function misfits(page: Page): Promise<string[]> {
  return drawer(page).evaluate((panel) => {
    const found: string[] = [];
    const main = document.querySelector("main") as HTMLElement;
    if (main.scrollHeight > main.clientHeight)
      found.push(`the page scrolls: ${main.scrollHeight}/${main.clientHeight}`);
    const list = panel.querySelector("table")?.parentElement as HTMLElement;
    if (list.scrollWidth > list.clientWidth) found.push(`the list hangs over: ${list.scrollWidth}/${list.clientWidth}`);
    for (const row of panel.querySelectorAll("tbody tr")) {
      const rule = row.querySelector("th")?.textContent ?? "";
      const [, why, since] = [...row.querySelectorAll("td")];
      const { width, height } = (why as HTMLElement).getBoundingClientRect();
      if (width < 240) found.push(`${rule}: the reason has ${width} px`);
      if (height > 90) found.push(`${rule}: the reason is ${height} px tall`);
      const words = since?.firstElementChild;
      if (words instanceof HTMLElement && words.offsetHeight > 24) found.push(`${rule}: “since” has several lines`);
    }
    return found;
  });
}

test("the panel fits its place after a fix made new problems, 1440 and 900 px wide", { tag: "@full" }, async ({
  page,
}) => {
  const expectFit = async () => {
    for (const width of [900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => misfits(page), `${width} px wide`).toEqual([]);
    }
  };
  const { project_id, graph_id } = await openCopy(page);
  await page.keyboard.press("F8");
  await expect(row(page, "Missing target")).toBeVisible();
  await expectFit();
  await row(page, "Missing target")
    .getByRole("button", { name: /^Create target/ })
    .click();
  await expect(row(page, "Missing target")).toHaveCount(0);
  // The new node is empty and leads nowhere, which is told with the time and the change it came with.
  await expect(
    drawer(page)
      .getByRole("row")
      .filter({ hasText: /Since \d\d:\d\d, / })
      .first(),
  ).toBeAttached();
  await expectFit();
  await page.goto(`/projects/${project_id}/dialogues/${graph_id}?problems=1`);
  await expect(row(page, "Dead end").first()).toBeVisible();
  await expectFit();
});
