import type { Locator, Page } from "@playwright/test";
import { findings } from "../looks.ts";
import { choice, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const panel = (page: Page): Locator => page.getByRole("search", { name: "All dialogues" });

async function openSearch(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  await page.keyboard.press("Control+Shift+f");
  await expect(panel(page).getByRole("searchbox", { name: "Words" })).toBeFocused();
}

test("finds every line of one speaker in all dialogues, and goes from one to the next", async ({ page }) => {
  const project_id = workspace().project;
  const tag = Date.now().toString(36);
  const { id: speaker_id } = await tell<{ id: string }>(page, "entities.create", {
    project_id,
    external_id: `bellman-${tag}`,
    type: "character",
    name: `Bellman ${tag}`,
  });
  const one = await makeDialogue(page, `Bells one ${tag}`, [
    nodeAt(0, 0, { speaker_id, text: "Low water at nine." }),
    nodeAt(400, 0, { speaker_label: `Someone ${tag}`, text: "Who calls?" }),
  ]);
  await makeDialogue(page, `Bells two ${tag}`, [
    nodeAt(0, 0, { speaker_id, title: "The call", text: "High water at three." }),
  ]);

  await openSearch(page, one.url);
  await panel(page)
    .getByLabel("Speaker")
    .selectOption({ label: `Bellman ${tag} (2)` });
  await expect(panel(page).getByRole("status")).toHaveText("2 cards");
  await panel(page)
    .getByRole("button", { name: /Low water/ })
    .press("Enter");
  await expect(page.getByRole("treeitem", { name: /^Low water/, selected: true }).first()).toBeAttached();
  await panel(page)
    .getByRole("link", { name: /The call/ })
    .press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Bells two ${tag}` })).toBeVisible();
  await expect(page.getByRole("treeitem", { name: /^The call/, selected: true }).first()).toBeAttached();
  await expect(panel(page).getByRole("status")).toHaveText("2 cards");
  await panel(page)
    .getByLabel("Speaker")
    .selectOption({ label: `Someone ${tag} (1)` });
  await expect(panel(page).getByRole("status")).toHaveText("1 card");
});

test("finds words, cards that use a variable, and cards with a problem; says when nothing matches", {
  tag: "@full",
}, async ({ page }) => {
  const word = `sillwater${Date.now().toString(36)}`;
  const dialogue = await makeDialogue(page, "Looked through", [
    nodeAt(0, 0, {
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
  await expect(panel(page).getByRole("status")).toHaveText("No results.");
  await panel(page).getByRole("searchbox", { name: "Words" }).fill("");
  await panel(page).getByLabel("Variable").selectOption({ index: 1 });
  await expect(panel(page).getByRole("status")).toHaveText(/\d+ cards?|No results\./);
  await panel(page).getByLabel("Problem").selectOption({ label: "Warning: Choice goes nowhere yet" });
  await expect(panel(page).getByRole("status")).toHaveText(/\d+ problems?/);
  expect(await findings(page, "search")).toEqual([]);
});

/** A dialogue with a node in a group, and a note far from both. */
async function makeGathered(page: Page, name: string, group: string, note: string) {
  const node = nodeAt(0, 0, { text: "Low water at nine." });
  const dialogue = await makeDialogue(page, name, [node]);
  const project_id = dialogue.url.split("/")[2];
  const inGraph = { project_id, graph_id: dialogue.id };
  const { id: group_id } = await tell<{ id: string }>(page, "dialogues.createGroup", {
    ...inGraph,
    title: group,
    color: "teal",
  });
  await tell(page, "dialogues.updateNode", { project_id, node_id: node.id, group_id });
  await tell(page, "dialogues.createAnnotation", {
    ...inGraph,
    text: note,
    canvas_x: 3000,
    canvas_y: 2400,
    color: "amber",
  });
  return dialogue;
}

test("finds a dialogue, a group and a note by their words, and shows each where it is", { tag: "@full" }, async ({
  page,
}) => {
  const word = `ebbmark${Date.now().toString(36)}`;
  const here = await makeGathered(page, "Tides", `Harbour ${word}`, `Ask Ana what ${word} means.`);
  const there = await makeGathered(page, `The ${word} bell`, "Tower", `Is ${word} a place?`);
  const found = (heading: string) => panel(page).getByRole("region", { name: heading, exact: true });

  await openSearch(page, here.url);
  await page.keyboard.type(word);
  await expect(panel(page).getByRole("status")).toHaveText("1 dialogue, 1 group, 2 notes");
  await expect(panel(page).locator("mark")).toHaveText([word, word, word, word]);
  await expect(found("Groups").getByRole("listitem")).toContainText(["Tides · open here"]);

  await found("Groups")
    .getByRole("button", { name: `Harbour ${word}` })
    .press("Enter");
  await expect(page.locator(".cv-group[data-selected]")).toBeInViewport();
  await page.keyboard.press("Control+.");
  await expect(page.getByRole("article", { name: "Script" })).toBeVisible();
  await found("Notes")
    .getByRole("button", { name: /Ask Ana/ })
    .press("Enter");
  await expect(page.locator(".cv-note[data-selected]")).toBeInViewport();

  await found("Notes")
    .getByRole("link", { name: /a place/ })
    .press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `The ${word} bell` })).toBeVisible();
  await expect(page.locator(".cv-note[data-selected]")).toBeInViewport();
  await found("Dialogues").getByRole("button", { name: word }).press("Enter");
  await expect(page.getByRole("complementary", { name: "Inspector" }).getByLabel("Name")).toHaveValue(
    `The ${word} bell`,
  );
  await openSearch(page, here.url);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeFocused();
  await page.keyboard.press("Control+Shift+f");
  await page.keyboard.type(word);
  await found("Dialogues").getByRole("link", { name: word }).press("Enter");
  await expect(page).toHaveURL(new RegExp(there.url));
});

test("searches from every list of the project by keyboard alone, and lands on the card found", async ({ page }) => {
  const word = `neapwater${Date.now().toString(36)}`;
  const { url } = await makeDialogue(page, "Neaps", [nodeAt(0, 0), nodeAt(4000, 3000, { text: `Wait for ${word}.` })]);
  const dialog = page.getByRole("dialog", { name: "Search all dialogues" });
  const words = panel(page).getByRole("searchbox", { name: "Words" });
  const list = url.replace(/\/[^/]+$/, "");

  for (const address of [list.replace(/dialogues$/, "variables"), list.replace(/dialogues$/, "deleted"), list]) {
    await page.goto(address);
    await expect(page.getByRole("button", { name: "Search and commands" })).toBeVisible();
    const link = page.getByRole("link", { name: "Write", exact: true });
    await link.focus();
    await page.keyboard.press("Control+Shift+f");
    // Before the window is there, what is typed is already meant for it.
    await page.keyboard.type("nobody says this");
    await expect(words).toHaveValue("nobody says this");
    await expect(words).toBeFocused();
    await expect(panel(page).getByRole("status")).toHaveText("No results.");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Search and commands" })).toHaveCount(0);
    await expect(link).toBeFocused();
  }

  await page.keyboard.press("Control+Shift+f");
  await expect(words).toBeFocused();
  await page.keyboard.type(word);
  await expect(panel(page).getByRole("status")).toHaveText("1 card");
  expect(await findings(page, "search")).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(url));
  await expect(
    page.getByRole("treeitem", { name: new RegExp(`^Wait for ${word}`), selected: true }).first(),
  ).toBeAttached();
  await expect(page.locator(".cv-node[data-selected]")).toBeInViewport();
});

test("on a phone, where no canvas is, a note that was found is shown by the inspector", { tag: "@full" }, async ({
  page,
}) => {
  const word = `slackwater${Date.now().toString(36)}`;
  const { url } = await makeGathered(page, "Slack", "Tower", `Is it ${word} yet?`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url.replace(/\/[^/]+$/, ""));
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("Control+Shift+f");
  await page.keyboard.type(word);
  await panel(page).getByRole("link", { name: word }).click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByLabel("Text")).toHaveValue(`Is it ${word} yet?`);
  await expect(panel(page)).toHaveCount(0);
});
