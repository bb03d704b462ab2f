import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { openCanvas } from "../canvas.ts";
import { graveFindings } from "../looks.ts";
import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { findSample } from "../sample.ts";
import { expect, test } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

const settings = (project: string) => `/projects/${project}/settings`;

/** Follows the way to a project that was made, and answers its id. */
async function openMade(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(/\/projects\/prj_\w+\/dialogues/);
  return /prj_\w+/.exec(page.url())?.[0] ?? "";
}

const replay = (page: Page, project_id: string) =>
  tell<{ differences: unknown[]; seq: number }>(page, "record.replay", { project_id });

test("exports a project, imports it as another one, and both replay", async ({ page }) => {
  const { project } = await findSample(page);
  await page.goto(settings(project));
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the project" }).click();
  const path = await (await saved).path();
  expect(await graveFindings(page)).toEqual([]);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ type: "project", contents: "history" });

  await page.goto("/");
  await page.getByRole("button", { name: "Import a project" }).click();
  await page.getByLabel("File of a project").setInputFiles({
    name: "cut-off.ndjson",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(`${lines.slice(0, 5).join("\n")}\n`),
  });
  await expect(page.getByRole("alert")).toContainText("the file was cut off");
  await page.getByLabel("File of a project").setInputFiles(path);
  expect(await graveFindings(page)).toEqual([]);
  const made = await openMade(page);
  expect(made).not.toBe(project);
  const [before, after] = [await replay(page, project), await replay(page, made)];
  expect([before.differences, after.differences]).toEqual([[], []]);
  const dialogues = async (project_id: string) =>
    (await ask<{ dialogues: { id: string; name: string }[] }>(page, "dialogues.list", { project_id, limit: 500 }))
      .dialogues;
  const named = (all: { id: string; name: string }[]) => all.map(({ id, name }) => [id, name]).sort();
  expect(named(await dialogues(made))).toEqual(named(await dialogues(project)));
});

test("makes a world of its own, adds dialogues to it, copies it to live, renames it, deletes it and brings it back", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "New project" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name").fill("The ferry");
  await dialog
    .getByRole("group", { name: "What are you making?" })
    .getByRole("radio", { name: "A story world" })
    .check();
  await dialog.getByText("For developers").click();
  await dialog.getByRole("radio", { name: "Test" }).check();
  expect(await graveFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/\/projects\/prj_\w+\/cast/);
  const project_id = /prj_\w+/.exec(page.url())?.[0] ?? "";
  const write = page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Write" });
  await expect(page.getByRole("heading", { level: 1, name: "Cast" })).toBeVisible();
  await expect(write).toHaveCount(0);
  await tell(page, "entities.create", { project_id, external_id: "mara", type: "character", name: "Mara" });

  await page.goto(settings(project_id));
  await page.getByRole("switch", { name: "Game" }).click();
  await expect(write).toBeVisible();
  await page.getByRole("button", { name: "Copy to live…" }).click();
  const copy = page.getByRole("dialog", { name: "Copy to live" });
  await copy.getByLabel("Name").fill("The ferry, live");
  await copy.getByRole("button", { name: "Copy to live" }).click();
  const live = await openMade(page);
  expect(await ask(page, "projects.get", { project_id: live })).toMatchObject({
    mode: "live",
    name: "The ferry, live",
  });
  const { entities } = await ask<{ entities: { name: string }[] }>(page, "entities.list", { project_id: live });
  expect(entities.map(({ name }) => name)).toEqual(["Mara"]);

  await page.goto(settings(live));
  await page.getByRole("textbox", { name: "Name" }).fill("The night ferry");
  await page.getByRole("region", { name: "About" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The changes are saved.")).toBeVisible();
  await page.getByRole("button", { name: "Switch project" }).press("Enter");
  await page.getByRole("combobox", { name: "Switch project" }).fill("salt");
  await expect(page.getByRole("option")).toHaveText([/^The Salt Gate/]);
  expect(await graveFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(settings((await findSample(page)).project));
  await page.goBack();
  await page.getByRole("button", { name: "Delete the project" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill("The night ferry");
  await question.getByRole("button", { name: "Delete the project" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByText("1 deleted project").click();
  await page.getByRole("button", { name: "Restore The night ferry" }).click();
  await expect(page.getByRole("heading", { name: "The night ferry" })).toBeVisible();
});

test("archives a project from the home page: it is read and not written, until it is taken out", {
  tag: "@full",
}, async ({ page }) => {
  const { project } = await findSample(page);
  await page.goto("/");
  await page.getByRole("button", { name: "More about The Salt Gate" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByText("1 archived project").click();
  expect(await graveFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "The Salt Gate" }).click();
  const said = page.getByRole("status").filter({ hasText: "This project is archived" });
  await expect(said).toBeVisible();
  await expect(page.getByRole("button", { name: "New dialogue" })).toHaveAttribute("aria-disabled", "true");
  expect(await graveFindings(page)).toEqual([]);
  await page.goto(settings(project));
  await expect(page.getByRole("button", { name: "Export the project" })).not.toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("region", { name: "About" }).getByRole("button", { name: "Save" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await said.getByRole("button", { name: "Unarchive" }).click();
  await expect(said).toHaveCount(0);
  expect(await ask(page, "projects.get", { project_id: project })).toMatchObject({ archived: false });
});

test("goes on from the home page at the card and the caret where one was", { tag: "@full" }, async ({ page }) => {
  const gate = nodeAt(0, 0, { title: "The gate", text: "The old gate creaks." });
  const dialogue = await makeDialogue(page, "Go on", [gate, nodeAt(400, 0, { title: "Rope", text: "A rope." })]);
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  const text = page.getByRole("complementary", { name: "Inspector" }).getByLabel("Text");
  await text.focus();
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 7));
  const kept = () => page.evaluate(() => Object.values(localStorage).some((value) => value.includes('"caret":[4,7]')));
  await expect.poll(kept).toBe(true);
  await page.goto("/");
  await page
    .getByRole("region", { name: "Continue" })
    .getByRole("link", { name: /^Go on/ })
    .click();
  await expect(text).toBeFocused();
  expect(
    await text.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd]),
  ).toEqual([4, 7]);
});

test("an error that wants somebody is on the home page until it is mended, and what was done is there", async ({
  page,
}) => {
  // Nothing follows it, and it is no ending.
  const dialogue = await makeDialogue(page, "Astray", [nodeAt(0, 0, { title: "One", text: "One." })]);
  const project_id = /prj_\w+/.exec(dialogue.url)?.[0] ?? "";
  await page.goto("/");
  const item = page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name: /1 error in Astray/ });
  await expect(item).toHaveCount(1);
  const lately = page.getByRole("region", { name: "Recent activity" }).getByRole("listitem").first();
  await expect(lately).toContainText("The Salt Gate");
  expect(await graveFindings(page)).toEqual([]);

  const { nodes } = await dialogue.recorded();
  await tell(page, "dialogues.updateNode", { project_id, node_id: nodes[0]?.id, kind: "end" });
  await expect(item).toHaveCount(0);
});
