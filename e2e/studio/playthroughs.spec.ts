import { graveFindings } from "../looks.ts";
import { choice, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

test("sees how far a game's player came, goes on from there, and deletes the playthrough", async ({ page }) => {
  const { project: project_id } = workspace();
  const inn = {
    ...nodeAt(600, 0, { text: "They know nothing." }),
    branches: [choice("Go back.", null), choice("Stay.", null)],
  };
  const ferry = { ...nodeAt(0, 0, { text: "The ferry waits." }), branches: [choice("Ask at the inn.", inn.id)] };
  const { id: graph_id } = await makeDialogue(page, "The late ferry", [ferry, inn]);
  const run = await tell<{ id: string; standing: { offers: { branch_id: string }[] } }>(page, "runs.start", {
    project_id,
    graph_id,
    player_id: "player-4711",
  });
  const branch_id = run.standing.offers[0]?.branch_id;
  await tell(page, "runs.choose", { project_id, run_id: run.id, step: 0, branch_id });

  await page.goto(`/projects/${project_id}/playthroughs`);
  const row = page.getByRole("grid", { name: "Playthroughs" }).getByRole("row", { name: /The late ferry/ });
  await expect(row).toContainText("player-4711");
  await expect(row.getByRole("gridcell", { name: "1", exact: true })).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);

  await row.getByRole("link", { name: "The late ferry" }).click();
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.getByText("They know nothing.").last()).toBeVisible();
  await expect(player.getByRole("button", { name: /Go back\./ })).toBeVisible();
  await player.getByRole("button", { name: "Step back" }).click();
  await expect(player.getByRole("button", { name: /Ask at the inn\./ })).toBeVisible();

  await page.goto(`/projects/${project_id}/playthroughs`);
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 1 playthrough?" });
  await question.getByRole("button", { name: "Delete 1 playthrough" }).click();
  await expect(row).toHaveCount(0);
  // The row leaves at once, and the service is asked meanwhile.
  const left = () => ask<{ progress: object[] }>(page, "runs.progress", { project_id, graph_id });
  await expect.poll(async () => (await left()).progress).toEqual([]);
});

test("makes a group, takes a character in, and finds the group by its type", async ({ page }) => {
  const { project: project_id } = workspace();
  await tell(page, "entities.create", { project_id, external_id: "ivo-rell", type: "character", name: "Ivo Rell" });
  await page.goto(`/projects/${project_id}/groups`);
  await page.getByRole("button", { name: "New group" }).click();
  const dialog = page.getByRole("dialog", { name: "New group" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("The Rope Makers");
  await dialog.getByRole("combobox", { name: "Type" }).selectOption("Guild");
  await dialog.getByRole("button", { name: "Create" }).click();
  const members = page.getByRole("region", { name: "Members" });
  await members.getByRole("button", { name: "Add a member" }).click();
  await members.getByRole("combobox", { name: "New member" }).fill("Ivo");
  await page.getByRole("option", { name: /Ivo Rell/ }).click();
  await expect(members.getByRole("list")).toContainText("Ivo Rell");
  expect(await graveFindings(page)).toEqual([]);
  await page.goto(`/projects/${project_id}/groups?type=guild`);
  await expect(page.getByRole("grid", { name: "Groups" }).getByRole("row", { name: /The Rope Makers/ })).toBeVisible();
});
