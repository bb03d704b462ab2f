import type { Page } from "@playwright/test";
import { findings, THEMES_OF_STATES } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, nodeOf, type OwnDialogue } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

const lines = (page: Page) => page.getByRole("grid", { name: "Lines" });

async function openLines(page: Page): Promise<OwnDialogue> {
  const second = idOf("node");
  const dialogue = await makeDialogue(page, "The toll in lines", [
    nodeAt(0, 0, {
      title: "Gate",
      text: "Halt.",
      speaker_label: "Guard",
      branches: [choice("Pay.", second)] as never,
    }),
    nodeAt(400, 0, { id: second, kind: "end", title: "Through", text: "Pass.", speaker_label: "Guard" }),
  ]);
  await page.goto(dialogue.url);
  await expect(page.getByRole("application", { name: "Canvas of the dialogue" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("lines as a table");
  await page.keyboard.press("Enter");
  await expect(lines(page)).toBeFocused();
  return dialogue;
}

test("writes a line in the table, pastes a block after seeing what it changes, and takes it back", async ({ page }) => {
  const dialogue = await openLines(page);
  await expect(lines(page).getByRole("row")).toHaveCount(4);
  await page.keyboard.press("Enter");
  await lines(page).getByRole("textbox", { name: "Text" }).fill("Halt, who is there?");
  await page.keyboard.press("Enter");
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Gate").text).toBe("Halt, who is there?"));

  await lines(page).evaluate((grid) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Pay the toll.\tIn review\nGo through.\tFinal");
    grid.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const preview = page.getByRole("dialog", { name: "Change 2 lines?" });
  await expect(preview.getByText("Go through.")).toBeVisible();
  await preview.getByRole("button", { name: "Change 2 lines" }).click();
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "Gate").branches[0]).toMatchObject({ choice_text: "Pay the toll.", status: "review" });
    expect(nodeOf(recorded, "Through")).toMatchObject({ text: "Go through.", status: "final" });
  });
  await page.getByText("Changed 2 lines.").locator("..").getByRole("button", { name: "Undo" }).click();
  await dialogue.expectRecorded((recorded) => expect(nodeOf(recorded, "Through").text).toBe("Pass."));
});

for (const colorScheme of THEMES_OF_STATES) {
  test(`the lines are there for everyone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openLines(page);
    expect(await findings(page, "[role=dialog]")).toEqual([]);
  });
}
