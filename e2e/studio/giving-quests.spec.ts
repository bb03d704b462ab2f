import type { Page } from "@playwright/test";
import { openCanvas } from "../canvas.ts";
import { graveFindings, themes } from "../looks.ts";
import { choice, makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { variableName } from "../own-variables.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });

test("gives a quest its stages by the keyboard, lets choices move it, and plays it there and back", async ({
  page,
}) => {
  const project = workspace().project;
  const name = variableName("Before the ebb");
  await page.goto(`/projects/${project}/quests?quest=new`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create quest" }).press("Enter");
  await page.getByRole("link", { name: "Give it stages" }).press("Enter");
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page.getByText("No card offers it yet.")).toBeVisible();

  await page.getByRole("button", { name: "Add a stage" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Name").fill("Provisions");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add an objective" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add an objective" });
  await dialog.getByLabel("What is to be done").fill("Find rope");
  await dialog.getByLabel("How often").fill("2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Objectives of Provisions" })).toContainText("Find rope × 2");

  const gate = nodeAt(0, 0, { title: "The gate", text: "Will you cross?" });
  const branches = [
    { ...choice("I will", gate.id), repeat: "sticky" },
    { ...choice("Here is rope", gate.id), repeat: "sticky" },
    { ...choice("Cross", null), when_unavailable: "disable" },
  ];
  const dialogue = await makeDialogue(page, "Quest story", [{ ...gate, branches: branches as never }]);
  const board = page.url();
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  await inspector(page).getByRole("tab", { name: "Logic" }).click();
  const part = (of: string) => inspector(page).getByRole("region", { name: of });
  const addEffect = async (of: string, what: string) => {
    await part(of).getByRole("button", { name: "Add an effect" }).click();
    await page.getByRole("combobox", { name: "Add an effect" }).fill("quest");
    await page.getByRole("option", { name: what }).click();
    await part(of).getByRole("combobox", { name: "Quest" }).fill(name);
    await page.getByRole("option", { name }).click();
  };
  await addEffect("Choice: I will", "Change the state of a quest");
  await part("Choice: I will").getByLabel("Becomes").selectOption("taken up");
  await part("Choice: I will").getByRole("button", { name: "Add it" }).click();
  await expect(part("Choice: I will").getByText(`the state of quest ${name} becomes “active”`)).toBeVisible();
  await addEffect("Choice: Here is rope", "Count an objective of a quest");
  await part("Choice: Here is rope").getByLabel("Objective").selectOption("Find rope");
  await part("Choice: Here is rope").getByRole("button", { name: "Add it" }).click();
  await expect(part("Choice: Here is rope").getByText(`quest ${name}: “Find rope” + 1`)).toBeVisible();
  const cross = part("Choice: Cross");
  await cross.getByRole("button", { name: "Ask how a quest stands" }).click();
  await cross.getByRole("combobox", { name: "Quest" }).fill(name);
  await page.getByRole("option", { name }).click();
  await cross.getByLabel("Is", { exact: true }).selectOption("completed");
  await dialogue.expectRecorded((recorded) => {
    const [take, rope, last] = nodeOf(recorded, "The gate").branches;
    expect(take?.effects).toMatchObject([{ op: "quest.set_state", value: { lit: "active" } }]);
    expect(rope?.effects).toMatchObject([{ op: "quest.advance", value: { lit: 1 } }]);
    expect(last?.conditions).toMatchObject([{ op: "eq", args: [{ fn: "quest_state" }, { lit: "completed" }] }]);
  });

  const player = page.getByRole("region", { name: "Player" });
  const quests = player.getByRole("list", { name: "Quests of this playthrough" });
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await player.getByRole("button", { name: /I will/ }).press("Enter");
  await expect(quests).toContainText(/taken up.*Provisions.*0\/2.*Find rope/);
  await player.getByRole("button", { name: /Here is rope/ }).press("Enter");
  await player.getByRole("button", { name: /Here is rope/ }).press("Enter");
  await expect(quests).toContainText("completed");
  await expect(player.getByRole("button", { name: /Cross/ })).not.toHaveAccessibleDescription(/needs/);
  await player.getByRole("button", { name: "Step back" }).press("Enter");
  await expect(quests).toContainText("1/2");

  await page.goto(board);
  const stages = page.getByRole("region", { name: "Stages" });
  await expect(stages.getByText("Counted by")).toBeVisible();
  await stages.getByRole("link", { name: /The gate/ }).click();
  await expect(page).toHaveURL(new RegExp(`card=${gate.id}`));
});

for (const colorScheme of themes("light")) {
  test(`the board of a quest has nothing in the way of anybody, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const project_id = workspace().project;
    const stages = [
      { name: "Provisions", text: "Before the tide turns.", objectives: [{ text: "Find rope", count: 2 }] },
      { name: "Across the flats" },
    ];
    const body = { project_id, name: variableName("Ebb"), summary: "The salt gate opens for an hour.", stages };
    const { id } = await tell<{ id: string }>(page, "quests.create", body);
    await page.goto(`/projects/${project_id}/quests/${id}`);
    await expect(page.getByRole("region", { name: "Stages" })).toContainText("Find rope × 2");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await graveFindings(page)).toEqual([]);
  });
}
