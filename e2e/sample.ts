import type { Page } from "@playwright/test";
import type { Sample } from "./screens.ts";
import { ask } from "./studio-calls.ts";

/** The sample project and its dialogue, for whoever is signed in on the page. */
export async function findSample(page: Page): Promise<Sample> {
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
