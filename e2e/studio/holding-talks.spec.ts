import { readFile } from "node:fs/promises";
import { graveFindings, overhang } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

test("a writer leads a talk, hears it as each participant does, and takes words back", async ({ page }) => {
  const project_id = workspace().project;
  const odo = { project_id, external_id: "odo-brack", type: "character", name: "Odo Brack" };
  const { id: entity_id } = await tell<{ id: string }>(page, "entities.create", odo);
  await tell(page, "npcs.create", { project_id, entity_id, role: "ferryman", greetings: ["You again."] });
  await tell(page, "players.upsert", { project_id, external_id: "ines", display_name: "Ines" });

  await page.goto(`/projects/${project_id}/talks`);
  await page
    .getByRole("button", { name: "New talk" })
    .or(page.getByRole("button", { name: "Begin the first talk" }))
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "New talk" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("On the mole");
  expect(await graveFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Make it" }).click();
  await expect(page).toHaveURL(/talks\/cnv_\w+$/);
  const conversation_id = page.url().split("/").at(-1) ?? "";
  const place = { project_id, conversation_id };

  // A character, a player and oneself are let in.
  const people = page.getByRole("list", { name: "Participants" });
  const add = page.getByRole("dialog", { name: "Add somebody" });
  const person = (name: string) => people.getByRole("listitem").filter({ hasText: name });
  for (const [kind, field, name] of [
    ["A character", "Character", "Odo Brack"],
    ["A player", "Player", "Ines"],
  ] as const) {
    await page.getByRole("button", { name: "Add somebody" }).click();
    await add.getByRole("radio", { name: kind }).check();
    await add.getByRole("combobox", { name: field }).fill(name);
    await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
    expect(await graveFindings(page)).toEqual([]);
    await add.getByRole("button", { name: "Add", exact: true }).click();
    await expect(person(name)).toContainText("Takes part");
  }
  await page.getByRole("button", { name: "Add somebody" }).click();
  await add.getByRole("radio", { name: "A game master" }).check();
  await add.getByRole("textbox", { name: "Name in the talk" }).fill("The teller");
  await add.getByRole("button", { name: "Add", exact: true }).click();
  await expect(person("The teller")).toContainText("Game master");

  const field = page.getByLabel("What you say");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await expect(page.getByText("Under way")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await field.fill("The tide has turned.");
  await page.keyboard.press("Enter");
  const said = page.getByRole("log", { name: "What was said" }).getByRole("listitem");
  await expect(said.filter({ hasText: "The tide has turned." })).toContainText("The teller");

  // The only character who hears it answers by itself.
  await expect(said.nth(1)).toContainText(/Odo Brack.*An authored line/);

  // What a player says in the game comes by itself; a whisper is marked, and heard by nobody else.
  const { participants } = await ask<{ participants: { id: string; name: string }[] }>(
    page,
    "conversations.participants",
    place,
  );
  const idOf = (name: string) => participants.find((each) => each.name === name)?.id ?? "";
  await tell(page, "conversations.post", {
    ...place,
    speaker: idOf("Ines"),
    text: "Teller, is it open?",
    listeners: [idOf("The teller")],
  });
  await expect(said.filter({ hasText: "Teller, is it open?" })).toContainText("Ines");
  const whisper = { speaker: idOf("Ines"), audience: [idOf("The teller")], text: "I have the key." };
  await tell(page, "conversations.post", { ...place, ...whisper });
  await expect(said.filter({ hasText: "I have the key." })).toContainText("Whispered to The teller");
  expect(await graveFindings(page)).toEqual([]);
  await page.getByLabel("As heard by").selectOption({ label: "Odo Brack" });
  await expect(said.filter({ hasText: "Teller, is it open?" })).toBeVisible();
  await expect(said.filter({ hasText: "I have the key." })).toHaveCount(0);
  await page.getByLabel("As heard by").selectOption({ label: "Ines" });
  await expect(said.filter({ hasText: "I have the key." })).toBeVisible();
  await page.getByLabel("Heard by", { exact: true }).selectOption({ label: "Ines alone" });
  await field.fill("Keep it safe.");
  await page.getByRole("button", { name: "Whisper", exact: true }).click();
  await expect(said.filter({ hasText: "Keep it safe." })).toContainText("Whispered to Ines");

  // What is shown is taken along, and said in short.
  await page.getByRole("button", { name: "Export what is shown" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "As Markdown" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain("Keep it safe.");
  await page.getByRole("button", { name: "In short" }).click();
  const recap = page.getByRole("dialog", { name: "In short" });
  await expect(recap).toContainText(/The lines that say most, word for word, of \d messages\./);
  expect(await graveFindings(page)).toEqual([]);
  await recap.getByRole("button", { name: "Close" }).first().click();

  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  expect(await graveFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Words are taken back for good, and whoever goes too far is sent away.
  await said.filter({ hasText: "I have the key." }).getByRole("button", { name: "Redact what Ines said" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Redact it" }).click();
  await expect(said.filter({ hasText: "Redacted." })).toBeVisible();
  await expect(said.filter({ hasText: "I have the key." })).toHaveCount(0);
  await person("Ines").getByRole("button", { name: "What to do about Ines" }).click();
  await page.getByRole("menuitem", { name: "Ban" }).click();
  await expect(person("Ines")).toContainText("Banned");

  await page.getByLabel("As heard by").selectOption({ label: "Everybody" });
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("The talk is paused.").first()).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("Archived", { exact: true }).first()).toBeVisible();
  await page.goto(`/projects/${project_id}/talks`);
  await expect(page.getByRole("row").filter({ hasText: "On the mole" })).toContainText("Archived");
});

test("a writer makes a fact of what a character learnt, and dismisses the rest", async ({ page }) => {
  const project_id = workspace().project;
  const wen = { project_id, external_id: "wen-brack", type: "character", name: "Wen Brack" };
  const { id: entity_id } = await tell<{ id: string }>(page, "entities.create", wen);
  const { id: npc_id } = await tell<{ id: string }>(page, "npcs.create", { project_id, entity_id });
  const { dialogues } = await ask<{ dialogues: { id: string }[] }>(page, "dialogues.list", {
    project_id,
    q: "The Salt Gate",
  });
  const { id: run } = await tell<{ id: string }>(page, "runs.start", { project_id, graph_id: dialogues[0]?.id });
  for (const text of ["I hid the ledger under the third stone.", "The weather is fine on the mole."]) {
    await tell(page, "npcs.talk", { project_id, npc_id, run, text, provider: "authored" });
  }
  await page.goto(`/projects/${project_id}/memories`);
  const row = (words: string) => page.getByRole("row").filter({ hasText: words });
  await expect(row("third stone")).toContainText("Wen Brack");
  expect(await graveFindings(page)).toEqual([]);
  await row("third stone").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Make it a fact" }).click();
  await expect(row("third stone")).toHaveCount(0);
  await row("weather is fine").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Dismiss" }).click();
  await expect(row("weather is fine")).toHaveCount(0);
  const { facts } = await ask<{ facts: { text: string }[] }>(page, "facts.list", { project_id, q: "ledger under" });
  expect(facts.map(({ text }) => text)).toEqual([expect.stringContaining("third stone")]);
});
