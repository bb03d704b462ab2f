import type { Locator, Page } from "@playwright/test";
import { openCanvas, said, shownNode } from "../canvas.ts";
import { choice, idOf, leadsTo, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const shapes = (page: Page): Locator => page.locator(".cv-suggested");
const bar = (page: Page): Locator => page.getByRole("region", { name: "Suggestion" });

/** A node that is there, and the suggestion of two more after it: the first leads to the second. */
async function proposed(page: Page, name: string): Promise<{ dialogue: OwnDialogue; start: string }> {
  const start = nodeAt(0, 120, {
    title: "Greets",
    text: "Who goes there?",
    branches: [choice("Leave", null) as never],
  });
  const dialogue = await makeDialogue(page, name, [start]);
  const [gate, sea] = [idOf("node"), idOf("node")];
  const node = (id: string, x: number, title: string, fields: object) => ({
    id,
    canvas_x: x,
    canvas_y: 120,
    title,
    ...fields,
  });
  const on = { id: idOf("br"), choice_text: "On", target_node_id: sea };
  const way = { id: idOf("br"), choice_text: "Pay the toll", target_node_id: gate };
  await tell(page, "suggestions.create", {
    project_id: workspace().project,
    graph_id: dialogue.id,
    label: "Another way past the keeper",
    gestures: [
      {
        label: "The gate",
        operations: [{ op: "node.create", node: node(gate, 340, "The gate", { text: "It opens.", branches: [on] }) }],
      },
      {
        label: "The sea",
        operations: [{ op: "node.create", node: node(sea, 680, "The sea", { kind: "end", text: "Salt." }) }],
      },
      { label: "The choice", operations: [{ op: "branch.create", node_id: start.id, branch: way }] },
    ],
  });
  return { dialogue, start: start.id };
}

test("steps through ghosts with Tab, and takes one, edits one and rejects the rest by keys", async ({ page }) => {
  const { dialogue } = await proposed(page, "Stepping");
  await openCanvas(page, dialogue.url);
  await expect(bar(page)).toContainText("Another way past the keeper");
  await expect(bar(page)).toContainText("3 parts wait");
  await expect(shownNode(page, "It opens.")).toHaveCount(0);

  await shapes(page).first().focus();
  await expect(shapes(page).first()).toHaveAccessibleName(/Suggested, 1 of 3, not part of the dialogue. Card The gate/);
  await page.keyboard.press("Tab");
  await expect(shapes(page).nth(1)).toBeFocused();
  await expect(bar(page)).toContainText("Part 2 of 3");

  await page.keyboard.press("e");
  const form = page.getByRole("dialog", { name: "Edit the suggestion" });
  await form.getByLabel("Text").fill("Salt and wind.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(shapes(page).nth(1)).toContainText("Salt and wind.");

  // Alone it would lead nowhere: that is said before.
  await shapes(page).first().focus();
  await page.keyboard.press("a");
  const before = page.getByRole("dialog", { name: "Accept only this part?" });
  await expect(before).toContainText("The choice “On” of “The gate” would lead nowhere: “The sea” would not be there.");
  await expect(before).toContainText("Nothing would lead to “The gate”.");
  await dialogue.expectRecorded(({ nodes }) => expect(nodes).toHaveLength(1));
  await before.getByRole("button", { name: "Accept with 2 more parts" }).click();
  await expect(bar(page)).toHaveCount(0);
  await dialogue.expectRecorded((recorded) => {
    expect(leadsTo(recorded, "Greets")).toEqual([null, "The gate"]);
    expect(nodeOf(recorded, "The sea").text).toBe("Salt and wind.");
  });
  await expect(shownNode(page, "It opens.")).toBeVisible();
});

test("rejects all of a suggestion, and the dialogue is as it was", { tag: "@full" }, async ({ page }) => {
  const { dialogue } = await proposed(page, "Rejecting");
  const before = await dialogue.recorded();
  await openCanvas(page, dialogue.url);
  await shapes(page).first().focus();
  await page.keyboard.press("Shift+R");
  await expect(bar(page)).toHaveCount(0);
  await expect(shapes(page)).toHaveCount(0);
  expect(await dialogue.recorded()).toEqual(before);
});

test("what somebody else wrote meanwhile is shown beside what is suggested", { tag: "@full" }, async ({ page }) => {
  const { dialogue, start } = await proposed(page, "Both");
  const project_id = workspace().project;
  const gesture = (text: string) => ({
    label: "Other words",
    operations: [{ op: "node.update", id: start, patch: { text } }],
  });
  await tell(page, "suggestions.create", {
    project_id,
    graph_id: dialogue.id,
    label: "Plainer",
    gestures: [gesture("Halt.")],
  });
  await tell(page, "dialogues.batch", {
    project_id,
    graph_id: dialogue.id,
    batch_id: `story-${start.slice(5)}`,
    gestures: [gesture("Stop, whoever you are!")],
  });
  await openCanvas(page, dialogue.url);
  await expect(bar(page)).toContainText("Plainer");
  await bar(page).getByRole("button", { name: "Accept all" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone changed this" });
  await expect(conflict).toContainText("Halt.");
  await expect(conflict).toContainText("Stop, whoever you are!");
  await conflict.getByRole("button", { name: "Take the suggestion" }).click();
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Greets").text).toBe("Halt."));
});

test("generates what follows a card without a key, and finds the sketch on the canvas", async ({ page }) => {
  const start = nodeAt(0, 120, { title: "Greets", text: "Who goes there?" });
  const dialogue = await makeDialogue(page, "Generating", [start]);
  const canvas = await openCanvas(page, dialogue.url);
  await shownNode(page, "Who goes there?").locator(".cv-text").click();
  await canvas.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Generate what follows…" }).click();
  const form = page.getByRole("dialog", { name: "Generate what follows “Greets”" });
  await expect(form).toContainText("sketch without a model");
  await form.getByLabel("What happens").fill("The keeper asks for the toll. The traveller has no coin.");
  await form.getByText("Short").click();
  await form.getByRole("button", { name: "Generate" }).click();
  await expect(bar(page)).toContainText("Sketch without a model", { timeout: 20_000 });
  await expect(form).toHaveCount(0);
  await expect(said(page)).toContainText("not part of the dialogue");
  await dialogue.expectRecorded(({ nodes }) => expect(nodes).toHaveLength(1));
  await bar(page).getByRole("button", { name: "Accept all" }).click();
  await expect(bar(page)).toHaveCount(0);
  await dialogue.expectRecorded(({ nodes }) => expect(nodes.length).toBeGreaterThan(5));
});
