import { editor, said, saved, withoutMouse } from "../canvas.ts";
import { leadsTo, nodeOf, recordedAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";

/** More Tabs in a row than this are a search for something that should have been at hand. */
const LONGEST_TAB_CHAIN = 3;

test("writes the first dialogue of ten cards by keyboard, from the list of dialogues on", async ({ page }) => {
  test.setTimeout(240_000);
  withoutMouse(page);
  let tabs = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      tabs = /Tab$/.test(key) ? tabs + 1 : 0;
      expect(tabs).toBeLessThanOrEqual(LONGEST_TAB_CHAIN);
      await page.keyboard.press(key);
    }
  };
  const write = async (words: string) => {
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type(words);
  };

  await page.goto(`/projects/${workspace().project}/dialogues`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await press("n");
  const first = page.getByRole("textbox", { name: "First line" });
  await expect(first).toBeFocused();
  // Left for the canvas, letters are words still: there is nothing that they could act on.
  await press("Escape");
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeFocused();
  await page.keyboard.type("What goes there?");
  await expect(editor(page)).toHaveValue("What goes there?");
  await press("Home");
  for (let at = 0; at < 4; at++) await press("Delete");
  await page.keyboard.type("Who");
  await press("ControlOrMeta+Enter");
  await write("A friend, with salt.");
  await press("ControlOrMeta+Enter");
  await write("Put it on the scale.");
  await press("ControlOrMeta+Enter");
  await write("It is true.");
  await press("Escape");
  const canvas = page.getByRole("application", { name: "Canvas of the dialogue" });
  await expect(canvas).toBeFocused();

  // A reply makes the way on before it something to answer.
  await press("Home");
  await expect(said(page)).toContainText("Who goes there?");
  await press("a");
  await write("Say nothing");
  await press("Enter");
  await expect(editor(page)).toHaveAttribute("placeholder", "What would the player say instead?");
  await write("Name yourself");
  await press("Enter", "Shift+n", "l");
  await write("The wind, then. -> Silence");
  await press("Enter", "Escape");
  await press("Home", "Tab", "Tab", "Tab");
  await expect(said(page)).toContainText("It is true.");
  // A check asks for its test first; what it is called is its title.
  await press("Shift+n", "c");
  await write("visits('Who goes there?') >= 2");
  await press("Enter", "F2");
  await write("Is it enough?");
  await press("Enter", "Shift+n", "e");
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

  await expect(async () => {
    const recorded = await recordedAt(page);
    expect(recorded.nodes).toHaveLength(10);
    expect(nodeOf(recorded, "Greets").text).toBe("Who goes there?");
    expect(nodeOf(recorded, "Greets").branches.map(({ kind, choice_text }) => [kind, choice_text])).toEqual([
      ["choice", "Name yourself"],
      ["choice", "Say nothing"],
    ]);
    expect(leadsTo(recorded, "Greets")).toEqual(["A friend, with salt.", "The wind, then."]);
    expect(leadsTo(recorded, "A friend, with salt.")).toEqual(["Put it on the scale."]);
    expect(nodeOf(recorded, "A friend, with salt.").branches).toMatchObject([{ kind: "auto", choice_text: "" }]);
    expect(leadsTo(recorded, "Put it on the scale.")).toEqual(["It is true."]);
    expect(leadsTo(recorded, "It is true.")).toEqual(["Is it enough?"]);
    expect(leadsTo(recorded, "Is it enough?")).toEqual(["The gate opens.", "Not enough."]);
    expect(leadsTo(recorded, "The wind, then.")).toEqual(["Silence"]);
    expect(leadsTo(recorded, "Back at the gate.")).toEqual(["Greets"]);
    expect(nodeOf(recorded, "The gate opens.").kind).toBe("end");
    const [greets] = recorded.nodes;
    expect(nodeOf(recorded, "Is it enough?")).toMatchObject({
      kind: "condition",
      text: "",
      branches: [
        {
          kind: "auto",
          conditions: [{ op: "gte", args: [{ fn: "visits", args: [{ ref: greets?.id }] }, { lit: 2 }] }],
        },
        { kind: "else", conditions: [] },
      ],
    });
  }).toPass({ timeout: 20_000 });
});
