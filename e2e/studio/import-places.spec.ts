import { existsSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { sheetText, workbook } from "#domain/rows/workbook.fixture.ts";
import { type PlaceInput, readPlaces } from "../../scripts/places.ts";
import { ISO_FILES } from "../iso-places.ts";
import { graveFindings, overhang } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

async function choose(page: Page, type: string, name: string, content: string): Promise<void> {
  await page.goto(`/projects/${workspace().project}/import?type=${type}`);
  await page.getByLabel("Files to import").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  await expect(page.getByRole("table", { name: "Columns" })).toBeVisible();
}

const what = (page: Page, column: string) => page.getByLabel(`Meaning of “${column}”`);
const standing = (page: Page) => page.getByRole("region", { name: "Progress" }).getByRole("status");
const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Rows of the file" }).getByRole("row").filter({ hasText: name });

const cell = (text = "") => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const line = ({ external_id, name, properties, parent_external_id }: PlaceInput) =>
  [external_id, name, properties.category ?? "Country", parent_external_id].map(cell).join(",");

test("loads the places of ISO 3166 from a file, children before their parents", { tag: "@full" }, async ({ page }) => {
  test.skip(!existsSync(ISO_FILES.countries), "the places are not here");
  test.setTimeout(300_000);
  const places = readPlaces(ISO_FILES).toReversed();
  await choose(page, "place", "places.csv", ["code,name,category,parent", ...places.map(line)].join("\n"));
  await expect(page.getByRole("region", { name: "Columns of places.csv" })).toContainText("5,376 rows");
  await expect(what(page, "code")).toHaveValue("external_id");
  await expect(what(page, "parent")).toHaveValue("parent_external_id");
  await expect(page.getByLabel("Property for “category”")).toHaveValue("category");

  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(standing(page)).toHaveText("Preview: 5,376 new.", { timeout: 60_000 });
  // The rows scroll in their own list, so that few of them are in the page.
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  const { project } = workspace();
  const input = { project_id: project, external_id: "AZ-BAB" };
  expect((await ask<{ total: number }>(page, "entities.list", input)).total).toBe(0);

  await page.getByRole("button", { name: "Import 5,376 rows" }).click();
  await expect(standing(page)).toHaveText("Imported: 5,376 new.", { timeout: 120_000 });
  const { entities } = await ask<{ entities: { name: string; location_path: string; properties: object }[] }>(
    page,
    "entities.list",
    input,
  );
  expect(entities).toMatchObject([{ location_path: "/AZ/AZ-NX/AZ-BAB", properties: { category: "Rayon" } }]);
});

test("tells each mistake by its row, imports the others, changes them with a second file, and saves what is shown", async ({
  page,
}) => {
  const content = "ID;Name;Age;Within\nana;Ana Weir;41;\nben;Ben;old;\n;Nobody;;\ncy;Cy;7;nowhere\n";
  await choose(page, "character", "cast.csv", content);
  await page.getByLabel("Type of “Age”").selectOption("Number");
  await what(page, "Within").selectOption("Skip");
  await page.getByLabel("Property for “Age”").fill("age");
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(standing(page)).toHaveText("Preview: 2 new, 2 with errors.");
  await expect(row(page, "Ben")).toContainText("age “old”: must be a number");
  await expect(row(page, "Nobody")).toContainText("ID: is missing");
  await expect(row(page, "Nobody")).toContainText("4");
  expect(await graveFindings(page)).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await page.getByLabel("Result", { exact: true }).selectOption("New");
  await expect(row(page, "Cy")).toBeVisible();
  await expect(row(page, "Ben")).toHaveCount(0);

  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(standing(page)).toHaveText("Imported: 2 new, 2 with errors.");
  await page.getByRole("button", { name: "Import another file" }).click();
  await page.getByLabel("Or paste rows from a spreadsheet").focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "ID\tName\tAge\nana\tAna Weir\t42\ncy\tCy\t7\n");
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await page.getByLabel("Property for “Age”").fill("age");
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(standing(page)).toHaveText("Preview: 1 changed, 1 unchanged.");
  await expect(row(page, "Ana Weir")).toContainText("age");
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(standing(page)).toHaveText("Imported: 1 changed, 1 unchanged.");

  // Both are remembered; the last one is undone, after a look at what that would do.
  await page.getByRole("button", { name: "Import another file" }).click();
  const earlier = page.getByRole("grid", { name: "Earlier imports" }).getByRole("row");
  await expect(earlier).toHaveCount(3);
  expect(await graveFindings(page)).toEqual([]);
  expect(await overhang(page)).toBeLessThanOrEqual(0);
  await earlier.filter({ hasText: "1 changed, 1 unchanged" }).getByRole("link").click();
  await page.getByRole("button", { name: "Undo this import…" }).click();
  await expect(standing(page)).toHaveText("Preview of the undo: 1 restored.");
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(standing(page)).toHaveText("Undone: 1 restored.");
  await expect(row(page, "Ana Weir")).toContainText("Restored");

  await page.getByRole("link", { name: "Go to the characters" }).click();
  const rows = page.getByRole("grid", { name: "Cast" }).getByRole("row");
  await expect(rows.filter({ hasText: "Cy" })).toBeVisible();
  await page.getByLabel("Find a character").fill("weir");
  await expect(rows.filter({ hasText: "Cy" })).toHaveCount(0);
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Export what is shown" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "As a table (CSV)" }).click();
  const saved = readFileSync(await (await saving).path(), "utf8");
  expect(saved).toBe(
    "\ufeffexternal_id,type,name,parent_external_id,properties.age:number\r\nana,character,Ana Weir,,41\r\n",
  );
});

