import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { ask, cardAt, choice, makeDialogue, tell } from "../own-dialogue.ts";
import { expect, signIn, test } from "../story.ts";

const panel = (page: Page): Locator => page.getByRole("search", { name: "All dialogues" });

async function openSearch(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  await page.keyboard.press("Control+Shift+f");
  await expect(panel(page).getByRole("searchbox", { name: "Words" })).toBeFocused();
}

test("finds every line of one speaker in all dialogues, and goes from one to the next", async ({ page }) => {
  await signIn(page);
  await page.waitForURL("/");
  const { projects } = await ask<{ projects: { id: string; name: string }[] }>(page, "projects.list", {});
  const project_id = projects.find(({ name }) => name === "The Salt Gate")?.id ?? "";
  const tag = Date.now().toString(36);
  const { id: speaker_id } = await tell<{ id: string }>(page, "entities.create", {
    project_id,
    external_id: `bellman-${tag}`,
    type: "character",
    name: `Bellman ${tag}`,
  });
  const one = await makeDialogue(page, `Bells one ${tag}`, [
    cardAt(0, 0, { speaker_id, text: "Low water at nine." }),
    cardAt(400, 0, { speaker_label: `Someone ${tag}`, text: "Who calls?" }),
  ]);
  await makeDialogue(page, `Bells two ${tag}`, [
    cardAt(0, 0, { speaker_id, title: "The call", text: "High water at three." }),
  ]);

  await openSearch(page, one.url);
  await panel(page)
    .getByLabel("Speaker")
    .selectOption({ label: `Bellman ${tag} (2)` });
  await expect(panel(page).getByRole("status")).toHaveText("2 cards");
  await panel(page)
    .getByRole("button", { name: /Low water/ })
    .press("Enter");
  await expect(page.getByRole("option", { name: /^Low water/, selected: true }).first()).toBeAttached();
  await panel(page)
    .getByRole("link", { name: /The call/ })
    .press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Bells two ${tag}` })).toBeVisible();
  await expect(page.getByRole("option", { name: /^The call/, selected: true }).first()).toBeAttached();
  await expect(panel(page).getByRole("status")).toHaveText("2 cards");
  await panel(page)
    .getByLabel("Speaker")
    .selectOption({ label: `Someone ${tag} (1)` });
  await expect(panel(page).getByRole("status")).toHaveText("1 card");
});

test("finds words, cards that use a variable, and cards with a problem; says when nothing matches", async ({
  page,
}) => {
  await signIn(page);
  await page.waitForURL("/");
  const word = `sillwater${Date.now().toString(36)}`;
  const dialogue = await makeDialogue(page, "Looked through", [
    cardAt(0, 0, {
      title: "Marsh",
      text: `They call it ${word} here.`,
      branches: [choice(`Go to ${word}.`, null)] as never,
    }),
  ]);
  await openSearch(page, dialogue.url);
  await page.keyboard.type(word.toUpperCase());
  await expect(panel(page).getByRole("status")).toHaveText("1 card");
  await expect(panel(page).locator("mark")).toHaveText([word, word]);
  await page.keyboard.type("x");
  await expect(panel(page).getByRole("status")).toHaveText("No card matches.");
  await panel(page).getByRole("searchbox", { name: "Words" }).fill("");
  await panel(page).getByLabel("Variable").selectOption({ index: 1 });
  await expect(panel(page).getByRole("status")).toHaveText(/\d+ cards?|No card matches\./);
  await panel(page).getByLabel("Problem").selectOption({ label: "Warning: Choice goes nowhere yet" });
  await expect(panel(page).getByRole("status")).toHaveText(/\d+ problems?/);
  const { violations } = await new AxeBuilder({ page }).include("search").analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)).toEqual(
    [],
  );
});
