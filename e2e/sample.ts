import type { Page } from "@playwright/test";
import { makeWebhooks, type WebhookSample } from "./own-webhooks.ts";
import type { Sample } from "./screens.ts";
import { ask, tell } from "./studio-calls.ts";

export type PreparedSample = Sample & { close: () => Promise<void> };

/** The sample project and its dialogue, for whoever is signed in on the page. */
export async function findSample(
  page: Page,
): Promise<Omit<Sample, keyof WebhookSample | "archived" | "quest" | "conversation">> {
  const { projects } = await ask<{ projects: { id: string; name: string; last_seq: number }[] }>(
    page,
    "projects.list",
    {},
  );
  const found = projects.find(({ name }) => name === "The Salt Gate");
  if (found === undefined) throw new Error("there is no sample project");
  const { id: project, last_seq: seq } = found;
  const question = { project_id: project, q: "The Salt Gate", sort_by: "created_at" };
  const { dialogues } = await ask<{ dialogues: { id: string }[] }>(page, "dialogues.list", question);
  return { project, dialogue: dialogues[0]?.id ?? "", seq };
}

/** The sample with webhooks that are made in it, beside a project that is archived and one that is deleted. `close` ends receivers. */
export async function prepareSample(page: Page): Promise<PreparedSample> {
  const sample = await findSample(page);
  const webhooks = await makeWebhooks(page, sample.project);
  const stages = [
    { name: "Provisions", objectives: [{ text: "Find rope", count: 2 }, { text: "Borrow the lamp" }] },
    { name: "Across the flats", text: "Before the tide turns.", objectives: [{ text: "Reach the far wall" }] },
  ];
  const quest = { project_id: sample.project, external_id: "sample-quest", name: "Before the ebb", stages };
  await tell(page, "players.upsert", { project_id: sample.project, external_id: "ines", display_name: "Ines" });
  const { id: questId } = await tell<{ id: string }>(page, "quests.upsert", quest);
  const conversation = await makeTalk(page, sample.project);
  const [archived, deleted] = ["The old ferry", "The first ferry"].map((name) =>
    tell<{ id: string }>(page, "projects.create", { name }),
  );
  const { id } = (await archived) ?? { id: "" };
  await tell(page, "projects.archive", { project_id: id });
  await tell(page, "projects.delete", { project_id: (await deleted)?.id });
  return { ...sample, ...webhooks, archived: id, quest: questId, conversation };
}

/** Makes a talk in which a game master said something, and answers its id. */
async function makeTalk(page: Page, project_id: string): Promise<string> {
  const { id } = await tell<{ id: string }>(page, "conversations.create", { project_id, title: "At the salt gate" });
  const place = { project_id, conversation_id: id };
  const teller = { ...place, kind: "gm", name: "The teller" };
  const { id: speaker } = await tell<{ id: string }>(page, "conversations.addParticipant", teller);
  await tell(page, "conversations.start", place);
  await tell(page, "conversations.post", { ...place, speaker, text: "The tide has turned." });
  return id;
}
