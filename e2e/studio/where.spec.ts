import { existsSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ISO_FILES, makeIsoPlaces } from "../iso-places.ts";
import { graveFindings, overhang } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { ask } from "../studio-calls.ts";

const rows = (page: Page) => page.getByRole("grid", { name: "Places" }).getByRole("row");
const row = (page: Page, at: number) => page.getByRole("group", { name: `Condition ${at}` });

async function property(page: Page, at: number, name: string): Promise<void> {
  await row(page, at).getByRole("combobox", { name: "Property" }).fill(name);
  await page.keyboard.press("Enter");
}

test("finds all islands of one country, saves them, and Back takes a condition back", { tag: "@full" }, async ({
  page,
}) => {
  test.skip(!existsSync(ISO_FILES.countries), "the places are not here");
  const { project } = workspace();
  await makeIsoPlaces(page);
  await page.goto(`/projects/${project}/places`);
  const builder = page.getByRole("form", { name: "Which places" });
  const matches = builder.getByRole("status");

  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await property(page, 1, "category");
  await row(page, 1).getByLabel("Comparison").selectOption("contains");
  await row(page, 1).getByLabel("Value", { exact: true }).fill("sland");
  await expect(builder).toContainText("Places whose category contains “sland”");
  await expect(matches).toHaveText("26 places match");
  await builder.getByRole("button", { name: "Show matches" }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^26 places( ·|$)/ })).toBeVisible();

  // Many rows leave the conditions the room they need.
  await expect(builder.getByRole("button", { name: "Show matches" })).toBeInViewport({ ratio: 1 });
  await builder.getByRole("button", { name: "Add a condition" }).click();
  await expect(row(page, 2).getByRole("combobox", { name: "Property" })).toBeFocused();
  await property(page, 2, "country");
  await row(page, 2).getByLabel("Value", { exact: true }).fill("KM");
  // What places have is offered, wherever in the list they are.
  await expect(row(page, 2).locator("datalist option")).toHaveCount(1);
  await expect(matches).toHaveText("3 places match");
  expect(await graveFindings(page)).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).filter({ hasText: "Mohéli" })).toBeVisible();

  // Edits of many are of what is shown.
  await page.getByRole("checkbox", { name: "Select all places" }).click();
  await page.getByRole("button", { name: "Edit 3" }).click();
  const edit = page.getByRole("dialog", { name: "Edit 3 places" });
  await edit.getByRole("combobox", { name: "Property" }).fill("visited");
  await page.keyboard.press("Enter");
  await edit.getByRole("combobox", { name: "Kind of value" }).selectOption("Yes or no");
  await edit.getByRole("button", { name: "Change 3" }).click();
  await expect(edit).toHaveCount(0);
  const input = { project_id: project, property_filter: '{"visited":{"$eq":true}}' };
  expect((await ask<{ total: number }>(page, "entities.list", input)).total).toBe(3);

  await page.getByRole("button", { name: "Export what is shown" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "As a table (CSV)" }).click();
  const saved = readFileSync(await (await saving).path(), "utf8");
  expect(saved.trim().split("\r\n")).toHaveLength(4);

  // A link shows what its sender saw; Back takes one step back.
  await page.goBack();
  await expect(page.getByRole("status").filter({ hasText: /^26 places( ·|$)/ })).toBeVisible();
  await expect(row(page, 2)).toHaveCount(0);
  await page.goForward();
  await expect(rows(page)).toHaveCount(4);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);

  // On a phone it is whole too.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Filter (2)" }).click();
  await expect(row(page, 2)).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await expect(builder).toHaveCount(0);
  await page.getByRole("button", { name: "Remove: country is “KM”" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^26 places( ·|$)/ })).toBeVisible();
});
