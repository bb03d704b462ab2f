import type { Locator, Page } from "@playwright/test";
import { openCanvas, shownNode } from "../canvas.ts";
import { findings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const player = (page: Page): Locator => page.getByRole("region", { name: "Player" });
const panel = (page: Page): Locator => page.getByRole("region", { name: "How to get here" });

/** A toll house: two coins open the bar, nothing opens the cellar, and a fortune would open the attic. */
async function tollHouse(page: Page) {
  const project_id = workspace().project;
  const purse = await tell<{ id: string }>(page, "variables.create", {
    project_id,
    name: `coins_${Date.now().toString(36)}`,
    type: "integer",
    default: 0,
  });
  const [bar, through, cellar, key] = [idOf("node"), idOf("node"), idOf("node"), idOf("node")];
  const atLeast = (count: number) => ({
    id: `cnd_${bar.slice(5)}`,
    op: "gte",
    args: [{ var: purse.id }, { lit: count }],
  });
  const earn = { id: `ef_${bar.slice(5)}`, op: "add", target: purse.id, value: { lit: 1 }, when: [] };
  const dialogue = await makeDialogue(page, "Ways and no ways", [
    nodeAt(0, 0, {
      id: bar,
      title: "The bar",
      text: "Two coins, says the keeper.",
      branches: [
        { ...choice("Wash the dishes.", bar), effects: [earn] },
        { ...choice("Pay.", through), conditions: [atLeast(2)] },
        {
          ...choice("Sneak down.", cellar),
          conditions: [{ id: `cnd_${key.slice(5)}`, fn: "visited", args: [{ ref: key }] }],
        },
      ] as never,
    }),
    nodeAt(400, 0, { id: through, kind: "end", title: "Through", text: "The bar lifts." }),
    nodeAt(400, 300, {
      id: cellar,
      title: "The cellar",
      text: "It is dark.",
      branches: [choice("Search it.", key)] as never,
    }),
    nodeAt(800, 300, { id: key, kind: "end", title: "The key", text: "A rusty key." }),
  ]);
  return { dialogue, bar, purse: purse.id };
}

test("is shown the shortest real way to a card, and told why there is none to another", async ({ page }) => {
  const { dialogue } = await tollHouse(page);
  await openCanvas(page, dialogue.url);
  await shownNode(page, "Through").click();
  await page.keyboard.press("Shift+P");
  await expect(player(page)).toContainText("The shortest way to “Through”");
  await expect(player(page)).toContainText("This is the shortest way to “Through”", { timeout: 20_000 });
  await expect(player(page)).toContainText("The bar lifts.");
  await expect(page.locator(".cv-edge[data-path]").first()).toBeAttached();
  expect(await findings(page, "[data-command-scope=player]")).toEqual([]);
  await page.keyboard.press("Escape");

  await shownNode(page, "The cellar").click();
  await page.keyboard.press("Shift+P");
  await expect(panel(page)).toContainText("Proved impossible");
  await expect(panel(page).getByRole("listitem")).toHaveText(
    "“Sneak down.” at The bar never opens: needs “The key” has been visited.",
  );
  expect(await findings(page, "[data-command-scope=player]")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test("hears that it is undecided, looks further, and gives up with Escape", { tag: "@full" }, async ({ page }) => {
  const { dialogue, bar, purse } = await tollHouse(page);
  const rich = { id: `cnd_${bar.slice(5)}`, op: "gte", args: [{ var: purse }, { lit: 500_000 }] };
  const node = (await dialogue.recorded()).nodes.find(({ id }) => id === bar);
  const branches = node?.branches.map((each) => (each.choice_text === "Pay." ? { ...each, conditions: [rich] } : each));
  await tell(page, "dialogues.updateNode", { project_id: workspace().project, node_id: bar, branches });
  await openCanvas(page, dialogue.url);
  await shownNode(page, "Through").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Show me how to get here" }).click();
  await expect(panel(page)).toContainText("No result after 20,000 states", { timeout: 30_000 });
  await panel(page).getByRole("button", { name: "Search further" }).press("Enter");
  await expect(panel(page)).toContainText("Searching all paths");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});
