import type { Page } from "@playwright/test";
import type { Sample } from "./screens.ts";

/** The sample project and its dialogue, for whoever is signed in on the page. */
export async function findSample(page: Page): Promise<Sample> {
  const ask = async (name: string, input: object) => {
    const answer = await page.request.get(`/api/trpc/${name}`, {
      headers: { "x-fabula-studio": "1" },
      params: { input: JSON.stringify(input) },
    });
    return (await answer.json()).result.data;
  };
  const { projects } = await ask("projects.list", {});
  const { id: project, last_seq: seq } = projects.find(({ name }: { name: string }) => name === "The Salt Gate");
  const { dialogues } = await ask("dialogues.list", { project_id: project, q: "The Salt Gate", sort_by: "created_at" });
  return { project, dialogue: dialogues[0].id, seq };
}
