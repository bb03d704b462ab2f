import { findings, THEMES_OF_STATES } from "../looks.ts";
import { makeDialogue, nodeAt } from "../own-dialogue.ts";
import { expect, test } from "../story.ts";

test("sees where every dialogue leads, walks the map by keys, and opens one", async ({ page }) => {
  const yard = await makeDialogue(page, "The map’s yard", [nodeAt(0, 0, { text: "A wide yard." })]);
  await makeDialogue(page, "The map’s gate", [
    nodeAt(0, 0, { kind: "end", title: "In", exit_to: { graph_id: yard.id, node_id: null } }),
    nodeAt(0, 200, { kind: "end", title: "Over the wall", exit_to: { graph_id: yard.id, node_id: null } }),
  ]);
  await page.goto(yard.url.slice(0, yard.url.lastIndexOf("/dialogues")).concat("/dialogues"));
  await page.getByRole("link", { name: "Map", exact: true }).click();
  await expect(page).toHaveURL(/\/map$/);
  const gate = page.getByRole("link", {
    name: /^The map’s gate, 2 cards, Nothing leads here, leads to The map’s yard \(2 ways\)/,
  });
  await expect(gate).toBeVisible();
  await gate.focus();
  await page.keyboard.press("ArrowRight");
  const there = page.getByRole("link", { name: /^The map’s yard, 1 card/ });
  await expect(there).toBeFocused();
  const before = await there.boundingBox();
  await page.keyboard.press("+");
  await expect.poll(async () => (await there.boundingBox())?.width ?? 0).toBeGreaterThan(before?.width ?? 0);
  await page.keyboard.press("0");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dialogues/${yard.id}`));
});

for (const colorScheme of THEMES_OF_STATES) {
  test(`the map is there for everyone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { url } = await makeDialogue(page, "Alone on the map", [nodeAt(0, 0, { text: "Nobody." })]);
    await page.goto(url.slice(0, url.lastIndexOf("/dialogues")).concat("/map"));
    await expect(
      page.getByRole("link", { name: /^Alone on the map, 1 card, Not connected, leads to no other dialogue/ }),
    ).toBeVisible();
    expect(await findings(page, "main")).toEqual([]);
  });
}
