import { editor, openCanvas, said, saved, withoutMouse } from "../canvas.ts";
import { leadsTo, makeDialogue, nodeOf } from "../own-dialogue.ts";
import { expect, person, test } from "../story.ts";

test("writes a ten-node dialogue without a mouse", async ({ page }) => {
  test.setTimeout(240_000);
  withoutMouse(page);
  await expect(page.mouse.click(1, 1)).rejects.toThrow("without a mouse");
  const press = (...keys: string[]) =>
    keys.reduce<Promise<void>>((after, key) => after.then(() => page.keyboard.press(key)), Promise.resolve());
  const write = async (words: string) => {
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type(words);
  };

  await page.goto("/sign-in");
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type(person().email);
  await press("Tab");
  await page.keyboard.type(person().password);
  await press("Enter");
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
  const dialogue = await makeDialogue(page, "Ten cards by keys");
  const canvas = await openCanvas(page, dialogue.url);
  await canvas.focus();

  // N and a letter make a node; ⌘Enter goes on to the next line, which is made.
  await press("n", "l");
  await write("Who goes there?");
  await press("ControlOrMeta+Enter");
  await write("A friend, with salt.");
  await press("ControlOrMeta+Enter");
  await write("Put it on the scale.");
  await press("ControlOrMeta+Enter");
  await write("It is true.");
  await press("Escape");
  await expect(canvas).toBeFocused();

  // Another branch for the first node, and where it leads.
  await press("Home");
  await expect(said(page)).toContainText("Who goes there?");
  await press("a");
  await write("Say nothing");
  await press("Enter", "Shift+n", "l");
  await write("The wind, then. -> Silence");
  await press("Enter", "Escape");
  await press("Home", "Tab", "Tab");
  await expect(said(page)).toContainText("Put it on the scale.");
  await press("Shift+n", "c");
  await write("Is it enough?");
  await press("Escape", "Shift+n", "e");
  await write("The gate opens.");
  await press("Escape", "[");
  await expect(said(page)).toContainText("Is it enough?");
  await press("Shift+n", "l");
  await write("Not enough.");
  await press("Escape", "n", "h");
  await write("Back at the gate.");
  await press("Escape");

  // C, the arrows or Home to the target, Enter.
  await press("c", "Home");
  await expect(page.getByText(/^Connecting ‘Back at the gate\.’ to ‘Who goes there\?’/)).toBeVisible();
  await press("Enter");
  await expect(said(page)).toContainText("Connected ‘Back at the gate.’ to ‘Who goes there?’.");
  await press("[");
  await press("F2");
  await write("Greets");
  await press("Enter", "Escape");
  await saved(page);

  await dialogue.expectRecorded((recorded) => {
    expect(recorded.nodes).toHaveLength(10);
    expect(nodeOf(recorded, "Greets").text).toBe("Who goes there?");
    expect(nodeOf(recorded, "Greets").branches.map(({ choice_text }) => choice_text)).toEqual(["", "Say nothing"]);
    expect(leadsTo(recorded, "Greets")).toEqual(["A friend, with salt.", "The wind, then."]);
    expect(leadsTo(recorded, "A friend, with salt.")).toEqual(["Put it on the scale."]);
    expect(leadsTo(recorded, "Put it on the scale.")).toEqual(["It is true.", "Is it enough?"]);
    expect(leadsTo(recorded, "Is it enough?")).toEqual(["The gate opens.", "Not enough."]);
    expect(leadsTo(recorded, "The wind, then.")).toEqual(["Silence"]);
    expect(leadsTo(recorded, "Back at the gate.")).toEqual(["Greets"]);
    expect(nodeOf(recorded, "The gate opens.").kind).toBe("end");
    expect(nodeOf(recorded, "Is it enough?").kind).toBe("condition");
  });
});
