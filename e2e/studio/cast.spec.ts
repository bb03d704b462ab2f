import { graveFindings } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";

test("a writer makes Odo and gives him a voice", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/cast`);
  await page.getByRole("button", { name: "New character" }).click();
  await page.getByRole("dialog", { name: "New character" }).getByRole("textbox", { name: "Name" }).fill("Odo Marsh");
  await page.keyboard.press("Enter");

  // His page has no voice yet; with one comes its form.
  const voice = page.getByRole("region", { name: "How Odo Marsh speaks" });
  await voice.getByRole("button", { name: "Give Odo Marsh a voice" }).click();
  await voice.getByLabel("Role in the story").fill("ferryman");
  await voice.getByLabel("Way of speaking").fill("Gruff, in few words.");
  await voice.getByRole("button", { name: "Add a greeting" }).click();
  await page.keyboard.type("You again.");
  await voice.getByRole("button", { name: "Add a goal" }).click();
  await page.keyboard.type("Cross before the ebb.");
  expect(await graveFindings(page)).toEqual([]);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(voice.getByRole("button", { name: "Change the voice" })).toBeVisible();
  await expect(voice).toContainText(/Takes part.*ferryman.*Gruff, in few words.*Cross before the ebb.*You again/);
  expect(await graveFindings(page)).toEqual([]);

  await page.goto(`/projects/${workspace().project}/cast?as=gallery`);
  const card = page.getByRole("list", { name: "Cast" }).getByRole("listitem").filter({ hasText: "Odo Marsh" });
  await expect(card).toContainText(/Takes part.*ferryman/);
  expect(await graveFindings(page)).toEqual([]);
});
