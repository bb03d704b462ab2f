import type { Page } from "@playwright/test";
import { openCanvas } from "../canvas.ts";
import { graveFindings, themes } from "../looks.ts";
import { choice, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { makeVariable, removeVariable, variableName, variablesNamed } from "../own-variables.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });

/** A gate with one branch, open at its logic. */
async function openLogic(page: Page, fields: object = {}, of: object = {}): Promise<OwnDialogue> {
  const gate = nodeAt(0, 0, {
    title: "The gate",
    text: "The old gate creaks.",
    branches: [{ ...choice("Knock", null), ...of }] as never,
    ...fields,
  });
  const dialogue = await makeDialogue(page, "Logic story", [gate]);
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  await inspector(page).getByRole("tab", { name: "Logic" }).click();
  return dialogue;
}

const part = (page: Page, name: string) => inspector(page).getByRole("region", { name });

test("declares a variable in place, and an effect changes it", async ({ page }) => {
  const dialogue = await openLogic(page);
  const name = variableName("toll_paid");
  const knock = part(page, "Choice: Knock");
  await knock.getByRole("button", { name: "Add an effect" }).click();
  await page.getByRole("combobox", { name: "Add an effect" }).fill(name);
  await page.getByRole("option", { name: `Declare “${name}”…` }).click();
  const dialog = page.getByRole("dialog", { name: "Declare a variable" });
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await dialog.getByRole("button", { name: "Create variable" }).click();
  await expect(knock.getByText(/becomes yes$/)).toBeVisible();
  await knock.getByLabel(`Operation for ${name}`).selectOption("changes to its opposite");
  const [declared] = await variablesNamed(page, name);
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").branches[0]?.effects).toMatchObject([
      { op: "toggle", target: declared?.id, value: null, when: [] },
    ]);
  });
  await removeVariable(page, declared?.id ?? "");
});

test("gives somebody an item by a choice, and sees while playing that it opens a door and changes nothing else", async ({
  page,
}) => {
  const [who, what] = [variableName("Oda"), variableName("Key")];
  const make = (name: string, type: string) =>
    tell<{ id: string }>(page, "entities.create", { project_id: workspace().project, name, type, external_id: name });
  const [oda, key] = [await make(who, "character"), await make(what, "item")];
  const card = nodeAt(0, 0).id;
  const door = {
    ...choice("Unlock", null),

    conditions: [{ fn: "has_item", args: [{ lit: oda.id }, { lit: key.id }, { lit: 2 }] }],
  };
  const dialogue = await openLogic(page, { id: card, branches: [choice("Knock", card), door] });
  const knock = part(page, "Choice: Knock");
  await knock.getByRole("button", { name: "Add an effect" }).click();
  await page.getByRole("combobox", { name: "Add an effect" }).fill("item");
  await page.getByRole("option", { name: "Give or take an item" }).click();
  for (const [field, name] of [
    ["Who or what", who],
    ["Item", what],
  ] as const) {
    await knock.getByRole("combobox", { name: field }).fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
  }
  await knock.getByLabel("How many").fill("2");
  await knock.getByRole("button", { name: "Add it" }).click();
  await expect(knock.getByText(`${who} gets 2 × ${what}`)).toBeVisible();
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").branches[0]?.effects).toMatchObject([
      { op: "inventory.give", target: oda.id, key: key.id, value: { lit: 2 } },
    ]);
  });
  const player = page.getByRole("region", { name: "Player" });
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  const unlock = player.getByRole("button", { name: /Unlock/ });
  await expect(unlock).toHaveAccessibleDescription(new RegExp(`needs ${who} has ${what}`));
  await player.getByRole("button", { name: /Knock/ }).press("Enter");
  await expect(player.getByRole("list", { name: "What changed in the world" })).toContainText(
    `${what} that ${who} has: 0 `,
  );
  await expect(player.getByRole("table", { name: /Changed in the world/ })).toContainText("2");
  await expect(unlock).not.toHaveAccessibleDescription(/needs/);
  await player.getByRole("button", { name: "Step back" }).press("Enter");
  await expect(player.getByRole("table", { name: /Changed in the world/ })).toHaveCount(0);
});

