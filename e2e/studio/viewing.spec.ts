import { makeColleague, makeNodes, openFor, pillOf } from "../saving-desk.ts";
import { expect, test } from "../story.ts";

test("a viewer reads everything, changes nothing, and is told why", async ({ page, browser }) => {
  const { dialogue, nodes } = await makeNodes(page, "For reading", 2);
  const { context, page: theirs } = await openFor(browser, await makeColleague("viewer"));
  try {
    const writes: string[] = [];
    theirs.on("request", (request) => {
      const isWrite = request.method() === "POST" && request.url().includes("/api/trpc/");
      // Saying where one is, is no change.
      if (isWrite && !request.url().includes("presence.")) writes.push(request.url());
    });
    await theirs.goto(`${dialogue.url}?card=${nodes[0]}`);
    const inspector = theirs.getByRole("complementary", { name: "Inspector" });
    await expect(inspector.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("Card 1.");
    await expect(inspector.getByRole("textbox", { name: "Text", exact: true })).not.toBeEditable();
    await expect(inspector.getByRole("button", { name: "Delete card" })).toHaveAttribute("aria-disabled", "true");
    await expect(inspector.getByRole("button", { name: "Delete card" })).toHaveAccessibleDescription(
      /Viewers can only read/,
    );
    await expect(
      theirs.getByRole("toolbar", { name: "Canvas tools" }).getByRole("button", { name: "Card" }),
    ).toHaveCount(0);
    await expect(theirs.getByText("Read only", { exact: true })).toBeVisible();

    const canvas = theirs.getByRole("application", { name: "Canvas of the dialogue" });
    await canvas.focus();
    for (const key of ["n", "Delete", "ControlOrMeta+d", "ControlOrMeta+ArrowRight", "Enter"])
      await theirs.keyboard.press(key);
    await theirs.keyboard.type("mine now");
    await theirs
      .locator('[data-shown="node"]')
      .first()
      .dragTo(canvas, { targetPosition: { x: 300, y: 500 } });
    await expect(pillOf(theirs)).toContainText("Saved");
    expect(writes).toEqual([]);
    const recorded = await dialogue.recorded();
    expect(recorded.nodes.map(({ text, canvas_x }) => [text, canvas_x])).toEqual([
      ["Card 1.", 0],
      ["Card 2.", 340],
    ]);
  } finally {
    await context.close();
  }
});
