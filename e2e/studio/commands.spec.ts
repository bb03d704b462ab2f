import type { Page } from "@playwright/test";
import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

/** Keeps scripts that are asked for while something holds from arriving; returns what lets them arrive. */
async function holdScripts(page: Page, isHeld: () => Promise<boolean>): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    if (await isHeld()) await released;
    await route.continue();
  });
  return release;
}

test("finds a dialogue and goes there, from the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("heading", { name: "The Salt Gate" }).getByRole("link").press("Enter");
  await expect(page.getByRole("grid", { name: "Dialogues" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("low bell");
  await expect(page.getByRole("option", { name: /The Low Bell/ }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dialogues\/dlg_/);
  await expect(page.getByRole("banner")).toContainText("The Low Bell");
});

test("one box finds a person before the cards that mention him, and makes who is missing, inside a dialogue", async ({
  page,
}) => {
  await makeDialogue(page, "Owing", [nodeAt(0, 0, { text: "You owe Odo Pell a fee." })]).then(({ url }) =>
    page.goto(url),
  );
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("odo pell");
  await expect(page.getByRole("option", { name: /^You owe Odo Pell/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /^Odo Pell/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/cast\/ent_/);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("new character Mara Venn");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toContainText("Mara Venn");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("new variable coins");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("coins");
});

test("the map of shortcuts is the table, and single letters can be switched off", { tag: "@full" }, async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("heading", { name: "The Salt Gate" }).getByRole("link").click();
  const rows = page.getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(map).toContainText("Search and commands");
  // It opens where a key does no harm: what is typed looks for a shortcut.
  await page.keyboard.type(" zoom ");
  await expect(map.getByRole("searchbox", { name: "Find a shortcut" })).toHaveValue(" zoom ");
  await expect(map).not.toContainText("Search and commands");
  await expect(map).toContainText("Zoom to 100 %");
  const letters = map.getByRole("switch", { name: /Single-letter shortcuts/ });
  await letters.uncheck();
  await page.keyboard.press("Escape");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(2)).toBeFocused();
  await expect(page.getByText("Single-letter shortcuts are switched off. Press ? for the switch.")).toBeVisible();
  await page.keyboard.press("?");
  await expect(letters).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(rows.nth(1)).toBeFocused();
  await page.reload();
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(rows.nth(2)).not.toBeFocused();
});

test("letters in a field are text, whatever they do elsewhere", { tag: "@full" }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("heading", { name: "The Salt Gate" }).getByRole("link").click();
  const field = page.getByRole("searchbox", { name: "Find a dialogue" });
  await field.pressSequentially("njkx?");
  await expect(field).toHaveValue("njkx?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
});

test("a key pressed before the canvas can act on it is acted on as soon as it can", { tag: "@full" }, async ({
  page,
}) => {
  const dialogue = await makeDialogue(page, "Early keys", [nodeAt(0, 0, { text: "The first card." })]);
  // Whatever is fetched once the first node is there waits: what keys do on the canvas is among it.
  const release = await holdScripts(page, () => page.locator('[data-shown="node"]').isVisible());
  await page.goto(dialogue.url);
  const canvas = page.locator('[data-command-scope="canvas"]');
  await expect(page.locator('[data-shown="node"]')).toBeVisible();
  await canvas.focus();
  await page.keyboard.press("Home");
  await expect(page.getByRole("button", { name: "Card", exact: true })).toBeHidden();
  release();
  await expect(
    page.getByRole("complementary", { name: "Inspector" }).getByRole("textbox", { name: "Text", exact: true }),
  ).toHaveValue("The first card.");
});

test("what is pressed while the palette is on its way is pressed in it, and nowhere else", { tag: "@full" }, async ({
  page,
}) => {
  const dialogue = await makeDialogue(page, "Early words", [
    nodeAt(0, 0, { text: "Ferries go at dawn." }),
    nodeAt(300, 0, { text: "Ferries go at dusk." }),
  ]);
  await page.goto(dialogue.url);
  await expect(page.getByRole("button", { name: "Card", exact: true })).toBeVisible();
  const release = await holdScripts(page, async () => true);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("ferries");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("Ferries go at dusk.");
});
