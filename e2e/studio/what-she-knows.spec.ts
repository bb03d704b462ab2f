import type { Page } from "@playwright/test";
import { openCanvas, shownNode } from "../canvas.ts";
import { graveFindings, overhang, themes } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const NOT_TOLD = "Bor forged the seal of the harbour.";
const TOLD = "The flood took the doors of the gate.";

async function make(page: Page, operation: string, body: object): Promise<string> {
  return (await tell<{ id: string }>(page, operation, { project_id: workspace().project, ...body })).id;
}

/** Two characters, what everyone knows, what one of them is told of later, and what she never is. */
async function tellTheStory(page: Page) {
  const character = (name: string) =>
    make(page, "entities.create", { external_id: `${name}-${Date.now()}`, type: "character", name });
  const [ana, bor] = [await character("Ana Vel"), await character("Bor Hask")];
  await make(page, "facts.create", { text: "The tide turns twice a day." });
  const flood = await make(page, "facts.create", { text: TOLD, known_by: [bor] });
  const secret = await make(page, "facts.create", { text: NOT_TOLD, known_by: [bor], secret: true });
  const before = await make(page, "checkpoints.create", { name: "Before she is told" });
  const source = { kind: "client", label: "the ferry scene", witness_id: bor };
  await make(page, "facts.update", { fact_id: flood, known_by: [bor, ana], source });
  return { ana, before, secret };
}

const facts = (page: Page) => page.getByRole("list", { name: "Facts known to Ana Vel" }).getByRole("listitem");

test("asks what a character knows, before and after she is told", async ({ page }) => {
  const { ana, secret } = await tellTheStory(page);
  const node = nodeAt(0, 0, { title: "The ferry", text: "Who opened the gate?", speaker_id: ana });
  const teach = { id: idOf("ef"), op: "fact.tell", target: ana, key: secret, value: { lit: "saw" }, when: [] } as const;
  const ways = [{ ...choice("Look at the seal.", node.id), effects: [teach] }, choice("Go on.", node.id)];
  const first = nodeAt(-400, 0, { title: "The quay", text: "A boat lies here.", branches: ways as never });
  const dialogue = await makeDialogue(page, "What she knows", [first, node]);
  await openCanvas(page, `${dialogue.url}?card=${node.id}`);

  // From the card: what she knows there, and what one of the ways to it teaches her.
  await shownNode(page, "The ferry").click({ button: "right" });
  await page.getByRole("menuitem", { name: "What does Ana Vel know here?" }).click();
  const panel = page.getByRole("complementary", { name: "Knowledge" });
  await expect(panel.getByRole("list", { name: "Known from before" })).toContainText(TOLD);
  const learnt = panel.getByRole("list", { name: "Learnt on the way here" }).getByRole("listitem");
  await expect(learnt).toHaveText(new RegExp(`${NOT_TOLD}.*On some ways.*The quay`));

  // A fact that the card itself tells is written there.
  await panel.getByRole("button", { name: "Write a fact" }).click();
  await panel.getByLabel("What is known").fill("The ferry sails at dusk.");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("list", { name: "Facts from this card" })).toContainText("sails at dusk");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(panel.getByText("No facts are written from this card yet.")).toBeVisible();
  await panel.getByRole("link", { name: "What Ana Vel knows" }).click();

  await expect(page.getByRole("heading", { name: "What Ana Vel knows" })).toBeVisible();
  await expect(facts(page)).toHaveCount(2);
  await expect(facts(page).nth(1)).toContainText(TOLD);
  await expect(facts(page).nth(1)).toContainText("Noted from the ferry scene, from Bor Hask");
  await expect(page.getByText("2 facts · 1 more not known to Ana Vel")).toBeVisible();
  await expect(page.getByText(NOT_TOLD)).toHaveCount(0);

  await page.getByLabel("At the moment").selectOption("Before she is told");
  await expect(page).toHaveURL(/[?&]at=\d+/);
  await expect(page.getByText("1 fact · 2 more not known to Ana Vel")).toBeVisible();
  await expect(page.getByText(TOLD)).toHaveCount(0);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(facts(page)).toHaveCount(2);

  // From fact to fact with the arrows, and to the moment at which she learned it.
  const rows = page.getByRole("button", { name: /^since / });
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]at=\d+/);
  await expect(facts(page)).toHaveCount(2);
});

test("finds a character by the palette, and looks at the profile in its themes", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/dialogues`);
  const { ana } = await tellTheStory(page);
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").fill("Cast");
  await palette.getByRole("option", { name: "Cast" }).first().click();
  await page.getByRole("grid", { name: "Cast" }).getByRole("link", { name: "Ana Vel" }).click();
  await expect(page).toHaveURL(new RegExp(`/cast/${ana}$`));
  for (const theme of themes("dark")) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(facts(page)).toHaveCount(2);
    expect(await graveFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overhang(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});
