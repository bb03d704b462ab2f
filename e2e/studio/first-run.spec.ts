import type { Page } from "@playwright/test";
import { findSample } from "../sample.ts";
import { expect, signIn, test } from "../story.ts";

const HEADERS = { "x-fabula-studio": "1" };

/** Remembers the sample as it is, and gives back what puts it there again: other stories find it as it came. */
async function keepSample(page: Page): Promise<() => Promise<void>> {
  const { project: project_id, dialogue: graph_id } = await findSample(page);
  const answer = await page.request.get("/api/trpc/projects.get", {
    headers: HEADERS,
    params: { input: JSON.stringify({ project_id }) },
  });
  const seq: number = (await answer.json()).result.data.last_seq;
  return async () => {
    const data = { project_id, graph_id, seq };
    const headers = { ...HEADERS, origin: new URL(page.url()).origin };
    const restored = await page.request.post("/api/trpc/dialogues.restore", { headers, data });
    expect(restored.ok(), await restored.text()).toBe(true);
  };
}

test.setTimeout(120_000);

test("the first visit asks one thing, and Write lands in The Salt Gate; a mended fault ticks the first step", async ({
  page,
}) => {
  await signIn(page);
  const question = page.getByRole("region", { name: "What are you here to do?" });
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Fix a problem", exact: true })).toBeVisible();
  const restore = await keepSample(page);
  try {
    await question.getByRole("link", { name: /^Write/ }).click();
    await expect(page).toHaveURL(/\/dialogues\/dlg_/);
    await expect(page.getByRole("button", { name: /2 errors.*1 warning/ })).toBeVisible();

    await page.keyboard.press("F8");
    const drawer = page.getByRole("region", { name: "Problems" });
    const deadEnd = drawer.getByRole("row").filter({ hasText: "Dead end" });
    const saved = page.waitForResponse((response) => response.url().includes("/dialogues.batch") && response.ok());
    await deadEnd.getByRole("button", { name: "Mark as ending" }).click();
    await expect(deadEnd).toHaveCount(0);
    await saved;

    await page.getByRole("link", { name: "Home" }).click();
    await expect(steps.getByRole("link", { name: "Fix a problem (done)" })).toBeVisible();
    await expect(question).toHaveCount(0);
  } finally {
    await restore();
  }
  await steps.getByRole("button", { name: "Dismiss the first steps" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
