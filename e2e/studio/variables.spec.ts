import type { Page } from "@playwright/test";
import { graveFindings, THEMES_OF_STATES } from "../looks.ts";
import { choice, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { makeVariable, removeVariable, variableName, variablesNamed } from "../own-variables.ts";
import { expect, test, workspace } from "../story.ts";

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openVariables(page: Page, query = ""): Promise<string> {
  const url = `/projects/${workspace().project}/variables${query}`;
  await page.goto(url);
  await expect(page.getByRole("grid", { name: "Variables" })).toBeVisible();
  return url;
}

test("makes a variable; what the server refuses is said at its field", { tag: "@full" }, async ({ page }) => {
  const taken = await makeVariable(page, { name: variableName("tide") });
  const name = variableName("mood");
  await openVariables(page);
  await page.getByRole("button", { name: "New variable" }).click();
  const form = panel(page, "New variable");
  await form.getByLabel("Name").fill(taken.name);
  await form.getByLabel("Type").selectOption("One of a list");
  await form.getByRole("button", { name: "Create variable" }).click();
  await expect(form.getByRole("alert")).toContainText("This variable was not created");
  await expect(form.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("Name")).toBeFocused();

  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Create variable" }).click();
  await expect(form.getByLabel("Values")).toHaveAccessibleDescription(/An enum needs at least one value/);
  await form.getByLabel("Values").fill("calm\nangry");
  await form.getByLabel("Default").selectOption("angry");
  await form.getByRole("button", { name: "Create variable" }).click();
  await expect(panel(page, name)).toBeVisible();
  const [made] = await variablesNamed(page, name);
  expect(made).toMatchObject({ type: "enum", enum_values: ["calm", "angry"], default: "angry" });
  for (const each of [taken, made]) if (each !== undefined) await removeVariable(page, each.id);
});

test("renames a variable, and its uses go on", { tag: "@full" }, async ({ page }) => {
  const { id, name } = await makeVariable(page, { name: variableName("gate_open") });
  const gate = nodeAt(0, 0, {
    title: "The gate",
    branches: [{ ...choice("Knock", null), conditions: [{ var: id }], effects: [] }] as never,
    on_enter_effects: [{ op: "toggle", target: id, value: null, when: [] }] as never,
  });
  const dialogue = await makeDialogue(page, `Uses of ${name}`, [gate]);
  await openVariables(page, `?q=${name}`);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("1 read · 1 write");
  await page.getByRole("button", { name, exact: true }).click();
  const open = panel(page, name);
  await expect(open.getByRole("link", { name: "The gate" })).toHaveAttribute("href", `${dialogue.url}?card=${gate.id}`);
  await expect(open.getByText("On entering: written, Condition of a choice")).toBeVisible();

  const next = variableName("gate_unlocked");
  await open.getByLabel("Name").fill(next);
  await open.getByRole("button", { name: "Save changes" }).click();
  await page.getByLabel("Find a variable").fill(next);
  await expect(page.getByRole("row").filter({ hasText: next })).toContainText("1 read · 1 write");
  const [renamed] = await variablesNamed(page, next);
  expect(renamed?.id).toBe(id);
  expect((await dialogue.recorded()).nodes[0]?.branches[0]?.conditions).toMatchObject([{ var: id }]);
  await removeVariable(page, id);
});

test("deletes a used variable after reading where it is used, and brings it back", async ({ page }) => {
  const { id, name } = await makeVariable(page, { name: variableName("has_key") });
  await makeDialogue(page, `Uses of ${name}`, [
    nodeAt(0, 0, { title: "The locked door", conditions: [{ var: id }] as never }),
  ]);
  await openVariables(page, `?variable=${id}`);
  await panel(page, name).getByRole("button", { name: "Delete…" }).click();
  const asked = page.getByRole("region", { name: `Delete ${name}` });
  await expect(asked).toContainText("1 condition in 1 dialogue will name a variable that is not declared.");
  await expect(asked.getByRole("link", { name: "The locked door" })).toBeVisible();
  await expect(asked.getByRole("button", { name: "Keep it" })).toBeFocused();
  await asked.getByRole("button", { name: "Delete variable" }).click();
  await expect(page.getByText(`Deleted “${name}”. One place still names it.`)).toBeVisible();
  expect(await variablesNamed(page, name)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(panel(page, name)).toBeVisible();
  expect((await variablesNamed(page, name)).map((each) => each.id)).toEqual([id]);
  await removeVariable(page, id);
});

test("finds and sorts variables; the address says so, and the keys go through the rows", { tag: "@full" }, async ({
  page,
}) => {
  const word = variableName("zz");
  const ids: string[] = [];
  for (const end of ["c", "a", "b"]) ids.push((await makeVariable(page, { name: `${word}_${end}` })).id);
  await openVariables(page);
  await page.getByLabel("Find a variable").fill(word);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  const names = page.getByRole("rowheader");
  await expect(names).toHaveText([`${word}_a`, `${word}_b`, `${word}_c`]);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(names).toHaveText([`${word}_c`, `${word}_b`, `${word}_a`]);
  const rows = page.getByRole("row");
  await rows.nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page, `${word}_a`)).toBeVisible();
  await page.goBack();
  await expect(panel(page, `${word}_a`)).toHaveCount(0);
  await page.reload();
  await expect(names).toHaveText([`${word}_c`, `${word}_b`, `${word}_a`]);
  for (const id of ids) await removeVariable(page, id);
});

for (const colorScheme of THEMES_OF_STATES) {
  test(`the variables have nothing in the way of anybody, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openVariables(page);
    await page.getByRole("rowheader").first().getByRole("button").click();
    await expect(page.getByRole("button", { name: "Delete…" })).toBeVisible();
    expect(await graveFindings(page, "main")).toEqual([]);
  });
}