test("says what is wrong with a file that has no rows, and takes a dropped one", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/import?type=thing`);
  const give = (name: string, content: string) =>
    page.getByLabel("Files to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await give("broken.csv", 'id,name\n"a,b\n');
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Row 2: a quoted cell is not closed.");
  await give("list.json", '{"things":[{"id":"heron","name":"The Heron","type":"ship","crew":{"size":7}}]}');
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("Property for “crew.size”")).toHaveValue("crew.size");
  await what(page, "id").selectOption("Skip");
  await what(page, "name").selectOption("Skip");
  const preview = page.getByRole("button", { name: "Preview the import" });
  await expect(preview).toHaveAccessibleDescription(/which column is the name/);
  await expect(page.getByText("Choose which column is the name.").filter({ visible: true })).toBeVisible();
});

test("takes thirty characters from an Excel file without ids, with their places by name, and undoes it", async ({
  page,
}) => {
  await page.goto("/");
  const loft = { external_id: "net-loft", name: "Net Loft", type: "location", parent_id: null };
  await tell(page, "entities.create", { project_id: workspace().project, ...loft });
  const rows = Array.from({ length: 30 }, (_, at) => {
    return [`Quill${at}`, "Marlow", at % 2 === 0 ? "Rigger" : "Caulker", 20 + at, at === 29 ? "Moon" : "net loft"];
  });
  const lines = [["First name", "Last name", "Role", "Age", "Place"], ...rows].map((cells, line) => {
    const cellAt = (cell: string | number, at: number) => {
      const place = `${"ABCDE"[at]}${line + 1}`;
      return typeof cell === "number" ? `<c r="${place}"><v>${cell}</v></c>` : sheetText(place, cell);
    };
    return `<row r="${line + 1}">${cells.map(cellAt).join("")}</row>`;
  });
  // So large that a reader would unpack it in a worker, which the policy of pages does not allow.
  const large = `<!--${"a long remark ".repeat(60_000)}-->`;
  await page.goto(`/projects/${workspace().project}/import?type=character`);
  await page.getByLabel("Files to import").setInputFiles({
    name: "cast.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: Buffer.from(workbook({ Cast: `${lines.join("")}${large}` })),
  });
  await expect(what(page, "Place")).toHaveValue("parent_name");
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(standing(page)).toHaveText("Preview: 29 new, 1 with errors.");
  await expect(row(page, "Quill29 Marlow")).toContainText("place “Moon”: no place has this name");
  expect(await graveFindings(page)).toEqual([]);
  await expect(page.getByText("1 place is not there yet: Moon.")).toBeVisible();
  await page.getByRole("button", { name: "Create the place" }).click();
  await expect(standing(page)).toHaveText("Preview: 30 new.");
  await page.getByRole("button", { name: "Import 30 rows" }).click();
  await expect(standing(page)).toHaveText("Imported: 30 new.");
  const { entities } = await ask<{ entities: { name: string; location_path: string; properties: object }[] }>(
    page,
    "entities.list",
    { project_id: workspace().project, external_id: "quill0-marlow" },
  );
  expect(entities).toMatchObject([
    { name: "Quill0 Marlow", location_path: "/net-loft/quill0-marlow", properties: { Role: "Rigger", Age: 20 } },
  ]);
  await page.getByRole("button", { name: "Undo this import…" }).click();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(standing(page)).toHaveText("Undone: 30 deleted.");
});
