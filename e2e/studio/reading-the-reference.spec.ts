import { PROBLEMS } from "../../server/kernel/problem-catalogue.ts";
import { expect, test } from "../story.ts";

test.use({ isSignedIn: false, workspaceOf: "file" });

test("reads the reference for an operation and follows an error link", { tag: "@full" }, async ({ page }) => {
  await page.goto("/docs");
  // The page can be read before its keys are listened for.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Filter the reference" })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("update dialogue node");
  await page
    .getByRole("navigation", { name: "Documentation" })
    .getByRole("link", { name: /Update a dialogue node/ })
    .click();
  const operation = page.getByRole("article", { name: "Update a dialogue node" });
  await expect(operation).toBeInViewport();
  await expect(operation).toContainText("/v1/projects/{project_id}/game-narrative/dialogue-nodes/{node_id}");
  await expect(operation).toContainText("Required scope: write");
  await expect(operation.getByText("canvas_x").first()).toBeVisible();
  await operation.getByRole("link", { name: "precondition_failed" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("precondition_failed");
  await expect(page.getByRole("main")).toContainText("412");
  await expect(page.getByRole("heading", { name: "Remedy" })).toBeVisible();
});

test("arrives at an operation by its address", async ({ page }) => {
  await page.goto("/docs/reference/projects#projects_restore");
  await expect(page.getByRole("article", { name: "Restore a deleted project" })).toBeInViewport();
});

test("finds a page for the code of any error", async ({ page, request }) => {
  const answer = await request.get("/v1/me");
  const { code, doc_url: address } = (await answer.json()) as { code: string; doc_url: string };
  expect(code).toBe("unauthorized");
  await page.goto(new URL(address).pathname);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("unauthorized");
  for (const other of [...Object.keys(PROBLEMS), "validation_error"]) {
    expect((await request.get(`/docs/errors/${other}`)).status(), other).toBe(200);
  }
  expect((await request.get("/docs/errors/no_such_code")).status()).toBe(404);
});
