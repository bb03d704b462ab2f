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
  await tell(page, "runs.start", { project_id, graph_id: story.id, player_id: "player-4711" });

  await page.goto(`/projects/${project_id}/players`);
  await page.getByRole("button", { name: "player-4711", exact: true }).click();
  const panel = page.getByRole("region", { name: "player-4711" });
  await expect(panel.getByLabel("Display name")).toHaveValue("Ines");
  await expect(panel.getByRole("region", { name: "Preferences" })).toContainText(/Never.*spiders.*Needs.*captions/);
  await expect(panel.getByRole("region", { name: "Played" }).getByRole("link", { name: "At the ferry" })).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);

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
  await expect(page.getByText(/This player was erased on/)).toBeVisible();
  await expect(page.getByText("player-4711", { exact: true })).toHaveCount(0);
});
