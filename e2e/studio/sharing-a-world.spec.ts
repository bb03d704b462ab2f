import { graveFindings, themes } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

// A link looks for changes every 15 seconds.
test.setTimeout(120_000);

test("three titles share one world: each brings it, keeps its own, and answers what changes there", {
  tag: "@full",
}, async ({ page }) => {
  const { project: world } = workspace();
  const { mode } = await ask<{ mode: string }>(page, "projects.get", { project_id: world });
  const make = (name: string) => tell<{ id: string }>(page, "projects.create", { name, mode });
  const place = await tell<{ id: string }>(page, "entities.create", {
    ...{ project_id: world, external_id: "old-mill", type: "location", name: "The Old Mill", parent_id: null },
    properties: { mood: "glad", height: 12 },
  });
  const [first, second] = [await make("The First Tide"), await make("The Second Tide")];
  const body = { source_project_id: world, filter: { types: ["location"] } };
  await tell(page, "links.create", { project_id: second.id, ...body });

  await page.goto(`/projects/${first.id}/links`);
  await page.getByRole("button", { name: "New link" }).first().click();
  const form = page.getByRole("dialog", { name: "New link" });
  await form.getByRole("button", { name: /^Project/ }).click();
  await page.getByRole("option", { name: "The Salt Gate" }).click();
  await form.getByRole("radio", { name: "Following" }).click();
  await form.getByRole("checkbox", { name: /^location/ }).click();
  await form.getByRole("textbox", { name: "Properties that stay yours" }).fill("mood");
  await form.getByRole("button", { name: "Make the link" }).click();
  const panel = page.getByRole("region", { name: "The Salt Gate" });
  await expect(panel.getByText("Ready")).toBeVisible();
  await expect(panel.getByText("All that the link brings is the same there.")).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);

  await page.goto(`/projects/${first.id}/places/${place.id}`);
  await expect(page.getByRole("banner").getByText("The Salt Gate").or(page.getByText("From")).first()).toBeVisible();
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByRole("button", { name: "height: 12" })).toHaveAttribute("aria-disabled", "true");
  await tell(page, "entities.update", {
    ...{ project_id: first.id, entity_id: place.id, properties: { mood: "grim" } },
  });
  await details.getByRole("button", { name: "Use the value of “The Salt Gate”: mood" }).click();
  await expect(details.getByRole("button", { name: "mood: glad" })).toBeVisible();

  await tell(page, "entities.update", { project_id: world, entity_id: place.id, name: "The Mill of Old" });
  await page.goto(`/projects/${first.id}/inbox`);
  await page.getByRole("button", { name: /1 change of a linked project/ }).click({ timeout: 60_000 });
  expect(await graveFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Accept: The Mill of Old" }).click();
  await expect(page.getByText("Nothing has changed there that you have not answered.")).toBeVisible();
  await page.goto(`/projects/${first.id}/places/${place.id}`);
  await expect(page.getByRole("heading", { name: "The Mill of Old", exact: true })).toBeVisible();

  // The other title stays as it was, until it wants the present.
  await page.goto(`/projects/${second.id}/links`);
  await page
    .getByRole("row", { name: /The Salt Gate/ })
    .getByRole("button", { name: "The Salt Gate" })
    .click();
  await expect(panel.getByText("1 difference")).toBeVisible();
  for (const colorScheme of themes("dark")) {
    await page.emulateMedia({ colorScheme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await panel.getByRole("button", { name: "Bring the present state" }).click();
  await expect(panel.getByText("All that the link brings is the same there.")).toBeVisible();
  await panel.getByRole("button", { name: "Release…" }).click();
  await page.getByRole("button", { name: "Release the link" }).click();
  await expect(page.getByText(/No links yet/)).toBeVisible();
  await page.goto(`/projects/${second.id}/places/${place.id}`);
  await expect(page.getByRole("heading", { name: "The Mill of Old", exact: true })).toBeVisible();
});
