import { shownNode } from "../canvas.ts";
import { graveFindings, overhang } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

test("a writer makes Odo, talks to him, and keeps an answer as a line", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/cast`);
  await page.getByRole("button", { name: "New character" }).click();
  await page.getByRole("dialog", { name: "New character" }).getByRole("textbox", { name: "Name" }).fill("Odo Marsh");
  await page.keyboard.press("Enter");

  // His page has no voice yet; with one comes its form.
  const voice = page.getByRole("region", { name: "How Odo Marsh speaks" });
  await voice.getByRole("button", { name: "Give Odo Marsh a voice" }).click();
  await voice.getByLabel("Role in the story").fill("ferryman");
  await voice.getByLabel("Way of speaking").fill("Gruff, in few words.");
  await voice.getByRole("button", { name: "Add a greeting" }).click();
  await page.keyboard.type("You again.");
  await voice.getByRole("button", { name: "Add a goal" }).click();
  await page.keyboard.type("Cross before the ebb.");
  expect(await graveFindings(page)).toEqual([]);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(voice.getByRole("button", { name: "Change the voice" })).toBeVisible();
  await expect(voice).toContainText(/Takes part.*ferryman.*Gruff, in few words.*Cross before the ebb.*You again/);
  expect(await graveFindings(page)).toEqual([]);

  // Without a key for a model he says what is written: his greeting, and what he knows.
  const project_id = workspace().project;
  await tell(page, "facts.create", { project_id, text: "The ferry of the marsh sails at dusk." });
  await tell(page, "entities.create", {
    project_id,
    external_id: "ines-marsh",
    type: "character",
    name: "Ines Marsh",
  });
  await page.getByRole("button", { name: "Talk to Odo Marsh" }).click();
  const talk = page.getByRole("region", { name: "Talk to Odo Marsh" });
  const said = talk.getByRole("log");
  await expect(talk.getByLabel("What you say to Odo Marsh")).toBeFocused();
  await page.keyboard.type("Hello.");
  await page.keyboard.press("Enter");
  await expect(said.getByRole("listitem").nth(1)).toContainText("You again.");
  // He is spoken to as somebody, which is another talk.
  await talk.getByText("When, where and as whom you talk").click();
  await talk.getByRole("combobox", { name: "You speak as" }).fill("Ines");
  await page.getByRole("option", { name: /^Ines Marsh/ }).click();
  await expect(talk.getByText("You speak as Ines Marsh")).toBeVisible();
  await talk.getByLabel("What you say to Odo Marsh").fill("When does the ferry of the marsh sail?");
  await page.keyboard.press("Enter");
  await expect(said.getByRole("listitem").nth(0)).toContainText("Ines Marsh");
  const answer = said.getByRole("listitem").nth(1);
  await expect(answer).toContainText("The ferry of the marsh sails at dusk.");
  await answer.getByRole("button", { name: "Why this line" }).click();
  const origin = answer.getByRole("region", { name: "Where this answer comes from" });
  await expect(origin).toContainText("because the project has no key for a language model");
  await expect(origin.getByRole("list", { name: "Facts of this answer" })).toContainText("sails at dusk");
  expect(await graveFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await graveFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  expect(await graveFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await answer.getByRole("button", { name: "Keep as a line" }).click();
  const keep = page.getByRole("dialog", { name: "Keep as a line" });
  await keep.getByRole("combobox", { name: "Dialogue" }).fill("On the marsh");
  await page.getByRole("option", { name: "New dialogue “On the marsh”" }).click();
  await keep.getByRole("button", { name: "Keep it" }).click();
  await expect(page).toHaveURL(/dialogues\/dlg_\w+\?card=node_\w+/);
  await expect(shownNode(page, "sails at dusk")).toBeVisible();

  await page.goto(`/projects/${project_id}/cast?as=gallery`);
  const card = page.getByRole("list", { name: "Cast" }).getByRole("listitem").filter({ hasText: "Odo Marsh" });
  await expect(card).toContainText(/Takes part.*ferryman/);
  expect(await graveFindings(page)).toEqual([]);
});
