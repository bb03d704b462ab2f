import type { Page } from "@playwright/test";
import { openCanvas } from "../canvas.ts";
import { graveFindings, overhang, themes } from "../looks.ts";
import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

interface Made {
  id: string;
  properties: object;
}

let told = 0;
async function make(page: Page, type: string, name: string, properties: object = {}): Promise<Made> {
  told += 1;
  const body = { external_id: `${type}-${told}-${Date.now()}`, type, name, properties };
  return tell<Made>(page, "entities.create", { project_id: workspace().project, ...body });
}

const read = (page: Page, entity_id: string) =>
  ask<Made & { name: string; type: string }>(page, "entities.get", { project_id: workspace().project, entity_id });

test("follows a speaker from a line to the profile, changes the line there, and goes back", async ({ page }) => {
  const mara = await make(page, "character", "Mara Quill");
  const node = nodeAt(0, 0, { title: "The ferry", text: "Who opened the gate?", speaker_id: mara.id });
  const dialogue = await makeDialogue(page, "At the ferry", [node]);
  await openCanvas(page, `${dialogue.url}?card=${node.id}`);
  await page.getByRole("link", { name: "Profile of Mara Quill" }).click();

  const lines = page.getByRole("list", { name: "Lines of Mara Quill" });
  await lines.getByRole("button", { name: "Who opened the gate?" }).click();
  await page.getByRole("textbox", { name: "Line" }).fill("Who has opened the gate?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(lines.getByRole("button", { name: "Who has opened the gate?" })).toBeVisible();
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Who has opened the gate?"));
  await lines.getByRole("link", { name: "At the ferry › The ferry" }).click();
  await expect(page).toHaveURL(new RegExp(`${dialogue.id}\\?card=${node.id}`));
});

test("writes a profile in place: values, a new property, a relationship, and takes a removal back", async ({
  page,
}) => {
  const ship = await make(page, "ship", "The Heron");
  const kept = { oath: ["salt", null], stats: { hp: 7, "a/b": { deep: null } } };
  const bor = await make(page, "character", "Bor Hask", { mood: "grim", ...kept });
  await page.goto(`/projects/${workspace().project}/cast/${bor.id}`);
  const details = page.getByRole("region", { name: "Details" });

  await details.getByRole("button", { name: "mood: grim" }).click();
  await details.getByRole("textbox", { name: "mood" }).fill("cheerful");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("button", { name: "mood: cheerful" })).toBeVisible();
  expect((await read(page, bor.id)).properties).toEqual({ mood: "cheerful", ...kept });

  await details.getByRole("button", { name: "Add a property" }).click();
  await page.getByRole("combobox", { name: "Name of the property" }).fill("height");
  await page.getByRole("option", { name: "Add “height”" }).click();
  await details.getByRole("combobox", { name: "Kind of value" }).selectOption("Number");
  await details.getByRole("spinbutton", { name: "height" }).fill("tall");
  await details.getByRole("button", { name: "Save" }).click();
  await expect(details.getByText("Write a number.")).toBeVisible();
  await details.getByRole("spinbutton", { name: "height" }).fill("1,8");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("button", { name: "height: 1.8" })).toBeVisible();

  await details.getByRole("button", { name: "Actions for height" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(details.getByRole("button", { name: /^height/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(details.getByRole("button", { name: "height: 1.8" })).toBeVisible();

  const related = page.getByRole("region", { name: "Relationships" });
  await related.getByRole("button", { name: "Add a relationship" }).click();
  await related.getByRole("combobox", { name: "How" }).fill("sails on");
  await page.keyboard.press("Tab");
  await related.getByRole("combobox", { name: "Who or what" }).fill("heron");
  await page.getByRole("option", { name: /The Heron/ }).click();
  await related.getByRole("button", { name: "Add", exact: true }).click();
  await expect(related.getByRole("list")).toContainText("sails on");
  await related.getByRole("button", { name: "As a graph" }).click();
  await expect(related.getByRole("figure").getByRole("link", { name: "The Heron" })).toBeVisible();
  for (const theme of themes("dark")) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await related.getByRole("list").getByRole("link", { name: "The Heron" }).click();
  await expect(page).toHaveURL(new RegExp(`/things/${ship.id}`));
  await expect(page.getByRole("region", { name: "Relationships" })).toContainText("sails on The Heron");
});

test("gives a type its fields, fills them in on a profile, and has a wrong value refused", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/fields`);
  await page.getByRole("button", { name: "Add a type" }).click();
  await page.getByRole("textbox", { name: "Name of the type" }).fill("sailor");
  await page.keyboard.press("Enter");
  const fields = page.getByRole("list", { name: "Fields of Sailor" }).getByRole("listitem");
  for (const [at, name, kind] of [
    [0, "Age", "Number"],
    [1, "Loyalty", "One of a list"],
  ] as const) {
    await page.getByRole("button", { name: "Add a field" }).click();
    await fields.nth(at).getByRole("textbox", { name: "Name" }).fill(name);
    await fields.nth(at).getByRole("combobox", { name: "Kind" }).selectOption(kind);
  }
  await fields.nth(0).getByRole("textbox", { name: "At most" }).fill("120");
  await fields.nth(1).getByRole("textbox", { name: "Choices, one per line" }).fill("loyal\nwavering\ntraitor");
  await page.getByRole("combobox", { name: "When something does not fit" }).selectOption("Refuse what does not fit");
  await page.getByRole("button", { name: "Save fields" }).click();
  await expect(page.getByText("The fields of Sailor are saved.")).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  const ilse = await make(page, "sailor", "Ilse Vann");
  await page.goto(`/projects/${workspace().project}/things/${ilse.id}`);
  const details = page.getByRole("region", { name: "Details" });
  await details.getByRole("combobox", { name: "Loyalty" }).selectOption("wavering");
  await details.getByRole("button", { name: "Age: empty" }).click();
  await details.getByRole("spinbutton", { name: "Age" }).fill("412");
  await page.keyboard.press("Enter");
  await expect(details.getByText("Must be at most 120.")).toBeVisible();
  await details.getByRole("spinbutton", { name: "Age" }).fill("41");
  await page.keyboard.press("Enter");
  await expect(details.getByRole("button", { name: "Age: 41" })).toBeVisible();
  expect((await read(page, ilse.id)).properties).toEqual({ age: 41, loyalty: "wavering" });
});

test("sees what a colleague writes into the profile that is open", { tag: "@full" }, async ({ page }) => {
  const ana = await make(page, "character", "Ana Vel", { mood: "calm" });
  // The stream begins at a sequence: nothing after it is missed.
  const followed = page.waitForRequest(/\/api\/trpc\/record\.stream/);
  await page.goto(`/projects/${workspace().project}/cast/${ana.id}`);
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByRole("button", { name: "mood: calm" })).toBeVisible();
  await followed;
  await tell(page, "entities.update", {
    project_id: workspace().project,
    entity_id: ana.id,
    properties: { mood: "furious" },
  });
  await expect(details.getByRole("button", { name: "mood: furious" })).toBeVisible();

  // While the value is being written, theirs is shown and nothing is overwritten unasked.
  await details.getByRole("button", { name: "mood: furious" }).click();
  await details.getByRole("textbox", { name: "mood" }).fill("tired");
  await tell(page, "entities.update", {
    project_id: workspace().project,
    entity_id: ana.id,
    properties: { mood: "asleep" },
  });
  await expect(details.getByText("Someone changed this to “asleep”.")).toBeVisible();
  await page.keyboard.press("Enter");
  expect((await read(page, ana.id)).properties).toEqual({ mood: "asleep" });
  await details.getByRole("button", { name: "Keep mine" }).click();
  await details.getByRole("button", { name: "Save" }).click();
  await expect(details.getByRole("button", { name: "mood: tired" })).toBeVisible();
});

test("makes a thing, finds it by its type, and edits several at once with a way back", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/things`);
  const lamps = [
    await make(page, "lamp", "Lamp of brass", { lit: true }),
    await make(page, "lamp", "Lamp of clay", { lit: false }),
  ];
  await page.getByRole("button", { name: "New thing" }).click();
  const dialog = page.getByRole("dialog", { name: "New thing" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Lamp of glass");
  await dialog.getByRole("combobox", { name: "Type" }).fill("lamp");
  await page.getByRole("option", { name: "lamp" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Lamp of glass", exact: true })).toBeVisible();

  await page.goto(`/projects/${workspace().project}/things?type=lamp`);
  const grid = page.getByRole("grid", { name: "Things" });
  await expect(grid.getByRole("row", { name: /Lamp of/ })).toHaveCount(3);
  await expect(grid.getByRole("columnheader", { name: "lit" })).toBeVisible();
  await page.getByRole("checkbox", { name: /Select all/ }).click();
  await page.getByRole("button", { name: "Edit 3" }).click();
  const edit = page.getByRole("dialog", { name: "Edit 3 things" });
  await edit.getByRole("combobox", { name: "Property" }).fill("lit");
  await page.getByRole("option", { name: "lit" }).click();
  await edit.getByRole("combobox", { name: "Kind of value" }).selectOption("Yes or no");
  await expect(edit.getByRole("status")).toContainText("2 things will change; 1 unchanged");
  expect(await graveFindings(page)).toEqual([]);
  await edit.getByRole("button", { name: "Change 2" }).click();
  await expect(grid.getByRole("gridcell", { name: "Yes" })).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(grid.getByRole("gridcell", { name: "Yes" })).toHaveCount(1);
  expect((await read(page, lamps[1]?.id ?? "")).properties).toEqual({ lit: false });

  // A block from a spreadsheet does the same with other values in each row.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("Name\tlit\nLamp of clay\tyes\nLamp of brass\tmaybe\n"));
  await grid.getByRole("row", { name: /Lamp of brass/ }).focus();
  await page.keyboard.press("ControlOrMeta+v");
  const paste = page.getByRole("dialog", { name: "Paste 2 rows" });
  await expect(paste.getByRole("row", { name: "Lamp of clay lit No Yes" })).toBeVisible();
  await expect(paste.getByRole("region", { name: "Skipped" })).toContainText("“maybe”: The value must be yes or no.");
  expect(await graveFindings(page)).toEqual([]);
  await paste.getByRole("button", { name: "Change 1 thing" }).click();
  await expect(grid.getByRole("gridcell", { name: "Yes" })).toHaveCount(2);
  await grid.getByRole("row", { name: /Lamp of clay/ }).focus();
  await page.keyboard.press("ControlOrMeta+c");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Lamp of clay");
});

test("edits, pastes and fills cells, each of which one Undo takes back", async ({ page }) => {
  for (const name of ["Rope of hemp", "Rope of silk", "Rope of wire"])
    await make(page, "rope", name, { length: 10, wet: false });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/projects/${workspace().project}/things?type=rope`);
  const grid = page.getByRole("grid", { name: "Things" });
  const lengths = grid.locator('[data-cell="properties.length"]');
  await grid.getByRole("row", { name: /Rope of hemp/ }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(lengths.first()).toBeFocused();
  await page.keyboard.type("25");
  await page.keyboard.press("Enter");
  await expect(lengths).toHaveText(["25", "10", "10"]);
  await page.evaluate(() => navigator.clipboard.writeText("7\tyes\n8\tyes\n"));
  await page.keyboard.press("ControlOrMeta+v");
  await expect(lengths).toHaveText(["25", "7", "8"]);
  await expect(page.getByText("4 cells changed.")).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(lengths).toHaveText(["25", "10", "10"]);
  await expect(grid.getByRole("gridcell", { name: "Yes" })).toHaveCount(0);
  await lengths.first().click();
  await lengths.last().click({ modifiers: ["Shift"] });
  await page.keyboard.press("ControlOrMeta+d");
  await expect(lengths).toHaveText(["25", "25", "25"]);
});

test("saves a board as a view, and its link shows a colleague the same", async ({ page }) => {
  for (const [name, tide] of [
    ["Buoy one", "ebb"],
    ["Buoy two", "flood"],
    ["Buoy three", "ebb"],
  ] as const)
    await make(page, "buoy", name, { tide });
  await page.goto(`/projects/${workspace().project}/things?type=buoy`);
  await page.getByRole("radio", { name: "Board" }).check({ force: true });
  const ebb = page.getByRole("region", { name: "ebb" });
  await expect(ebb.getByRole("article")).toHaveCount(2);
  await ebb.getByRole("article", { name: "Buoy one" }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(page.getByRole("region", { name: "flood" }).getByRole("article")).toHaveCount(2);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(ebb.getByRole("article")).toHaveCount(2);
  // A card that is on its way back is shown pale.
  await expect(async () => expect(await graveFindings(page)).toEqual([])).toPass({ timeout: 20_000 });
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog", { name: "Save view" }).getByRole("textbox", { name: "Name" }).fill("Buoys by tide");
  await page.keyboard.press("Enter");
  const tab = page.getByRole("link", { name: "Buoys by tide" });
  await expect(tab).toHaveAttribute("aria-current", "page");
  const address = page.url();
  await page.getByRole("link", { name: "All things" }).click();
  await expect(page.getByRole("grid", { name: "Things" })).toBeVisible();
  await page.goto(address);
  await expect(tab).toHaveAttribute("aria-current", "page");
  await expect(ebb.getByRole("article")).toHaveCount(2);
});

test("makes a place, puts another into it, and takes the deletion of both back", { tag: "@full" }, async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/places`);
  const inn = await make(page, "location", "The inn");
  await page.getByRole("button", { name: "New place" }).click();
  await page.getByRole("dialog", { name: "New place" }).getByRole("textbox", { name: "Name" }).fill("The harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "The harbour", exact: true })).toBeVisible();
  const harbour = page.url().split("/").at(-1) ?? "";
  await page.goto(`/projects/${workspace().project}/places/${inn.id}`);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("combobox", { name: "Place" }).fill("harbour");
  await page.getByRole("option", { name: /The harbour/ }).click();
  await page.getByRole("link", { name: "The harbour" }).click();
  await expect(page).toHaveURL(new RegExp(harbour));
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toContainText("With it goes 1 part of the world within it");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete all of it" }).click();
  await expect(page).toHaveURL(/\/places$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "The harbour", exact: true })).toBeVisible();
  expect(await read(page, inn.id)).toMatchObject({ parent_id: harbour });
});
