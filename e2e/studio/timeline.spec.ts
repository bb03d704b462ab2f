import { graveFindings, overhang, themes } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

test("reads who did what, looks back to before a move, and comes back", async ({ page }) => {
  await page.goto(`/projects/${workspace().project}/history`);
  const project_id = workspace().project;
  const make = (name: string, rest: object = {}) =>
    tell<{ id: string }>(page, "entities.create", {
      project_id,
      external_id: `${name}-${Date.now()}`,
      type: "location",
      name,
      ...rest,
    });
  const harbour = await make("The harbour", { parent_id: null });
  const inn = await make("The inn", { parent_id: null });
  await make("The cellar", { parent_id: inn.id });
  await tell(page, "checkpoints.create", { project_id, name: "Before the move" });
  await tell(page, "locations.move", { project_id, entity_id: inn.id, parent_id: harbour.id });

  // What happens while it is looked at is told.
  const list = page.getByRole("list", { name: "Changes, newest first" });
  const sitting = list.getByRole("button", { expanded: false }).first();
  await expect(sitting).toContainText(/moved 1 part of the world|created .* parts of the world/);
  await expect(list.getByText("Before the move")).toBeVisible();
  await sitting.click();
  const changes = list.getByRole("list", { name: "Changes" });
  await expect(changes).toContainText("moved “The inn” to “The harbour”, 1 path followed");

  for (const theme of themes("light")) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await list.getByRole("button", { name: "Look back to here: “Before the move”" }).click();
  await expect(page).toHaveURL(/[?&]at=\d+/);
  await expect(page.getByText(/Looking back to “Before the move”, .* read only/)).toBeVisible();
  await page.getByRole("button", { name: "Next change" }).click();
  await expect(page.getByText(/Looking back to \d\d:\d\d · read only/)).toBeVisible();
  await page.getByRole("button", { name: "Previous change" }).click();
  await expect(page.getByText(/Looking back to “Before the move”/)).toBeVisible();
  await page.getByRole("button", { name: "Previous change" }).click();
  await expect(page.getByText(/Looking back to .*, before “Before the move”/)).toBeVisible();
  const at = new URL(page.url()).searchParams.get("at");
  await page.goto(`/projects/${project_id}/places/${inn.id}?at=${at}&to=now`);
  const differences = page.getByRole("region", { name: "What differs" });
  await expect(differences).toContainText("nothing → The harbour");
  await page.goto(`/projects/${project_id}/history?at=${at}`);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page).not.toHaveURL(/[?&]at=/);

  // The list ends at the moment that is looked at.
  await page.goto(`/projects/${project_id}/history?at=${at}`);
  // The story may go on behind midnight.
  await expect(list.getByText(/^(?:Today|Yesterday)$/)).toBeVisible();
  await expect(list.getByText("Before the move")).toHaveCount(0);
  await page.getByRole("button", { name: "Show later changes" }).click();
  await expect(list.getByText("Before the move")).toBeVisible();
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page).not.toHaveURL(/[?&]at=/);

  // By the keyboard, from bar to bar; nothing is read before Enter.
  const ribbon = page.getByRole("slider", { name: "Moment" });
  await ribbon.focus();
  await page.keyboard.press("Home");
  await expect(page).not.toHaveURL(/[?&]at=/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]at=\d+/);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page).not.toHaveURL(/[?&]at=/);

  await page.getByRole("combobox", { name: "What" }).selectOption("Named moments");
  await expect(page).toHaveURL(/kind=checkpoint/);
  await expect(list.getByRole("button", { expanded: false }).first()).toContainText("named moment");
});
