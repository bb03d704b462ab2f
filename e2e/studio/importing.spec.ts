import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { findings } from "../looks.ts";
import { nodeOf, type StoredDialogue } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask } from "../studio-calls.ts";

interface DroppedFile {
  readonly name: string;
  readonly content: string;
  /** Sent as these bytes instead. */
  readonly bytes?: readonly number[];
}

async function openList(page: Page): Promise<string> {
  const id = workspace().project;
  await page.goto(`/projects/${id}/dialogues`);
  await expect(page.getByRole("grid", { name: "Dialogues" })).toBeVisible();
  return id;
}

/** Drops files as a person does who drags them from a folder. */
async function drop(page: Page, target: Locator, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const { name, content, bytes } of all) {
      data.items.add(new File([bytes === undefined ? content : new Uint8Array(bytes)], name));
    }
    return data;
  }, files);
  await target.dispatchEvent("dragover", { dataTransfer: transfer });
  await target.dispatchEvent("drop", { dataTransfer: transfer });
}

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Import", exact: true });
const item = (page: Page, name: string): Locator => dialog(page).getByRole("region", { name });

const story = (ifid: string, title: string, passages: string) =>
  `:: StoryTitle\n${title}\n\n:: StoryData\n{"ifid":"${ifid}","format":"SugarCube","start":"Quay"}\n\n${passages}`;
const newIfid = () => crypto.randomUUID().toUpperCase();

test("drops a Twee file on the list, reads what it would bring, imports it, repairs it, and imports it again", async ({
  page,
}) => {
  const project_id = await openList(page);
  const ifid = newIfid();
  const title = `The weir ${ifid.slice(0, 4)}`;
  const first = story(
    ifid,
    title,
    // What the macro does is not known, so that nothing says whether the story ends there.
    ':: Quay\nThe water is high. [[Cross->Bridge]] [[Wait->Nowhere at all]]\n\n:: Bridge\nIt holds. <<audio "river" play>>\n',
  );
  await drop(page, page.getByRole("grid", { name: "Dialogues" }), [{ name: "weir.twee", content: first }]);
  await expect(item(page, "weir.twee")).toContainText("1 dialogue with 2 cards and 2 choices. To import:");
  expect(await findings(page, "[role=dialog]")).toEqual([]);
  const search = () =>
    ask<{ dialogues: { id: string; name: string }[] }>(page, "dialogues.list", { project_id, limit: 500 });
  expect((await search()).dialogues.some(({ name }) => name === title)).toBe(false);

  await dialog(page).getByRole("button", { name: "Import", exact: true }).press("Enter");
  await item(page, "weir.twee")
    .getByRole("link", { name: `Open ${title}` })
    .press("Enter");
  await expect(page).toHaveURL(/problems=1/);
  const drawer = page.getByRole("region", { name: "Problems" });
  await expect(drawer.getByRole("row").filter({ hasText: "Missing target" })).toBeVisible();
  await drawer
    .getByRole("row")
    .filter({ hasText: "Dead end" })
    .getByRole("button", { name: "Mark as ending" })
    .press("Enter");
  const graph_id = /dlg_\w+/.exec(page.url())?.[0] ?? "";
  const recorded = () => ask<StoredDialogue>(page, "dialogues.get", { project_id, graph_id });
  await expect(async () => expect(nodeOf(await recorded(), "Bridge").kind).toBe("end")).toPass({ timeout: 20_000 });

  await page.goto(`/projects/${project_id}/dialogues`);
  await page.getByRole("button", { name: "Import" }).press("Enter");
  const again = first.replace("It holds.", "It holds, just.");
  await drop(page, dialog(page), [{ name: "weir.twee", content: again }]);
  await expect(item(page, "weir.twee")).toContainText(/To import: .*changed/);
  await dialog(page).getByRole("button", { name: "Import", exact: true }).press("Enter");
  await expect(item(page, "weir.twee")).toContainText(/Imported: .*changed/);
  expect(nodeOf(await recorded(), "Bridge").text).toBe("It holds, just.");
  expect((await search()).dialogues.filter(({ name }) => name === title)).toHaveLength(1);
});

