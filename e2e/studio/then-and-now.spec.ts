import { graveFindings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

test("plays a dialogue as it was and as it is, with the same keys, to where the paths part and who parted them", async ({
  page,
}) => {
  const [gate, yard, cell] = [idOf("node"), idOf("node"), idOf("node")];
  const onward = choice("Walk in.", cell);
  const dialogue = await makeDialogue(page, "Then and now", [
    nodeAt(0, 0, { id: gate, text: "The old gate creaks.", branches: [choice("Enter.", yard)] as never }),
    nodeAt(400, 0, { id: yard, text: "A yard.", branches: [onward] as never }),
    nodeAt(800, 0, { id: cell, kind: "end", text: "A cell." }),
  ]);
  const project_id = /prj_\w+/.exec(dialogue.url)?.[0] ?? "";
  const { last_seq } = await ask<{ last_seq: number }>(page, "projects.get", { project_id });
  await tell(page, "dialogues.updateNode", { project_id, node_id: gate, text: "The new gate creaks." });
  await tell(page, "dialogues.updateNode", {
    project_id,
    node_id: yard,
    branches: [{ ...onward, target_node_id: gate }],
  });
  await page.goto(`${dialogue.url}?at=${last_seq}&play=1`);
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Then and now" }).click();
  const both = page.getByRole("dialog", { name: "Then and now" });
  const before = both.getByRole("region", { name: "Then" });
  const after = both.getByRole("region", { name: "Now" });
  await expect(before.locator("del")).toHaveText("old");
  await expect(after.locator("ins")).toHaveText("new");
  await expect(both.getByRole("status")).toHaveText("No difference so far. 1 choice.");
  expect(await graveFindings(page)).toEqual([]);
  await expect(both.getByRole("region", { name: "Both playthroughs" })).toBeFocused();
  await page.keyboard.press("1");
  await expect(before).toContainText("A yard.");
  await expect(after).toContainText("A yard.");
  await page.keyboard.press("1");
  await expect(before).toContainText("A cell.");
  await expect(after).toContainText("The new gate creaks.");
  await expect(both.getByRole("status")).toContainText("The paths differ here");
  await expect(both.getByRole("status")).toContainText("changed the choices of “A yard.”");
  await expect(both.getByRole("list", { name: "Choices for both" }).getByRole("button")).toHaveCount(0);
  expect(await graveFindings(page)).toEqual([]);
  await both.getByRole("button", { name: "Step back" }).click();
  await expect(both.getByRole("status")).toHaveText("No difference so far. 1 choice.");
});
