import type { Page } from "@playwright/test";
import { openCanvas } from "../canvas.ts";
import { choice, idOf, leadsTo, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

/** A gate with a ferryman behind it, open at the gate. */
async function openGate(page: Page): Promise<OwnDialogue> {
  const ferry = idOf("node");
  const dialogue = await makeDialogue(page, "Inspector story", [
    nodeAt(360, 0, { id: ferry, text: "The ferryman looks up.", kind: "end" }),
  ]);
  const gate = nodeAt(0, 0, {
    title: "The gate",
    text: "The old gate creaks.",
    branches: [choice("Knock", ferry), choice("Wait", null)] as never,
  });
  await tell(page, "dialogues.batch", {
    project_id: workspace().project,
    graph_id: dialogue.id,
    batch_id: `gate-${dialogue.id.slice(4)}`,
    gestures: [{ label: "Begin", operations: [{ op: "node.create", node: gate }] }],
  });
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  await expect(inspector(page).getByLabel("Title")).toHaveValue("The gate");
  return dialogue;
}

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const choiceRow = (page: Page, words: string) =>
  inspector(page).getByRole("listitem", { name: new RegExp(`: ${words}$`) });

test("writes a card’s words and choices in the inspector", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  const panel = inspector(page);
  await panel.getByLabel("Title").fill("The salt gate");
  await panel.getByLabel("Text").fill("It has been oiled.\nSomebody expects you.");
  await choiceRow(page, "Knock").getByLabel("Words of the choice").fill("Knock twice");
  await panel.getByRole("button", { name: "Add a choice" }).click();
  await page.keyboard.type("Turn back");
  await choiceRow(page, "Knock twice").getByLabel("Once").check();
  await panel.getByLabel("Tags").fill("opening");
  await panel.getByLabel("Tags").press("Enter");
  await dialogue.expectRecorded((recorded) => {
    const gate = nodeOf(recorded, "The salt gate");
    expect(gate.text).toBe("It has been oiled.\nSomebody expects you.");
    expect(gate.branches.map(({ choice_text }) => choice_text)).toEqual(["Knock twice", "Wait", "Turn back"]);
    expect(gate.branches[0]?.repeat).toBe("once");
    expect(gate.tags).toEqual(["opening"]);
  });
});

test("leads a choice to a card that is made on the spot, and goes there", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  await choiceRow(page, "Wait")
    .getByRole("button", { name: /leads to: Nowhere yet/ })
    .click();
  await page.getByRole("combobox", { name: /leads to/ }).fill("A cold hour");
  await page.getByRole("option", { name: "Create “A cold hour”" }).click();
  await dialogue.expectRecorded((recorded) => {
    expect(leadsTo(recorded, "The gate")).toEqual(["The ferryman looks up.", "A cold hour"]);
  });
  await choiceRow(page, "Wait").getByRole("button", { name: "Go to “A cold hour”" }).click();
  await expect(inspector(page).getByLabel("Title")).toHaveValue("A cold hour");
});

test("puts the choices in another order, with the keys and by dragging", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  const words = async () => nodeOf(await dialogue.recorded(), "The gate").branches.map((each) => each.choice_text);
  await choiceRow(page, "Wait").getByLabel("Words of the choice").focus();
  await page.keyboard.press("ControlOrMeta+Shift+ArrowUp");
  await expect.poll(words).toEqual(["Wait", "Knock"]);
  await expect(choiceRow(page, "Wait").getByLabel("Words of the choice")).toBeFocused();

  const handle = choiceRow(page, "Wait").locator("[data-tip^='Drag']");
  const below = await choiceRow(page, "Knock").boundingBox();
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move((below?.x ?? 0) + 10, (below?.y ?? 0) + (below?.height ?? 0) - 4, { steps: 8 });
  await page.mouse.up();
  await expect.poll(words).toEqual(["Knock", "Wait"]);
});

test("makes a character of a name, and the label is gone", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  const name = `Old Brine ${Date.now().toString(36)}`;
  const speaker = inspector(page).getByRole("combobox", { name: "Speaker" });
  await speaker.fill("???");
  await speaker.press("Enter");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate")).toMatchObject({ speaker_id: null, speaker_label: "???" });
  });
  await speaker.fill(name);
  await page.getByRole("option", { name: `Create character “${name}”` }).click();
  await expect(speaker).toHaveValue(name);
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").speaker_label).toBeNull();
    expect(nodeOf(recorded, "The gate").speaker_id).not.toBeNull();
  });
  const { entities } = await ask<{ entities: { name: string; type: string }[] }>(page, "entities.list", {
    project_id: workspace().project,
    type: "character",
    limit: 500,
  });
  expect(entities.map((each) => each.name)).toContain(name);
});

