import { editor, openCanvas, said, saved, withoutMouse } from "../canvas.ts";
import { leadsTo, makeDialogue, nodeAt, nodeOf, recordedAt } from "../own-dialogue.ts";
import { expect, test, workspace } from "../story.ts";

/** More Tabs in a row than this are a search for something that should have been at hand. */
const LONGEST_TAB_CHAIN = 3;

test("writes the first dialogue of ten cards by keyboard, from the list of dialogues on", { tag: "@full" }, async ({
  page,
}) => {
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

test("writes an exchange of two and a check whose variable is created from it, by keys alone", async ({ page }) => {
  withoutMouse(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const coins = `coins ${Date.now().toString(36)}`;
  const dialogue = await makeDialogue(page, "Two at the gate", [nodeAt(0, 0)]);
  await openCanvas(page, dialogue.url);
  await page.getByRole("application", { name: "Canvas of the dialogue" }).focus();

  // A name and a colon say who speaks; the other one comes next, unasked.
  await press("Home", "Enter");
  await page.keyboard.type("Marrow: Halt!");
  await press("ControlOrMeta+Enter");
  await expect(editor(page)).toHaveValue("");
  await page.keyboard.type("Tilde: Who asks?");
  await press("ControlOrMeta+Enter");
  await expect(editor(page)).toHaveValue("");
  await page.keyboard.type("The gate does.");
  await press("Escape");
  // S opens who speaks, and Escape leaves it as it was.
  await press("s");
  const speaker = page.locator("[data-editor]").getByRole("combobox", { name: "Speaker" });
  await expect(speaker).toBeFocused();
  await expect(speaker).toHaveValue("Marrow");
  await press("Escape");

  // A check asks for its test, and keeps one that names nothing until the variable is there.
  await press("Shift+n", "c");
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type(`${coins} >= 2`);
  await press("Tab");
  await expect(page.getByRole("button", { name: `Create ${coins}` })).toBeFocused();
  await press("Enter");
  await expect(editor(page)).toBeFocused();
  await press("ControlOrMeta+Enter");
  await page.keyboard.type("Pass.");
  await press("Escape", "[");
  await expect(said(page)).toContainText("Check");
  // With If joined, the next line is for Otherwise, and then there is no way left.
  await press("ControlOrMeta+Enter");
  await expect(editor(page)).toHaveValue("");
  await page.keyboard.type("Go home.");
  await press("Escape", "[", "ControlOrMeta+Enter");
  await expect(page.getByText("Every way of ‘Check’ leads somewhere. Press A to add another.")).toBeVisible();

  // C takes the name of a card; no other letter does anything meanwhile.
  await press("Home", "c");
  await page.keyboard.type("go ho");
  await expect(page.getByRole("option", { name: "Go home." })).toBeVisible();
  await press("Enter");
  await dialogue.expectRecorded((recorded) => {
    const by = (words: string) => nodeOf(recorded, words).speaker_label;
    expect([by("Halt!"), by("Who asks?"), by("The gate does.")]).toEqual(["Marrow", "Tilde", "Marrow"]);
    expect(leadsTo(recorded, "Halt!")).toEqual(["Who asks?", "Go home."]);
    const check = recorded.nodes.find(({ kind }) => kind === "condition");
    expect(check?.branches.map(({ kind, conditions }) => [kind, conditions.length])).toEqual([
      ["auto", 1],
      ["else", 0],
    ]);
    expect(recorded.nodes.map(({ text }) => text)).toEqual(expect.arrayContaining(["Pass.", "Go home."]));
  });
});
