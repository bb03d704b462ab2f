import type { Locator, Page } from "@playwright/test";
import { withoutMouse } from "../canvas.ts";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { choice, idOf, leadsTo, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";
import { tell } from "../studio-calls.ts";

const script = (page: Page): Locator => page.getByRole("article", { name: "Script", exact: true });
const section = (page: Page, name: string): Locator => script(page).getByRole("region", { name });
const words = (page: Page): Locator => script(page).getByRole("textbox", { name: "Words", exact: true });

/** Three nodes in a row, and one that nothing leads to. */
async function openScript(page: Page): Promise<OwnDialogue> {
  const [first, second, third] = [idOf("node"), idOf("node"), idOf("node")];
  const dialogue = await makeDialogue(page, "The ferry bell", [
    nodeAt(0, 0, {
      id: first,
      title: "Quay",
      text: "The bell hangs still.",
      speaker_label: "Ysolt",
      branches: [choice("Ring it.", second), choice("Wait.", third)] as never,
    }),
    nodeAt(400, 0, { id: second, title: "Ringing", text: "It rings twice." }),
    nodeAt(400, 400, { id: third, kind: "end", title: "Waiting", text: "Nobody comes." }),
    nodeAt(0, 800, { title: "Cellar", text: "مرحبا بكم" }),
  ]);
  await page.goto(dialogue.url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  await page.keyboard.press("Control+.");
  await expect(section(page, "Quay")).toBeVisible();
  return dialogue;
}

test("writes on in the script without a mouse: next line, a typed arrow, a choice, a title, a deletion and its undo", async ({
  page,
}) => {
  const dialogue = await openScript(page);
  withoutMouse(page);
  await section(page, "Quay").focus();
  await page.keyboard.press("Enter");
  await expect(words(page)).toBeFocused();
  await page.keyboard.type(" No wind. -> Ring");
  await expect(page.getByRole("option", { name: "Ringing", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(section(page, "Quay")).toBeFocused();
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Quay").text).toBe("The bell hangs still. No wind.");
    expect(leadsTo(recorded, "Quay").filter((name) => name === "Ringing")).toHaveLength(2);
  });

  await page.keyboard.press("ArrowDown");
  await expect(section(page, "Ringing")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(words(page)).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(words(page)).toHaveValue("");
  await page.keyboard.type("A lantern answers.");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => expect(leadsTo(recorded, "Ringing")).toEqual(["A lantern answers."]));

  await page.keyboard.press("Enter");
  await script(page).getByRole("textbox", { name: "Title" }).fill("Lantern");
  await script(page).getByRole("button", { name: "Add a choice" }).press("Enter");
  await expect(script(page).getByRole("textbox", { name: "Words of the choice" }).last()).toBeFocused();
  await page.keyboard.type("Wave back.");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Lantern").branches).toHaveLength(1));

  await section(page, "Lantern").focus();
  await page.keyboard.press("Delete");
  await expect(section(page, "Lantern")).toHaveCount(0);
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(4));
  await page.keyboard.press("Control+z");
  await expect(section(page, "Lantern")).toBeVisible();
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(5));
});

test("types on in the script as in a screenplay: a line, who speaks, a choice, an answer, and back over it", async ({
  page,
}) => {
  const dialogue = await openScript(page);
  withoutMouse(page);
  await section(page, "Ringing").focus();
  await page.keyboard.press("Enter");
  await expect(words(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(words(page)).toHaveValue("");
  await page.keyboard.type("Ysolt: Who rings?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const choice = script(page).getByRole("textbox", { name: "Words of the choice" }).last();
  await expect(choice).toBeFocused();
  await page.keyboard.type("I do.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(words(page)).toHaveValue("");
  await page.keyboard.type("She nods.");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(choice).toBeFocused();
  await dialogue.expectRecorded((recorded) => {
    const asked = recorded.nodes.find(({ text }) => text === "Who rings?");
    const answer = recorded.nodes.find(({ text }) => text === "She nods.");
    // Ysolt Crane is a character of the sample.
    expect(asked?.speaker_id).toMatch(/^ent_/);
    expect([answer?.speaker_id, answer?.speaker_label]).toEqual([null, null]);
    expect(asked?.branches.find(({ choice_text }) => choice_text === "I do.")?.target_node_id).toBe(answer?.id);
  });
});

test("makes a word strong, a choice emphasised, and reads them so on the card, in the script and while playing", {
  tag: "@full",
}, async ({ page }) => {
  const dialogue = await openScript(page);
  await section(page, "Quay").focus();
  await page.keyboard.press("Enter");
  await expect(words(page)).toBeFocused();
  await words(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(15, 20));
  await page.keyboard.press("Control+b");
  await expect(script(page).locator("strong")).toHaveText("still");
  await script(page).getByRole("textbox", { name: "Words of the choice" }).first().focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+i");
  await page.keyboard.press("Escape");
  await dialogue.expectRecorded((recorded) => {
    const quay = nodeOf(recorded, "Quay");
    expect(quay.text_marks).toEqual([{ kind: "strong", start: 15, end: 20 }]);
    expect(quay.branches[0]?.text_marks).toEqual([{ kind: "emphasis", start: 0, end: 8 }]);
  });
  await expect(section(page, "Quay").locator("strong")).toHaveText("still");
  await expect(section(page, "Quay").locator("em")).toHaveText("Ring it.");
  await page.keyboard.press("Control+.");
  const card = page.locator(".cv-node", { hasText: "Quay" });
  await expect(card.locator("strong")).toHaveText("still");
  await expect(card.locator("em")).toHaveText("Ring it.");
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.locator("strong")).toHaveText("still");
  await expect(player.getByRole("button", { name: "Ring it." }).locator("em")).toHaveText("Ring it.");
});

test("reads the script as a document: headings, links that lead on, a part nothing leads to, a link to one section", {
  tag: "@full",
}, async ({ page }) => {
  const dialogue = await openScript(page);
  await expect(page.getByRole("heading", { level: 1, name: "The ferry bell" })).toBeVisible();
  await expect(script(page).getByRole("heading", { level: 3 })).toHaveText(["Quay", "Ringing", "Waiting", "Cellar"]);
  await expect(script(page).getByRole("heading", { level: 2, name: "Cannot be reached from the start" })).toBeVisible();
  await expect(section(page, "Cellar").getByText("مرحبا بكم")).toHaveCSS("direction", "rtl");
  await section(page, "Quay").getByRole("link", { name: "Waiting" }).press("Enter");
  await expect(section(page, "Waiting")).toBeFocused();

  const outline = page.getByRole("navigation", { name: "Outline" });
  await outline.getByRole("searchbox").fill("rings");
  await outline.getByRole("searchbox").press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(section(page, "Ringing")).toBeFocused();

  const ringing = nodeOf(await dialogue.recorded(), "Ringing").id;
  await page.goto("about:blank");
  await page.goto(`${dialogue.url}#section-${ringing}`);
  await expect(section(page, "Ringing")).toBeFocused();
});

test("a script of 2,000 cards: few elements, and twenty typed characters draw one section again", async ({ page }) => {
  const ids = Array.from({ length: 2_000 }, () => idOf("node"));
  const nodes = ids.map((id, at) => {
    const next = ids[at + 1];
    const branches = (next === undefined ? [] : [choice("", next)]) as never;
    return nodeAt(at * 10, 0, { id, title: `Line ${at}.`, text: `Line ${at}.`, branches });
  });
  // Two batches, the later half first: a batch holds a thousand steps, and an edge needs its end.
  const dialogue = await makeDialogue(page, "A long night", nodes.slice(1_000));
  await tell(page, "dialogues.batch", {
    project_id: /prj_\w+/.exec(dialogue.url)?.[0],
    graph_id: dialogue.id,
    batch_id: `story-${dialogue.id.slice(4)}-first`,
    gestures: [{ label: "Begin", operations: nodes.slice(0, 1_000).map((node) => ({ op: "node.create", node })) }],
  });
  expect((await dialogue.recorded()).nodes).toHaveLength(2_000);
  await page.goto(`${dialogue.url}#section-${ids[1_400]}`);
  await expect(section(page, "Line 1400.")).toBeVisible();
  expect(await script(page).getByRole("region").count()).toBeLessThan(40);
  await section(page, "Line 1400.").focus();
  await page.keyboard.press("Enter");
  await expect(words(page)).toBeFocused();
  const drawn = await page.evaluate(async () => {
    const seen = new Set<string>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const at = target instanceof Element ? target : target.parentElement;
        const id = at?.closest("section[id^=section-]")?.id;
        if (id !== undefined) seen.add(id);
      }
    });
    const list = document.querySelector("[data-command-scope=script]");
    if (list !== null) watch.observe(list, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { drawn: seen });
    return seen.size;
  });
  expect(drawn).toBe(0);
  await page.keyboard.type("Twenty letters here.");
  await expect(words(page)).toHaveValue("Line 1400.Twenty letters here.");
  const touched = await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
  expect(touched.filter((id) => id !== `section-${ids[1_400]}`)).toEqual([]);
});

test("on a phone there is the outline, the script and the player, and no canvas", async ({ page }) => {
  const dialogue = await openScript(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(dialogue.url);
  await expect(section(page, "Quay")).toBeVisible();
  await expect(page.getByRole("application")).toHaveCount(0);
  await page.getByRole("button", { name: "Show the outline" }).click();
  await page.getByRole("treeitem", { name: /^Cellar/ }).click();
  await expect(page.getByRole("navigation", { name: "Outline" })).toHaveCount(0);
  await expect(section(page, "Cellar")).toBeInViewport();
  await section(page, "Cellar").getByText("مرحبا بكم").click();
  await words(page).fill("مرحبا");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Cellar").text).toBe("مرحبا"));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("The bell hangs still.");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

for (const colorScheme of THEMES_OF_STATES) {
  test(`the script and the outline are there for everyone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openScript(page);
    await section(page, "Ringing").focus();
    await page.keyboard.press("Enter");
    await expect(words(page)).toBeFocused();
    expect(await findings(page, "[data-command-scope=script]", "nav[aria-label=Outline]")).toEqual([]);
  });
}
