import { graveFindings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

test("finds a player, follows what they played on the canvas, takes their data along and erases them", async ({
  page,
}) => {
  const project_id = workspace().project;
  const [gate, out] = [idOf("node"), idOf("node")];
  const story = await makeDialogue(page, "At the ferry", [
    nodeAt(0, 0, { id: gate, text: "Who goes?", branches: [choice("Me.", out)] as never }),
    nodeAt(400, 0, { id: out, kind: "end", text: "Go on, then." }),
  ]);
  await tell(page, "players.upsert", {
    project_id,
    external_id: "player-4711",
    display_name: "Ines",
    preferences: { content_limits: { lines: ["spiders"] }, accessibility: { captions: true } },
  });
  const start = { project_id, graph_id: story.id, player_id: "player-4711" };
  const stages = [{ name: "Provisions", objectives: [{ text: "Find rope", count: 2 }] }];
  const quest = await tell<{ id: string }>(page, "quests.create", { project_id, name: "Before the ebb", stages });
  const { id: run_id } = await tell<{ id: string }>(page, "runs.start", start);
  await tell(page, "runs.moveQuest", { project_id, run_id, quest_id: quest.id, state: "active" });
  await tell(page, "runs.save", { project_id, run_id, label: "Before paying", step: 0 });

  await page.goto(`/projects/${project_id}/players`);
  await page.getByRole("button", { name: "player-4711", exact: true }).click();
  const panel = page.getByRole("region", { name: "player-4711" });
  await expect(panel.getByLabel("Display name")).toHaveValue("Ines");
  await expect(panel.getByRole("region", { name: "Preferences" })).toContainText(/Never.*spiders.*Needs.*captions/);
  await expect(panel.getByRole("region", { name: "Played" }).getByRole("link", { name: "At the ferry" })).toBeVisible();
  await expect(panel.getByRole("region", { name: "Quests" })).toContainText(/Before the ebb.*0\/2.*Find rope/);
  await expect(panel.getByRole("combobox", { name: "Avatar" })).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await panel.getByRole("region", { name: "Saves" }).getByRole("link", { name: "Before paying" }).click();
  await expect(page.getByRole("region", { name: "Player" }).getByRole("button", { name: /Me\./ })).toBeVisible();
  await page.goBack();

  const whole = panel.getByRole("region", { name: "Everything of this player" });
  await whole.getByRole("button", { name: "Make a file" }).click();
  const saved = page.waitForEvent("download");
  await whole.getByRole("link", { name: "Download the file" }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);

  await panel.getByRole("button", { name: "Erase…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 playthrough");
  await question.getByRole("textbox").fill("player-4711");
  await question.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByText(/This player was erased today at/)).toBeVisible();
  await expect(page.getByText("player-4711", { exact: true })).toHaveCount(0);
});
