import type { Locator, Page } from "@playwright/test";
import { editor, withoutMouse } from "../canvas.ts";
import type { StoredDialogue } from "../own-dialogue.ts";
import { expect, person, test } from "../story.ts";
import { ask } from "../studio-calls.ts";

test.use({ isSignedIn: false, contextOptions: { reducedMotion: "reduce" } });

/** Hands of a person, which count what they do: a press of keys, a run of typing and a click are an action each. */
function handsAt(page: Page) {
  let actions = 0;
  const did = async (work: Promise<unknown>) => {
    actions += 1;
    await work;
  };
  return {
    count: () => actions,
    press: (keys: string) => did(page.keyboard.press(keys)),
    type: (words: string) => did(page.keyboard.type(words)),
    click: (target: Locator) => did(target.click()),
    /** Presses, draws to somewhere and lets go. */
    drag: (from: Locator, by: { readonly x: number; readonly y: number }) =>
      did(
        from.boundingBox().then(async (box) => {
          if (box === null) throw new Error("it is not on the page");
          const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
          await page.mouse.move(x, y);
          await page.mouse.down();
          await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 });
          await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
          await page.mouse.up();
        }),
      ),
  };
}

const firstLine = (page: Page) => page.getByRole("textbox", { name: "First line" });
const player = (page: Page) => page.getByRole("region", { name: "Player" });

/** Three cards of two speakers were played to their end, and are recorded. */
async function expectScene(page: Page): Promise<void> {
  await expect(player(page)).toContainText("The gate does.");
  await expect(player(page).getByRole("button", { name: "Play again" })).toBeVisible();
  await expect(async () => {
    const [, project_id, graph_id] = /\/projects\/(\w+)\/dialogues\/(\w+)/.exec(page.url()) ?? [];
    const { nodes } = await ask<StoredDialogue>(page, "dialogues.get", { project_id, graph_id });
    expect(nodes.map(({ text }) => text)).toEqual(["Halt!", "Who asks?", "The gate does."]);
    expect(nodes.map(({ speaker_label }) => speaker_label).slice(0, 2)).toEqual(["Marrow", "Tilde"]);
  }).toPass({ timeout: 20_000 });
}

test("from the sign-in to a played scene of three cards by keyboard, in 25 actions at most", async ({ page }) => {
  withoutMouse(page);
  const hands = handsAt(page);
  await page.goto("/sign-in");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await hands.type(person().email);
  await hands.press("Tab");
  await hands.type(person().password);
  await hands.press("Enter");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();

  await hands.press("ControlOrMeta+k");
  await expect(page.getByRole("combobox", { name: "Find or create" })).toBeFocused();
  await hands.type("new project");
  await expect(page.getByRole("option", { name: /^New project/ })).toBeVisible();
  await hands.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New project" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  await hands.type("The ferry");
  await hands.press("Enter");

  await expect(page.getByRole("button", { name: "Create the first dialogue" })).toBeVisible();
  await hands.press("n");
  await expect(firstLine(page)).toBeFocused();
  await hands.type("Marrow: Halt!");
  // What was written before the canvas was there goes on in it.
  await expect(editor(page)).toHaveValue("Marrow: Halt!");
  await hands.press("ControlOrMeta+Enter");
  await expect(editor(page)).toHaveValue("");
  await hands.type("Tilde: Who asks?");
  await hands.press("ControlOrMeta+Enter");
  await expect(editor(page)).toHaveValue("");
  await hands.type("The gate does.");
  await hands.press("Escape");

  await hands.press("Home");
  await hands.press("p");
  await expect(player(page)).toContainText("Halt!");
  await hands.press("Space");
  await expect(player(page)).toContainText("Who asks?");
  await hands.press("Space");
  await expect(player(page)).toContainText("The gate does.");
  await expectScene(page);
  expect(hands.count()).toBeLessThanOrEqual(25);
});

test("from the sign-in to a played scene of three cards by mouse, in 20 actions at most", async ({ page }) => {
  const hands = handsAt(page);
  await page.goto("/sign-in");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await hands.type(person().email);
  await hands.click(page.getByLabel("Password"));
  await hands.type(person().password);
  await hands.click(page.getByRole("button", { name: "Sign in" }));
  await hands.click(page.getByRole("button", { name: "New project" }));
  await expect(page.getByRole("dialog", { name: "New project" }).getByLabel("Name", { exact: true })).toBeFocused();
  await hands.type("The ferry");
  await hands.click(page.getByRole("button", { name: "Create project" }));

  await hands.click(page.getByRole("button", { name: "New dialogue" }).first());
  await expect(firstLine(page)).toBeFocused();
  await hands.type("Marrow: Halt!");
  for (const words of ["Tilde: Who asks?", "The gate does."]) {
    const last = page.locator('[data-shown="node"]').last();
    await hands.drag(last.locator('[data-port=""]'), { x: -100, y: 220 });
    await hands.click(page.getByRole("menuitem", { name: "Line" }));
    await expect(editor(page)).toBeFocused();
    await hands.type(words);
  }

  await hands.click(page.getByRole("button", { name: "Play", exact: true }));
  for (let at = 0; at < 2; at++) await hands.click(player(page).getByRole("button", { name: "Continue" }));
  await expectScene(page);
  expect(hands.count()).toBeLessThanOrEqual(20);
});