test("gives every line with a label to the character who is called that", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  const name = `Mara ${Date.now().toString(36)}`;
  const project_id = workspace().project;
  await tell(page, "entities.create", {
    project_id,
    external_id: name.toLowerCase().replace(" ", "-"),
    type: "character",
    name,
  });
  await tell(page, "dialogues.batch", {
    project_id,
    graph_id: dialogue.id,
    batch_id: `mara-${dialogue.id.slice(4)}`,
    gestures: [
      {
        label: "Name",
        operations: (await dialogue.recorded()).nodes.map(({ id }) => ({
          op: "node.update",
          id,
          patch: { speaker_label: name },
        })),
      },
    ],
  });
  await openCanvas(page, `${dialogue.url}?card=${nodeOf(await dialogue.recorded(), "The gate").id}`);
  await inspector(page)
    .getByRole("button", { name: `Match 2 lines labelled ‘${name}’ to ${name}` })
    .click();
  await dialogue.expectRecorded((recorded) => {
    for (const node of recorded.nodes) expect(node).toMatchObject({ speaker_label: null });
    for (const node of recorded.nodes) expect(node.speaker_id).toMatch(/^ent_/);
  });
  const results = page.getByRole("region", { name: "Results" });
  await expect(results).toContainText(`2 lines are ${name}’s now.`);
  await results.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(results).toContainText(`2 lines are labelled ‘${name}’ again.`);
  await dialogue.expectRecorded((recorded) => {
    for (const node of recorded.nodes) expect(node).toMatchObject({ speaker_id: null, speaker_label: name });
  });
  await expect(
    inspector(page).getByRole("button", { name: `Match 2 lines labelled ‘${name}’ to ${name}` }),
  ).toBeVisible();
});

test("goes on in a line of its own with Ctrl+Enter, and writes in nobody else's", async ({ page }) => {
  const dialogue = await openGate(page);
  await inspector(page).getByLabel("Text").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" Again.");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(inspector(page).getByLabel("Text")).toBeFocused();
  await expect(inspector(page).getByLabel("Text")).toHaveValue("");
  await page.keyboard.type("Rust falls.");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("The old gate creaks. Again.");
    expect(nodeOf(recorded, "The ferryman").text).toBe("The ferryman looks up.");
    expect(leadsTo(recorded, "The gate")).toContain("Rust falls.");
  });
});

test("changes several cards at once, and takes it back at once", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  await page.getByRole("application").focus();
  await page.keyboard.press("ControlOrMeta+a");
  const panel = inspector(page);
  await expect(panel.getByRole("heading", { name: "2 cards" })).toBeVisible();
  await expect(panel.getByLabel("Kind")).toHaveValue("mixed");
  await panel.getByLabel("Tags").fill("act one");
  await panel.getByLabel("Tags").press("Enter");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes.map(({ tags }) => tags)).toEqual([["act one"], ["act one"]]);
  });
  await page.getByRole("application").focus();
  await page.keyboard.press("ControlOrMeta+z");
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes.map(({ tags }) => tags)).toEqual([[], []]);
  });
});

test("makes the panel wider with the keys, and it stays so", { tag: "@full" }, async ({ page }) => {
  await openGate(page);
  const edge = inspector(page).getByRole("separator", { name: "Width of the inspector" });
  await edge.focus();
  await page.keyboard.press("End");
  await expect(edge).toHaveAttribute("aria-valuenow", "520");
  await page.keyboard.press("ArrowRight");
  await expect(edge).toHaveAttribute("aria-valuenow", "504");
  await page.reload();
  await expect(edge).toHaveAttribute("aria-valuenow", "504");
  expect((await inspector(page).boundingBox())?.width).toBe(504);
});

test("names and colours a group, and describes the dialogue", { tag: "@full" }, async ({ page }) => {
  const dialogue = await openGate(page);
  const panel = inspector(page);
  await page.getByRole("application").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("g");
  await expect(panel.getByText("2 cards.")).toBeVisible();
  await panel.getByLabel("Title").fill("Act one");
  await panel.getByRole("radio", { name: "Green" }).check({ force: true });
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.groups).toMatchObject([{ title: "Act one", color: "green" }]);
  });

  await page.getByRole("application").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(panel.getByLabel("Name")).toHaveValue("Inspector story");
  await panel.getByLabel("Description").fill("A gate, and who keeps it.");
  await panel.getByLabel("Name").fill("");
  await panel.getByLabel("Name").fill("The gate and the ferry");
  await panel.getByRole("button", { name: /^Starts with/ }).click();
  await page
    .getByRole("dialog", { name: "Starts with" })
    .getByRole("option", { name: /^The gate/ })
    .click();
  await dialogue.expectRecorded((recorded) => {
    expect(recorded).toMatchObject({ name: "The gate and the ferry", description: "A gate, and who keeps it." });
    expect(recorded.start_node_id).toBe(nodeOf(recorded, "The gate").id);
  });
});