test("chooses the folder of an ink project with its includes, imports it and plays it", async ({ page }, info) => {
  const project_id = await openList(page);
  const folder = info.outputPath("ferry");
  const files = {
    "main.ink": "INCLUDE acts/quay.ink\nINCLUDE acts/ferry.ink\nYou wake.\n-> quay\n",
    "acts/quay.ink": "=== quay ===\nThe quay is wet.\n* [Board] -> ferry\n",
    "acts/ferry.ink": "=== ferry ===\nThe ferry leaves.\n-> END\n",
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  await page.getByRole("button", { name: "Import" }).press("Enter");
  await dialog(page).getByLabel("Folder to import").setInputFiles(folder);
  await expect(item(page, "ferry/main.ink")).toContainText("One story of 3 files");
  await dialog(page).getByRole("button", { name: "Import", exact: true }).press("Enter");
  await item(page, "ferry/main.ink").getByRole("link").press("Enter");
  await expect(page).toHaveURL(new RegExp(`${project_id}/dialogues/dlg_`));
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toContainText("You wake.");
  await expect(async () => {
    await page.keyboard.press("Space");
    await expect(player.getByRole("button", { name: /Board/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  await player.getByRole("button", { name: /Board/ }).press("Enter");
  await expect(player).toContainText("The ferry leaves.");
  await expect(player).toContainText("The end");
});

test("is told what is wrong with each of several files, and imports the good one", { tag: "@full" }, async ({
  page,
}) => {
  await openList(page);
  const ifid = newIfid();
  await drop(page, page.getByRole("grid", { name: "Dialogues" }), [
    { name: "good.twee", content: story(ifid, `Good ${ifid.slice(0, 4)}`, ":: Quay\nHello.\n") },
    { name: "broken.json", content: '{"name": ' },
    { name: "picture.png", content: "", bytes: [0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00] },
    {
      name: "a very long name that goes on and on and on, far beyond what any dialog has room for, and then some.txt",
      content: "Dear diary",
    },
  ]);
  await expect(item(page, "good.twee")).toContainText("1 card");
  await expect(item(page, "broken.json")).toContainText("The file is a JSON file with a mistake");
  await expect(item(page, "picture.png")).toContainText("The file is an image, which cannot be imported.");
  await expect(dialog(page).getByRole("status")).toHaveText("1 story ready to import. 3 files cannot be imported.");
  await dialog(page).getByRole("button", { name: "Remove broken.json" }).press("Enter");
  await expect(item(page, "broken.json")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Import", exact: true }).press("Enter");
  await expect(item(page, "good.twee").getByRole("link")).toBeVisible();
});

test("a hostile file does nothing anywhere it is shown", async ({ page, offences }) => {
  const asked: string[] = [];
  page.on("dialog", (each) => {
    asked.push(each.message());
    void each.dismiss();
  });
  const project_id = await openList(page);
  const ifid = newIfid();
  const bad = `<script>alert(1)</script><img src=x onerror="alert(2)"><svg onload="alert(3)"><a href="javascript:alert(4)">go</a>`;
  // As tags of HTML it is markup, which is read as such; as entities it is words, which are shown.
  const words = `${bad}<iframe srcdoc="x"></iframe>`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const content = story(
    ifid,
    `${bad} ${ifid.slice(0, 4)}`,
    `:: Quay\n${bad}${words} Words. [[${words}->Bridge]] [[Link|javascript:alert(5)]]\n\n:: Bridge\n<iframe srcdoc="${bad}"></iframe>${words}\n`,
  );
  await drop(page, page.getByRole("grid", { name: "Dialogues" }), [
    { name: "<img src=x onerror=alert(6)>.twee", content },
  ]);
  await expect(dialog(page).getByRole("status")).toHaveText("1 story ready to import.");
  await dialog(page).getByRole("button", { name: "Import", exact: true }).press("Enter");
  await dialog(page)
    .getByRole("link", { name: /^Open / })
    .press("Enter");
  const canvas = page.getByRole("application", { name: "Canvas of the dialogue" });
  await expect(canvas).toBeVisible();
  await page.keyboard.press("Control+Shift+f");
  await page.getByRole("searchbox", { name: "Words" }).fill("onerror");
  await expect(page.getByRole("search", { name: "All dialogues" }).locator("mark").first()).toBeVisible();
  await page.keyboard.press("Control+.");
  await expect(page.getByRole("article", { name: "Script", exact: true })).toContainText("<iframe srcdoc=");
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(page.getByRole("region", { name: "Player" })).toContainText("Words.");
  await page.keyboard.press("1");
  await expect(page.getByRole("region", { name: "Player" })).toContainText("<iframe srcdoc=");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("article", { name: "Script on paper" })).toContainText("<iframe srcdoc=");
  expect(
    await page.locator("main a[href^='javascript:'], main img, main iframe, main [onerror], main [onload]").count(),
  ).toBe(0);
  await page.emulateMedia({ media: null });
  await page.goto(`/projects/${project_id}/dialogues`);
  await expect(page.getByRole("grid", { name: "Dialogues" })).toContainText("<script>");
  expect(asked).toEqual([]);
  expect(offences).toEqual([]);
});
