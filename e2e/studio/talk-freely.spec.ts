import type { Page } from "@playwright/test";
import { answers, type ModelServer, startModelServer } from "#server/adapters/llm/model-server.fixture.ts";
import { openCanvas } from "../canvas.ts";
import { graveFindings, overhang } from "../looks.ts";
import { makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { doCommand } from "../screens.ts";
import { expect, test } from "../story.ts";
import { tell } from "../studio-calls.ts";

const EBB = "The sluice opens at the ebb.";

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });
const player = (page: Page) => page.getByRole("region", { name: "Player" });

let server: ModelServer;
test.beforeAll(async () => {
  server = await startModelServer(answers("{}"));
});
test.afterAll(() => server.close());

/** Makes a project with Odo, who knows of the ebb and opens the sluice when somebody asks, and with a key of the model server. */
async function withOdo(page: Page): Promise<string> {
  const { id: project_id } = await tell<{ id: string }>(page, "projects.create", { name: "Talking freely" });
  const odo = { external_id: "odo", type: "character", name: "Odo Sluice" };
  const { id: entity_id } = await tell<{ id: string }>(page, "entities.create", { project_id, ...odo });
  await tell(page, "facts.create", { project_id, text: EBB, known_by: [entity_id] });
  const actions = [{ key: "open_sluice", description: "Opens the sluice." }];
  await tell(page, "npcs.create", { project_id, entity_id, greetings: ["You again."], actions });
  const key = { provider: "openai_compatible", key: "sk-story-4f1c0a9d2e7b3658", base_url: server.url };
  await tell(page, "byok.create", { project_id, ...key, models: { text: "tale-1" } });
  return project_id;
}

test("a writer adds a talk with Odo; a player on a phone gets through it by typing, another by choosing", async ({
  page,
}) => {
  const project = await withOdo(page);
  const end = nodeAt(400, 0, { kind: "end", text: "The water falls." });
  const dialogue = await makeDialogue(page, "At the sluice", [end], project);
  await openCanvas(page, dialogue.url);
  await doCommand(page, "Add a talk");
  await page.keyboard.type("What do you want?");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "What do you want?").kind).toBe("talk"));
  const card = nodeOf(await dialogue.recorded(), "What do you want?").id;

  // Who is talked to, and what the player can say.
  await page.goto(`${dialogue.url}?card=${card}`);
  await inspector(page).getByRole("combobox", { name: "Speaker" }).fill("Odo Sluice");
  await page.getByRole("option", { name: /^Odo Sluice/ }).click();
  await inspector(page).getByRole("button", { name: "Add a choice" }).click();
  await page.keyboard.type("Open the sluice.");
  await dialogue.expectRecorded((recorded) => {
    const { branches, speaker_id } = nodeOf(recorded, "What do you want?");
    expect([branches.map(({ kind, choice_text }) => [kind, choice_text]), speaker_id]).toEqual([
      [["choice", "Open the sluice."]],
      expect.stringMatching(/^ent_/),
    ]);
  });
  const [way] = nodeOf(await dialogue.recorded(), "What do you want?").branches;
  const gesture = { op: "branch.update", node_id: card, id: way?.id, patch: { target_node_id: end.id } };
  await tell(page, "dialogues.batch", {
    project_id: project,
    graph_id: dialogue.id,
    batch_id: `lead-${card.slice(5)}`,
    gestures: [{ label: "Lead on", operations: [gesture, { op: "dialogue.update", patch: { start_node_id: card } }] }],
  });

  // What has to come up before it opens.
  await inspector(page).getByRole("tab", { name: "Logic" }).click();
  const choice = inspector(page).getByRole("region", { name: "Choice: Open the sluice." });
  await choice.getByRole("combobox", { name: "A fact that Odo Sluice tells" }).click();
  await page.getByRole("option", { name: EBB }).click();
  await choice.getByRole("checkbox", { name: /^open_sluice/ }).check();
  await expect(choice).toContainText("Opens once all of this came up.");
  expect(await graveFindings(page)).toEqual([]);
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "What do you want?").branches[0]?.opened_by).toEqual({
      facts: [expect.stringMatching(/^fact_/)],
      actions: ["open_sluice"],
    });
  });

  // On a phone, by typing: each answer is the model's, and what opens is decided by the facts and actions that it names.
  await page.setViewportSize({ width: 390, height: 844 });
  const says = (say: string, more: object) =>
    answers(JSON.stringify({ say, emotion: "neutral", used: [], remember: [], ...more }));
  server.script([
    says("At the ebb. Not before.", { used: [1], actions: [] }),
    says("Stand back.", { actions: [{ key: "open_sluice", arguments: [] }] }),
  ]);
  await page.goto(dialogue.url);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const talk = player(page).getByRole("region", { name: "Talk to Odo Sluice" });
  const field = talk.getByLabel("What you say to Odo Sluice");
  await field.fill("When does it open?");
  await field.press("Enter");
  await expect(talk.getByRole("log")).toContainText("At the ebb. Not before.");
  await expect(talk.getByRole("list", { name: "Ways that opened" })).toHaveCount(0);
  await field.fill("Then open it, please.");
  await talk.getByRole("button", { name: "Say" }).click();
  const onward = talk.getByRole("button", { name: "Go on: Open the sluice." });
  await expect(onward).toBeVisible();
  expect(await overhang(page)).toBe(0);
  expect(await graveFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await graveFindings(page)).toEqual([]);
  await onward.click();
  await expect(player(page)).toContainText("The water falls.");

  // Another one says nothing and chooses.
  await player(page).getByRole("button", { name: "Begin again" }).click();
  await player(page)
    .getByRole("list", { name: "Choices" })
    .getByRole("button", { name: /Open the sluice/ })
    .click();
  await expect(player(page)).toContainText("The water falls.");
});
