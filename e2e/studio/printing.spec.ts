import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

test("prints the whole script for reading aloud from either view, and nothing else", async ({ page }) => {
  const ids = Array.from({ length: 60 }, () => idOf("node"));
  const dialogue = await makeDialogue(
    page,
    "To be read aloud",
    ids.map((id, at) =>
      nodeAt(at * 300, 0, {
        id,
        text: `Line number ${at + 1}.`,
        speaker_label: at === 0 ? "Odo" : null,
        branches: ids[at + 1] === undefined ? [] : ([choice(`On from ${at + 1}.`, ids[at + 1] ?? null)] as never),
      }),
    ),
  );
  await page.goto(dialogue.url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  const paper = page.getByRole("article", { name: "Script on paper" });
  await expect(paper).toHaveCount(0);

  await expect(page.getByRole("searchbox", { name: "Filter the outline" })).toBeVisible();
  await expect(async () => {
    await page.emulateMedia({ media: null });
    await page.emulateMedia({ media: "print" });
    await expect(paper.getByText(/^Line number/)).toHaveCount(60, { timeout: 500 });
  }).toPass();
  await expect(paper).toContainText("On from 59. → 60");
  await expect(paper.getByText("Odo")).toBeVisible();
  for (const chrome of ["banner", "application", "navigation", "complementary"] as const) {
    for (const each of await page.getByRole(chrome).all()) await expect(each).toBeHidden();
  }
  await page.emulateMedia({ media: null });
  await expect(paper).toHaveCount(0);
  expect((await page.pdf()).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(2);
});
