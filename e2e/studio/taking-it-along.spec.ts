import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { findings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";

const HALL = idOf("node");

/** A dialogue with a choice into another line, and words that a spreadsheet would run. */
const story = (page: Page, name: string): Promise<OwnDialogue> =>
  makeDialogue(page, name, [
    nodeAt(0, 0, {
      text: "Halt, says the guard.",
      speaker_label: "Guard",
      branches: [choice("=Pay two coins", HALL)] as never,
    }),
    nodeAt(400, 0, { id: HALL, text: "Through the gate.", kind: "end" }),
  ]);

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Export/ });
const textOf = async (download: Download) => readFile(await download.path(), "utf8");

/** Chooses a format, waits until it is written, and saves it. */
async function save(page: Page, format: string): Promise<Download> {
  await dialog(page).getByRole("radio", { name: format }).check();
  await expect(dialog(page).getByRole("button", { name: "Save the file" })).not.toHaveAttribute("aria-disabled");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Save the file" }).click(),
  ]);
  await expect(dialog(page)).toHaveCount(0);
  return download;
}

test("takes a dialogue out of its row's menu in each format, and reads first what is left out", async ({ page }) => {
  const { id } = await story(page, "Toll bridge, day");
  await page.goto(`/projects/${workspace().project}/dialogues`);
  const begun = async () => {
    await row(page, "Toll bridge, day").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Export" }).click();
    await expect(dialog(page)).toBeVisible();
  };
  await begun();
  await expect(dialog(page)).toContainText("Nothing is left out.");
  expect(await findings(page, "[role=dialog]")).toEqual([]);
  const json = await save(page, "Fabula JSON");
  expect(json.suggestedFilename()).toBe("toll-bridge-day.fabula.json");
  expect(JSON.parse(await textOf(json))).toMatchObject({ graphs: [{ name: "Toll bridge, day", nodes: [{}, {}] }] });

  await begun();
  const yarn = await save(page, "Yarn Spinner");
  expect(await textOf(yarn)).toContain("Guard: Halt, says the guard.");
  await begun();
  const twee = await save(page, "Twee 3");
  expect(await textOf(twee)).toContain("Halt, says the guard.");
  await begun();
  const ink = await save(page, "ink");
  expect(await textOf(ink)).toContain("# speaker: Guard");

  await begun();
  await dialog(page).getByRole("radio", { name: "Lines as CSV" }).check();
  await expect(dialog(page)).toContainText("The table has only texts, without the targets of choices.");
  const lines = (await textOf(await save(page, "Lines as CSV"))).split("\r\n");
  expect(lines[0]).toBe("\ufeffdialogue_id,node_id,branch_id,kind,speaker,text,status,previous_line");
  expect(lines[1]).toMatch(new RegExp(`^${id},node_\\w+,,line,Guard,"Halt, says the guard.",draft,""$`));
  expect(lines[2]).toMatch(/,choice,"",'=Pay two coins,draft,"Halt, says the guard."$/);
  expect(lines[3]).toMatch(new RegExp(`^${id},${HALL},,end,"",Through the gate.,draft,'=Pay two coins$`));
});

test("takes several dialogues at once, as an archive or as one table", { tag: "@full" }, async ({ page }) => {
  const gate = await story(page, "Toll bridge, day");
  const well = await makeDialogue(page, "Toll bridge, night", [nodeAt(0, 0, { text: "Drink." })]);
  await page.goto(`/projects/${workspace().project}/dialogues?q=Toll+bridge`);
  await page.getByRole("checkbox", { name: "Select all dialogues" }).check();
  await page.getByRole("button", { name: "Export 2" }).click();
  await expect(page.getByRole("dialog", { name: "Export 2 dialogues" })).toBeVisible();
  const archive = await save(page, "Yarn Spinner");
  expect(archive.suggestedFilename()).toBe("dialogues.zip");
  const bytes = await readFile(await archive.path(), "latin1");
  for (const name of ["toll-bridge-day.yarn", "toll-bridge-night.yarn"]) expect(bytes).toContain(name);

  await row(page, "Toll bridge, day").focus();
  await page.getByRole("checkbox", { name: "Select all dialogues" }).check();
  await page.getByRole("button", { name: "Export 2" }).click();
  const table = await textOf(await save(page, "Lines as CSV"));
  for (const { id } of [gate, well]) expect(table).toContain(`\r\n${id},`);
});

test("takes the open dialogue out of its page, with what was only just written, and prints it", {
  tag: "@full",
}, async ({ page }) => {
  const { url } = await story(page, "Toll bridge, day");
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "true");
  });
  await page.goto(url);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export this dialogue" }).click();
  const yarn = await save(page, "Yarn Spinner");
  expect(await textOf(yarn)).toContain("Halt, says the guard.");

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Print the script");
  await page.keyboard.press("Enter");
  await expect(page.locator("body[data-printed]")).toHaveCount(1);

  await page.goto(`${url.slice(0, url.lastIndexOf("/"))}?q=Toll+bridge`);
  await row(page, "Toll bridge, day").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Export" }).click();
  await dialog(page).getByRole("radio", { name: "Printable script" }).check();
  await dialog(page).getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await expect(page).toHaveURL(/\/dialogues\/dlg_/);
  await expect(page).not.toHaveURL(/print=/);
});

test.describe("the clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test("copies links and IDs by one key from a list, a page and what was found", { tag: "@full" }, async ({ page }) => {
    const { id, url } = await story(page, "Toll bridge, day");
    await page.goto(`/projects/${workspace().project}/dialogues?q=Toll+bridge`);
    await row(page, "Toll bridge, day").focus();
    await page.keyboard.press("ControlOrMeta+Shift+l");
    await expect(page.getByText("Link to “Toll bridge, day” copied.")).toBeVisible();
    expect(new URL(await clipboard(page)).pathname).toBe(url);
    await page.keyboard.press("ControlOrMeta+Shift+y");
    await expect(page.getByText(`ID of “Toll bridge, day” copied: ${id}`)).toBeVisible();
    expect(await clipboard(page)).toBe(id);

    await page.goto(url);
    await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("Through the gate");
    await page.keyboard.press("ControlOrMeta+Shift+l");
    await expect(page.getByText("Link to this card copied.")).toBeVisible();
    const card = new URL(await clipboard(page));
    expect([card.pathname, card.searchParams.get("card")]).toEqual([url, HALL]);
    await page.keyboard.press("Escape");

    await page.goto(card.href);
    await expect(page.getByText("Through the gate.").first()).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Shift+y");
    await expect(page.getByText(`ID of this card copied: ${HALL}`)).toBeVisible();
  });
});