test("lets somebody learn a fact by a choice, and their other answer is open until that is taken back", async ({
  page,
}) => {
  const project_id = workspace().project;
  const [who, text] = [variableName("Odo"), `${variableName("The abbot")} forged the seal.`];
  const odo = { project_id, name: who, type: "character", external_id: who };
  const { id } = await tell<{ id: string }>(page, "entities.create", odo);
  const { id: seal } = await tell<{ id: string }>(page, "facts.create", { project_id, text, known_by: [] });
  const card = nodeAt(0, 0).id;
  const branches = [choice("Show it", card), { ...choice("Accuse", null), when_unavailable: "disable" }];
  const dialogue = await openLogic(page, { id: card, branches });
  const choose = async (within: ReturnType<typeof part>, field: string, name: string) => {
    await within.getByRole("combobox", { name: field }).fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
  };
  const show = part(page, "Choice: Show it");
  await show.getByRole("button", { name: "Add an effect" }).click();
  await page.getByRole("combobox", { name: "Add an effect" }).fill("learn");
  await page.getByRole("option", { name: "Let somebody learn a fact" }).click();
  await choose(show, "Who learns it", who);
  await choose(show, "What they learn", text);
  await show.getByLabel("How they learn it").selectOption("by seeing it");
  await show.getByRole("button", { name: "Add it" }).click();
  await expect(show.getByText(`${who} sees “${text}”`)).toBeVisible();
  const accuse = part(page, "Choice: Accuse");
  await accuse.getByRole("button", { name: "Ask what somebody knows" }).click();
  await choose(accuse, "Who knows it", who);
  await choose(accuse, "What they know", text);
  await expect(accuse.getByText(`${who} knows “${text}”`)).toBeVisible();
  await dialogue.expectRecorded((recorded) => {
    const [first, second] = nodeOf(recorded, "The gate").branches;
    expect(first?.effects).toMatchObject([{ op: "fact.tell", target: id, key: seal, value: { lit: "saw" } }]);
    expect(second?.conditions).toMatchObject([{ fn: "knows", args: [{ lit: id }, { lit: seal }] }]);
  });
  const player = page.getByRole("region", { name: "Player" });
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  const answer = player.getByRole("button", { name: /Accuse/ });
  await expect(answer).toHaveAccessibleDescription(new RegExp(`needs ${who} knows`));
  await player.getByRole("button", { name: /Show it/ }).press("Enter");
  await expect(answer).not.toHaveAccessibleDescription(/needs/);
  const learnt = player.getByRole("group").filter({ hasText: "What each has learnt so far" });
  await expect(learnt).toContainText(new RegExp(`${who}.*${text}`));
  await player.getByRole("button", { name: "Step back" }).press("Enter");
  await expect(answer).toHaveAccessibleDescription(new RegExp(`needs ${who} knows`));
});

test("sees who leads to a card and what it reads and writes, and goes there", { tag: "@full" }, async ({ page }) => {
  const open = await makeVariable(page, { name: variableName("gate_open"), type: "boolean" });
  const gate = nodeAt(0, 0, { title: "The gate" });
  const street = nodeAt(-400, 0, {
    title: "The street",
    branches: [{ ...choice("Go to the gate", gate.id), conditions: [{ var: open.id }] }] as never,
  });
  const dialogue = await makeDialogue(page, "Uses story", [street, gate]);
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  await inspector(page).getByRole("tab", { name: "Uses" }).click();
  await expect(inspector(page).getByText("Go to the gate")).toBeVisible();
  await inspector(page).getByRole("button", { name: "The street" }).click();
  await expect(inspector(page).getByRole("heading", { name: "The street" })).toBeVisible();
  await inspector(page).getByRole("link", { name: open.name }).click();
  await expect(page).toHaveURL(new RegExp(`/variables\\?variable=${open.id}`));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(open.name);
  await removeVariable(page, open.id);
});

for (const colorScheme of themes("light")) {
  test(`the inspector has nothing in the way of anybody, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const open = await makeVariable(page, { name: variableName("gate_open"), type: "boolean" });
    await openLogic(page, {
      conditions: [
        { var: open.id },
        { op: "any", args: [{ var: open.id }] },
        { op: "opaque", format: "x", source: "y" },
      ],
      on_enter_effects: [{ op: "toggle", target: open.id, value: null, when: [] }],
    });
    await expect(inspector(page).getByLabel("How to combine these")).toBeVisible();
    for (const tab of ["Logic", "Write", "Uses", "History"]) {
      await inspector(page).getByRole("tab", { name: tab }).click();
      await expect(inspector(page).getByRole("tabpanel")).not.toBeEmpty();
      expect(await graveFindings(page, "aside[aria-label='Inspector']")).toEqual([]);
    }
    await removeVariable(page, open.id);
  });
}
