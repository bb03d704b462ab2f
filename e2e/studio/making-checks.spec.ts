import { editor, openCanvas, said, saved } from "../canvas.ts";
import { choice, makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { makeVariable, removeVariable, variableName } from "../own-variables.ts";
import { expect, test } from "../story.ts";

test("makes a check, types its test with a mistake, reads it on the card and its edges, and plays it", async ({
  page,
}) => {
  const purse = await makeVariable(page, { name: variableName("purse"), type: "integer", default: 6 });
  const paid = nodeAt(800, 0, { title: "Pays", text: "The clerk counts the coins.", kind: "end" });
  const gate = nodeAt(0, 0, {
    title: "Gate",
    text: "Six for the gate.",
    branches: [choice("Go to the gate", null) as never],
  });
  const dialogue = await makeDialogue(page, "A toll", [gate, paid]);
  const canvas = await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  await canvas.focus();

  // The test is asked for first. A name that is not there is told where it stands, and nothing is lost.
  await page.keyboard.press("Shift+n");
  await page.keyboard.press("c");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("purs_x >= 6");
  await page.keyboard.press("Enter");
  const field = page.locator("[data-editor]");
  await expect(field.getByRole("status")).toHaveText(/^Character 1: There is no variable called purs_x\./);
  await expect(editor(page)).toHaveValue("purs_x >= 6");

  // Of what is begun the rest is offered.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(purse.name.slice(0, 8));
  await expect(field.getByRole("option", { name: purse.name })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" >= 6");
  await page.keyboard.press("Enter");
  await expect(canvas).toBeFocused();

  const words = purse.name.replaceAll("_", " ");
  const check = page.locator('[data-shown="node"][data-kind="condition"]');
  await expect(check.locator(".cv-row")).toHaveText([`If ${words} ≥ 6`, "Otherwise"]);
  await expect(page.locator("#canvas-active")).toHaveAttribute("aria-label", new RegExp(`^Check, if ${words} ≥ 6`));

  // What it is called is its title; the row of the builder shows what was typed.
  await page.keyboard.press("F2");
  await page.keyboard.type("Enough?");
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("tab", { name: "Logic" }).click();
  const test_ = inspector.getByRole("region", { name: "If", exact: true });
  await expect(test_.getByLabel(`Value for ${purse.name}`)).toHaveValue("6");

  // What is changed on the way stands on the edge.
  await canvas.focus();
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("Connected ‘Enough?’ to ‘Pays’.");
  const changes = test_.getByRole("textbox", { name: "Effects as text" });
  await changes.fill(`${purse.name} -= 6`);
  await changes.press("Enter");
  await expect(page.locator(".cv-edge-logic title").first()).toHaveText(`${words} − 6`);
  await expect(check.locator(".cv-row").first()).toHaveText(`If ${words} ≥ 6${words} − 6`);
  await saved(page);
  await dialogue.expectRecorded((recorded) => {
    const made = nodeOf(recorded, "Enough?");
    expect(made).toMatchObject({ kind: "condition", text: "", title: "Enough?" });
    expect(made.branches[0]).toMatchObject({
      conditions: [{ op: "gte", args: [{ var: purse.id }, { lit: 6 }] }],
      effects: [{ op: "sub", target: purse.id, value: { lit: 6 } }],
    });
  });

  // Played, it asks nobody, goes where its test says, and tells the author how it went.
  await canvas.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("p");
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Go to the gate" }).click();
  await expect(player).toContainText("The clerk counts the coins.");
  await expect(player).toContainText(`Check ${words} ≥ 6: yes (${words} is 6)`);
  await removeVariable(page, purse.id);
});

test("finds every kind of card under its own sign, the common ones first", { tag: "@full" }, async ({ page }) => {
  const dialogue = await makeDialogue(page, "Kinds", [nodeAt(0, 0, { title: "Gate", text: "Here." })]);
  const canvas = await openCanvas(page, dialogue.url);
  await canvas.focus();
  await page.keyboard.press("n");
  await expect(page.getByRole("menuitem")).toHaveText([/^Line/, /^Check/, /^Hub/, /^Jump/, /^Ending/, /^More/]);
  await page.keyboard.press("m");
  await expect(page.getByRole("menuitem")).toHaveCount(11);
  await page.getByRole("menuitem", { name: /^Change/ }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator('[data-shown="node"][data-kind="instruction"] .cv-row')).toHaveText(["No changes yet"]);
  await saved(page);
  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes.find(({ kind }) => kind === "instruction")?.branches).toMatchObject([{ kind: "auto" }]);
  });
});
