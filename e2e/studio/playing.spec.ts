import type { Locator, Page } from "@playwright/test";
import { shownNode } from "../canvas.ts";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

const player = (page: Page): Locator => page.getByRole("region", { name: "Player" });
const option = (page: Page, words: string | RegExp): Locator =>
  player(page).getByRole("list", { name: "Choices" }).getByRole("button", { name: words });
const said = (page: Page): Locator => player(page).getByRole("status");

/** A toll house: a purse that has to be full enough, a way to fill it, an ending, a dead end and an edge that is loose. */
async function tollHouse(page: Page): Promise<OwnDialogue & { purse: string }> {
  const project_id = workspace().project;
  const name = `coins_${Date.now().toString(36)}`;
  const { id: purse } = await tell<{ id: string }>(page, "variables.create", {
    project_id,
    name,
    type: "integer",
    default: 1,
  });
  const [gate, bench, through, well] = [idOf("node"), idOf("node"), idOf("node"), idOf("node")];
  const dialogue = await makeDialogue(page, "Toll house", [
    nodeAt(0, 0, {
      id: gate,
      title: "The bar",
      text: "Two coins, says the keeper.",
      speaker_label: "Keeper",
      branches: [
        {
          ...choice("Pay two coins.", through),
          conditions: [{ id: `cnd_${gate.slice(5)}`, op: "gte", args: [{ var: purse }, { lit: 2 }] }],
        },
        { ...choice("Turn out your pockets.", bench), repeat: "once" },
        choice("Look down the well.", well),
        choice("Walk round the house.", null),
      ] as never,
    }),
    nodeAt(400, 0, {
      id: bench,
      text: "A coin, in the lining.",
      on_enter_effects: [{ id: `ef_${gate.slice(5)}`, op: "add", target: purse, value: { lit: 1 }, when: [] }],
      branches: [choice("", gate)] as never,
    }),
    nodeAt(400, 300, { id: through, kind: "end", text: "The bar lifts." }),
    nodeAt(400, 600, { id: well, text: "It is only dark." }),
  ]);
  await page.goto(dialogue.url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  return { ...dialogue, purse: name };
}

test("plays to an ending with the number keys, edits a line on the way, and goes on", async ({ page }) => {
  const dialogue = await tollHouse(page);
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(player(page)).toBeFocused();
  await expect(said(page)).toHaveText("Keeper: Two coins, says the keeper. 4 choices.");
  await expect(option(page, /^1 Pay two coins\./)).toHaveAccessibleDescription(/^Closed: needs coins \w+ ≥ 2\./);

  await page.keyboard.press("2");
  await expect(said(page)).toHaveText("A coin, in the lining. Continue with 1.");
  await expect(player(page)).toBeFocused();
  const purse = player(page).getByRole("row", { name: new RegExp(dialogue.purse) });
  await expect(purse.getByRole("spinbutton")).toHaveValue("2");
  await expect(purse).toContainText("changed");

  const line = player(page).locator("li").filter({ hasText: "A coin, in the lining." });
  await line.getByRole("button", { name: "Edit this line" }).press("Enter");
  await expect(player(page).getByRole("textbox", { name: "Words" })).toBeFocused();
  await page.keyboard.type(" 1 of two.");
  await page.keyboard.press("Escape");
  await expect(player(page)).toContainText("A coin, in the lining. 1 of two.");
  await dialogue.expectRecorded((recorded) =>
    expect(nodeOf(recorded, "A coin").text).toBe("A coin, in the lining. 1 of two."),
  );

  await player(page).focus();
  await page.keyboard.press("1");
  await expect(option(page, /Turn out your pockets/)).toHaveAccessibleDescription(/Can be chosen only once/);
  await page.keyboard.press("1");
  await expect(player(page)).toContainText("The end");
  await expect(said(page)).toHaveText("The bar lifts. The end.");
  await page.keyboard.press("Backspace");
  await expect(option(page, /Pay two coins/)).toBeVisible();
  await page.keyboard.press("r");
  await expect(player(page).getByText("A coin, in the lining.")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(player(page)).toHaveCount(0);
});

test("plays from the selected card, as the player sees it, and the canvas shows the way taken", async ({ page }) => {
  await tollHouse(page);
  await shownNode(page, "The bar").first().click();
  await page.keyboard.press("p");
  await expect(player(page)).toBeFocused();
  await player(page).getByText("Player", { exact: true }).click();
  await expect(option(page, /Pay two coins/)).toHaveCount(0);
  await expect(player(page).getByRole("table", { name: "Variables" })).toHaveCount(0);
  await expect(option(page, /^1 Turn out/)).toBeVisible();
  await player(page).focus();
  await page.keyboard.press("1");
  await expect(page.locator(".cv-edge[data-path]").first()).toBeAttached();
});

test("sets a value by hand and the closed door opens; looks behind it while it is closed", async ({ page }) => {
  const dialogue = await tollHouse(page);
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  const pay = option(page, /Pay two coins/);
  await expect(pay).toHaveAccessibleDescription(/You can still choose it/);
  await pay.press("Enter");
  await expect(player(page)).toContainText("The bar lifts.");
  await player(page).getByRole("button", { name: "Step back" }).press("Enter");
  const purse = player(page).getByRole("row", { name: new RegExp(dialogue.purse) });
  await purse.getByRole("spinbutton").fill("5");
  await purse.getByRole("spinbutton").press("Enter");
  await expect(purse).toContainText("set by hand");
  await expect(pay).not.toHaveAccessibleDescription(/needs/);
});

test("is told of a dead end and of a choice that goes nowhere, connects it, and the playthrough goes on", async ({
  page,
}) => {
  const dialogue = await tollHouse(page);
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(player(page)).toBeFocused();
  await page.keyboard.press("3");
  await expect(player(page)).toContainText("Dead end");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("4");
  await expect(player(page)).toContainText("This choice goes nowhere yet");

  await page.getByText("Script", { exact: true }).click();
  const section = page.getByRole("region", { name: "The bar" });
  await section.getByText("Two coins, says the keeper.").click();
  await section.getByRole("button", { name: /Walk round the house.* leads to/ }).click();
  await expect(page.getByRole("combobox", { name: /leads to/ })).toBeFocused();
  await page.keyboard.type("It is only");
  await page.keyboard.press("Enter");
  await expect(player(page)).toContainText("It is only dark.");
  await dialogue.expectRecorded((recorded) =>
    expect(nodeOf(recorded, "The bar").branches[3]?.target_node_id).toBe(nodeOf(recorded, "It is only").id),
  );
});

test("goes on in another dialogue with what was visited, on its canvas when asked, and begins anew there only when asked", {
  tag: "@full",
}, async ({ page }) => {
  const [ferry, inn, bank] = [idOf("node"), idOf("node"), idOf("node")];
  const asked = { id: `cnd_${inn.slice(5)}`, fn: "visited", args: [{ ref: inn }] };
  const there = await makeDialogue(page, "The far bank", [
    nodeAt(0, 0, {
      id: bank,
      text: "You are across.",
      branches: [{ ...choice("Tell of the inn.", null), conditions: [asked] }] as never,
    }),
  ]);
  const here = await makeDialogue(page, "The near bank", [
    nodeAt(0, 0, {
      id: ferry,
      text: "The ferry waits.",
      branches: [choice("Ask at the inn.", inn), { ...choice("Cross.", null), target_graph_id: there.id }] as never,
    }),
    nodeAt(400, 0, { id: inn, text: "They know nothing.", branches: [choice("", ferry)] as never }),
  ]);
  await page.goto(`${here.url}?play=1`);
  await expect(player(page)).toContainText("The ferry waits.");
  await option(page, /Ask at the inn/).press("Enter");
  await player(page)
    .getByRole("button", { name: /Continue/ })
    .press("Enter");
  await option(page, /Cross/).press("Enter");
  await expect(player(page)).toContainText("You are across.");
  await expect(player(page)).toContainText("Now in “The far bank”.");
  await expect(page).toHaveURL(new RegExp(here.id));
  await expect(option(page, /Tell of the inn/)).not.toHaveAccessibleDescription(/Closed/);

  await player(page).getByRole("link", { name: "Open its canvas" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(there.id));
  await expect(player(page)).toContainText("Began in “The near bank”.");
  await expect(player(page)).toContainText("They know nothing.");
  await expect(option(page, /Tell of the inn/)).not.toHaveAccessibleDescription(/Closed/);
  await player(page).getByRole("button", { name: "Step back" }).press("Enter");
  await expect(player(page)).toContainText("Now in “The near bank”.");
  await player(page).getByRole("link", { name: "Start over from here" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(here.id));
  await expect(player(page)).not.toContainText("They know nothing.");
  await expect(option(page, /Cross/)).toBeVisible();
});

for (const colorScheme of THEMES_OF_STATES) {
  test(`the player is there for everyone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await tollHouse(page);
    await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
    await expect(player(page)).toBeFocused();
    await page.keyboard.press("2");
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(player(page)).toBeVisible();
      expect(await findings(page, "[data-command-scope=player]")).toEqual([]);
    }
  });
}
