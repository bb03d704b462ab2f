import { readFile } from "node:fs/promises";
import { cardChunk, pngWith } from "#domain/import/cards/png.fixture.ts";
import { graveFindings, overhang } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";

const CARD = JSON.stringify({
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: "Bram Sluys",
    first_mes: "Who goes there?",
    personality: "dry",
    extensions: { tool: { weight: 1.5 } },
    character_book: {
      entries: [
        { keys: ["tide"], content: "The sluice opens at ebb.", enabled: true, insertion_order: 7 },
        { keys: ["lamp"], content: "The lamp was his mother’s.", enabled: true, insertion_order: 8 },
      ],
    },
  },
});
const picture = (bytes: Buffer, name: string) => ({ name, mimeType: "image/png", buffer: bytes });

test("a writer brings a character in by its card, adds to it by another, and takes it along", async ({ page }) => {
  const project = workspace().project;
  await page.goto(`/projects/${project}/cast`);
  const begin = () => page.getByRole("button", { name: "Import a card" }).click();
  await begin();
  const dialog = page.getByRole("dialog", { name: "Import a character card" });
  const files = dialog.getByLabel("Card to import");

  // A damaged picture is refused with its reason, and nothing comes of it.
  const png = pngWith(cardChunk(CARD));
  await files.setInputFiles(picture(png.subarray(0, -3), "damaged.png"));
  await expect(dialog.getByRole("alert")).toContainText("The picture ends within a chunk.");
  expect(await graveFindings(page)).toEqual([]);

  await files.setInputFiles(picture(png, "bram.png"));
  const preview = dialog.getByRole("region", { name: "What becomes of the card" });
  await expect(preview).toContainText(
    "Bram Sluys becomes a character; 2 entries of its lorebook are facts; its picture is kept.",
  );
  await expect(preview).toContainText("Extensions are kept, not used");
  expect(await graveFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await graveFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();

  const voice = page.getByRole("region", { name: "How Bram Sluys speaks" });
  await expect(voice).toContainText(/dry.*Who goes there\?/);
  await expect(page.getByRole("list", { name: "Pictures of Bram Sluys" }).getByRole("listitem")).toHaveCount(1);

  // The same name again is a question.
  await page.goto(`/projects/${project}/cast`);
  await begin();
  const newer = CARD.replace("The lamp was his mother’s.", "The lamp is broken.").replace('"dry"', '"kind"');
  await files.setInputFiles({ name: "bram.json", mimeType: "application/json", buffer: Buffer.from(newer) });
  await expect(dialog.getByText("There is a character called Bram Sluys already.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Add it to Bram Sluys" }).check();
  await dialog.getByRole("button", { name: "Add it", exact: true }).click();
  await expect(voice).toContainText("dry");

  await voice.getByRole("button", { name: "Save as a card" }).click();
  const save = page.getByRole("dialog", { name: "Save Bram Sluys as a card" });
  await save.getByRole("radio", { name: "Version 2" }).check();
  await expect(save).toContainText("Nothing is left out.");
  expect(await graveFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    save.getByRole("button", { name: "Save the card" }).click(),
  ]);
  const { data } = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data).toMatchObject({ personality: "dry", extensions: { tool: { weight: 1.5 } } });
  const keys = data.character_book.entries.map((entry: { keys: string[]; content: string }) => [
    entry.keys[0],
    entry.content,
  ]);
  expect(keys).toEqual([
    ["tide", "The sluice opens at ebb."],
    ["lamp", "The lamp is broken."],
    ["lamp", "The lamp was his mother’s."],
  ]);
});

test("what characters are told is a setting of the project, which a voice can leave", async ({ page }) => {
  const project = workspace().project;
  await page.goto(`/projects/${project}/settings`);
  const section = page.getByRole("region", { name: "What characters are told" });
  await section.getByRole("radio", { name: "Proposes it" }).click();
  await expect(section.getByRole("radio", { name: "Proposes it" })).toBeChecked();
  expect(await graveFindings(page)).toEqual([]);

  await page.goto(`/projects/${project}/cast`);
  await page.getByRole("button", { name: "New character" }).click();
  await page.getByRole("dialog", { name: "New character" }).getByRole("textbox", { name: "Name" }).fill("Wen Mole");
  await page.keyboard.press("Enter");
  const voice = page.getByRole("region", { name: "How Wen Mole speaks" });
  await voice.getByRole("button", { name: "Give Wen Mole a voice" }).click();
  await expect(voice.getByRole("radio", { name: "As the project has it" })).toBeChecked();
  await expect(voice.getByText(/^Proposes it, for now\./)).toBeVisible();
  await voice.getByRole("radio", { name: "Forgets it" }).check();
  await voice.getByRole("button", { name: "Save changes" }).click();
  await expect(voice).toContainText("Forgets it. Nothing stays of what was said.");
});
