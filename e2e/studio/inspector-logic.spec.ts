import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Expression } from "#domain/expression.ts";
import { openCanvas } from "../canvas.ts";
import { themes } from "../looks.ts";
import { cardAt, cardOf, choice, makeDialogue, type OwnDialogue } from "../own-dialogue.ts";
import { makeVariable, removeVariable, variableName, variablesNamed } from "../own-variables.ts";
import { expect, test } from "../story.ts";

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });

/** A gate with one choice, open at its logic. */
async function openLogic(page: Page, fields: object = {}, of: object = {}): Promise<OwnDialogue> {
  const gate = cardAt(0, 0, {
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
const conditionsOf = async (dialogue: OwnDialogue) =>
  cardOf(await dialogue.recorded(), "The gate").conditions.map(({ id: _, ...expression }) => expression);

test("builds a condition and reads what it says", async ({ page }) => {
  const courage = await makeVariable(page, { name: variableName("courage"), type: "integer" });
  const open = await makeVariable(page, { name: variableName("gate_open"), type: "boolean" });
  const dialogue = await openLogic(page);
  const card = part(page, "This card");
  await expect(card.getByText("Entered whenever something leads here.")).toBeVisible();

  await card.getByRole("button", { name: "Add a condition" }).click();
  await page.getByRole("combobox", { name: "Add a condition" }).fill(courage.name);
  await page.getByRole("option", { name: courage.name }).click();
  await card.getByLabel(`Value for ${courage.name}`).fill("3");
  const spoken = courage.name.replaceAll("_", " ");
  await expect(card.getByText(`Entered only if ${spoken} ≥ 3.`)).toBeVisible();

  await card.getByRole("button", { name: "Add alternatives" }).click();
  await page.getByRole("option", { name: new RegExp(`^${open.name}`) }).click();
  await card.getByRole("button", { name: "Add a row to these" }).click();
  await page.getByRole("option", { name: /^this card/ }).click();
  await card.getByLabel("How visits of this card is compared").selectOption("is at least");
  await card.getByLabel("Value for visits of this card").fill("2");
  await card.getByRole("button", { name: `Not: turn round the condition on ${courage.name}` }).click();

  const wanted: Expression[] = [
    { op: "not", args: [{ op: "gte", args: [{ var: courage.id }, { lit: 3 }] }] },
    {
      op: "any",
      args: [
        { op: "eq", args: [{ var: open.id }, { lit: true }] },
        { op: "gte", args: [{ fn: "visits", args: [] }, { lit: 2 }] },
      ],
    },
  ];
  await expect.poll(() => conditionsOf(dialogue), { timeout: 20_000 }).toEqual(wanted);
  await expect(card.getByText(/Entered only if not \(.* ≥ 3\) and \(.* or visits to this node ≥ 2\)\./)).toBeVisible();
  for (const { id } of [courage, open]) await removeVariable(page, id);
});

test("types half a number, and nothing wrong is sent", async ({ page }) => {
  const courage = await makeVariable(page, { name: variableName("courage"), type: "integer" });
  const dialogue = await openLogic(page, {
    conditions: [{ id: "cnd_00000000000000000000000001", op: "gte", args: [{ var: courage.id }, { lit: 3 }] }],
  });
  const value = part(page, "This card").getByLabel(`Value for ${courage.name}`);
  await value.fill("-");
  await expect(inspector(page).getByText("This is a whole number.")).toBeVisible();
  await value.fill("-4");
  await expect
    .poll(() => conditionsOf(dialogue), { timeout: 20_000 })
    .toEqual([{ op: "gte", args: [{ var: courage.id }, { lit: -4 }] }]);
  await removeVariable(page, courage.id);
});

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
  await expect(knock.getByText(/becomes true$/)).toBeVisible();
  await knock.getByLabel(`What happens to ${name}`).selectOption("changes to its opposite");
  const [declared] = await variablesNamed(page, name);
  await dialogue.expectRecorded((recorded) => {
    expect(cardOf(recorded, "The gate").branches[0]?.effects).toMatchObject([
      { op: "toggle", target: declared?.id, value: null, when: [] },
    ]);
  });
  await removeVariable(page, declared?.id ?? "");
});

test("leaves a condition alone that no row can show", async ({ page }) => {
  const strange = [
    { id: "cnd_00000000000000000000000001", op: "opaque", format: "harlowe", source: "$bag contains  'rope'" },
    { id: "cnd_00000000000000000000000002", op: "gte", args: [{ fn: "roll", args: [{ lit: 20 }] }, { lit: 12 }] },
  ];
  const dialogue = await openLogic(page, { conditions: strange });
  const card = part(page, "This card");
  const kept = async () => JSON.stringify(await conditionsOf(dialogue));
  const before = await kept();
  await expect(card.getByText("Rows cannot show this condition. It is kept as it is.")).toHaveCount(2);
  await expect(card.getByText("«$bag contains 'rope'»", { exact: true })).toBeVisible();
  await expect(card.getByText("Entered only if «$bag contains 'rope'» and a roll of 20 ≥ 12.")).toBeVisible();

  // Opening it as JSON, and going on writing elsewhere, changes nothing of it.
  await card.getByRole("button", { name: "Edit as JSON" }).first().click();
  await card.getByRole("button", { name: "Cancel" }).click();
  await inspector(page).getByRole("tab", { name: "Write" }).click();
  await inspector(page).getByLabel("Text").fill("It creaks again.");
  await dialogue.expectRecorded((recorded) => {
    expect(cardOf(recorded, "The gate").text).toBe("It creaks again.");
  });
  expect(await kept()).toBe(before);

  await inspector(page).getByRole("tab", { name: "Logic" }).click();
  await card.getByRole("button", { name: "Edit as JSON" }).last().click();
  const json = card.getByLabel("Condition as JSON");
  await json.fill('{ "op": "gte", "args": [{ "fn": "roll" }] }');
  await expect(card.getByText("/args/0/args must be an array of expressions")).toBeVisible();
  await json.fill('{ "op": "gte", "args": [{ "fn": "roll", "args": [{ "lit": 6 }] }, { "lit": 4 }] }');
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(() => conditionsOf(dialogue), { timeout: 20_000 })
    .toEqual([
      { op: "opaque", format: "harlowe", source: "$bag contains  'rope'" },
      { op: "gte", args: [{ fn: "roll", args: [{ lit: 6 }] }, { lit: 4 }] },
    ]);
});

test("sees who leads to a card and what it reads and writes, and goes there", async ({ page }) => {
  const open = await makeVariable(page, { name: variableName("gate_open"), type: "boolean" });
  const gate = cardAt(0, 0, { title: "The gate" });
  const street = cardAt(-400, 0, {
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
    await expect(inspector(page).getByLabel("How these are joined")).toBeVisible();
    for (const tab of ["Logic", "Write", "Uses", "History"]) {
      await inspector(page).getByRole("tab", { name: tab }).click();
      await expect(inspector(page).getByRole("tabpanel")).not.toBeEmpty();
      const { violations } = await new AxeBuilder({ page }).include("aside[aria-label='Inspector']").analyze();
      expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
    }
    await removeVariable(page, open.id);
  });
}
