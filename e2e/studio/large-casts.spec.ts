import type { Page } from "@playwright/test";
import { openCanvas } from "../canvas.ts";
import { makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";
import { tell } from "../studio-calls.ts";

const inspector = (page: Page) => page.getByRole("complementary", { name: "Inspector" });

/** Notes how often lists are asked for what follows their first page; each request is one entry. */
function watchPages(page: Page): string[][] {
  const requests: string[][] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const inputs = Object.values(JSON.parse(searchParams.get("input") ?? "{}") as Record<string, { offset?: number }>);
    const names = pathname.replace("/api/trpc/", "").split(",");
    const further = names.flatMap((name, at) => (inputs[at]?.offset ? [`${name} ${inputs[at].offset}`] : []));
    if (further.length > 0) requests.push(further);
  });
  return requests;
}

test("a cast of 1,200 is named on its cards, and its last member is chosen by typing", async ({ page }) => {
  const { id: project_id } = await tell<{ id: string }>(page, "projects.create", { name: "A large cast" });
  const cast = Array.from({ length: 1_200 }, (_, index) => {
    const name = `Extra ${String(index + 1).padStart(4, "0")}`;
    return { external_id: name, type: "character", name };
  });
  const ids: string[] = [];
  for (const entities of [cast.slice(0, 600), cast.slice(600)]) {
    const made = await tell<{ entities: { id: string }[] }>(page, "entities.batch", { project_id, entities });
    ids.push(...made.entities.map(({ id }) => id));
  }
  const [late, last] = [ids[899], ids[1_199]];
  const node = nodeAt(0, 0, { kind: "end", text: "Who is there?", speaker_id: late ?? "" });
  const dialogue = await makeDialogue(page, "Roll call", [node], project_id);

  const further = watchPages(page);
  await openCanvas(page, `${dialogue.url}?card=${node.id}`);
  await expect(page.locator(".cv-node").first()).toContainText("Extra 0900");
  expect(further).toEqual([["entities.list 500", "entities.list 1000"]]);

  const speaker = inspector(page).getByRole("combobox", { name: "Speaker" });
  await expect(speaker).toHaveValue("Extra 0900");
  await speaker.fill("1200");
  await page.getByRole("option", { name: "Extra 1200" }).click();
  await expect(page.locator(".cv-node").first()).toContainText("Extra 1200");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Who is there?")).toMatchObject({ speaker_id: last, speaker_label: null });
  });

  await speaker.fill("The 1,201st");
  await page.getByRole("option", { name: "Create character “The 1,201st”" }).click();
  await expect(page.locator(".cv-node").first()).toContainText("The 1,201st");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Who is there?").speaker_id).toMatch(/^ent_/);
  });
  await expect(inspector(page)).not.toContainText("The character was deleted");
  await tell(page, "projects.delete", { project_id });
});

test("a small project asks for nothing beyond the first page of anything", { tag: "@full" }, async ({ page }) => {
  const node = nodeAt(0, 0, { kind: "end", text: "Halt." });
  const { url } = await makeDialogue(page, "Small", [node]);
  const further = watchPages(page);
  await openCanvas(page, `${url}?card=${node.id}`);
  await expect(inspector(page).getByRole("combobox", { name: "Speaker" })).toBeVisible();
  expect(further).toEqual([]);
});
