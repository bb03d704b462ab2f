import { existsSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ISO_FILES, makeIsoPlaces } from "../iso-places.ts";
import { graveFindings, overhang, themes } from "../looks.ts";
import { expect, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

interface Entity {
  id: string;
  external_id: string;
  name: string;
  location_path: string;
  parent_id: string | null;
}

const address = (query = "") => `/projects/${workspace().project}/places${query}`;
const tree = (page: Page) => page.getByRole("tree", { name: "Places" });
const item = (page: Page, name: string | RegExp) => tree(page).getByRole("treeitem", { name });
const active = (page: Page) => tree(page).locator("[role=treeitem][aria-selected=true]");
const rows = (page: Page) => page.getByRole("grid", { name: "Places" }).getByRole("row");
const elements = (page: Page) => tree(page).evaluate((element) => element.querySelectorAll("*").length);

async function byCode(page: Page, external_id: string): Promise<Entity> {
  const input = { project_id: workspace().project, external_id };
  const { entities } = await ask<{ entities: Entity[] }>(page, "entities.list", input);
  const [found] = entities;
  if (found === undefined) throw new Error(`no place has the code ${external_id}`);
  return found;
}
const pathOf = async (page: Page, code: string) => (await byCode(page, code)).location_path;

let made = 0;
async function make(page: Page, name: string, parent_id: string | null = null): Promise<Entity> {
  made += 1;
  const external_id = `${name.toLowerCase().replaceAll(" ", "-")}-${made}`;
  const body = { external_id, type: "location", name, parent_id };
  return tell<Entity>(page, "entities.create", { project_id: workspace().project, ...body });
}

test("walks 5,376 places by keys, moves a region, sees the paths follow, and looks at the world before", {
  tag: "@full",
}, async ({ page }) => {
  test.skip(!existsSync(ISO_FILES.countries), "the places are not here");
  const { project } = workspace();
  await makeIsoPlaces(page);
  await page.goto(address());
  await tree(page).focus();
  await expect(item(page, /^Afghanistan/)).toBeVisible();

  const levels: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("locations.children")) levels.push(request.url());
  });
  await page.keyboard.type("azer");
  await expect(active(page)).toHaveAccessibleName(/^Azerbaijan/);
  await page.keyboard.press("ArrowRight");
  await expect(item(page, "Abşeron")).toBeVisible();
  expect(levels).toHaveLength(1);
  expect(await elements(page)).toBeLessThanOrEqual(400);
  await expect(page.getByRole("list").getByText("Azerbaijan")).toBeVisible();

  // The table beside it shows what the place holds, as deep as is asked for.
  const count = (text: string) => page.getByRole("status").filter({ hasText: text });
  await expect(count("79 places")).toBeVisible();
  await page.getByText("This place", { exact: true }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/scope=place/);
  await page.getByText("Directly in it", { exact: true }).click();
  await expect(count("70 places")).toBeVisible();
  await page.getByLabel("Find a place").fill("astara");
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("Find a place").fill("");

  // What is scrolled past stays named at the top.
  await tree(page).focus();
  for (let press = 0; press < 2; press++) await page.keyboard.press("PageDown");
  await expect(item(page, "Azerbaijan")).toHaveCount(0);
  await expect(tree(page).getByText("Azerbaijan")).toBeInViewport();
  await page.keyboard.press("ArrowLeft");
  await expect(active(page)).toHaveAccessibleName("Azerbaijan");

  // Everything open is still few elements, wherever it is scrolled to.
  await tree(page).focus();
  await page.keyboard.press("*");
  await page.keyboard.press("End");
  await expect.poll(async () => elements(page)).toBeLessThanOrEqual(400);
  await page.keyboard.press("Home");
  await expect(active(page)).toHaveAccessibleName(/^Afghanistan/);
  for (let press = 0; press < 6; press++) await page.keyboard.press("PageDown");
  expect(await elements(page)).toBeLessThanOrEqual(400);

  // A region moves with what is in it.
  const before = await ask<{ last_seq: number }>(page, "projects.get", { project_id: project });
  expect(await pathOf(page, "AZ-BAB")).toBe("/AZ/AZ-NX/AZ-BAB");
  await page.goto(address(`?place=${(await byCode(page, "AZ-NX")).id}`));
  await expect(active(page)).toHaveAccessibleName(/^Naxçıvan/);
  await tree(page).focus();
  await page.keyboard.press("ControlOrMeta+x");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("fiji");
  await expect(active(page)).toHaveAccessibleName(/^Fiji/);
  await page.keyboard.press("ControlOrMeta+v");
  await expect(page.getByText(/“Naxçıvan.*” is now in “Fiji”; \d+ moved with it\./)).toBeVisible();
  await expect.poll(() => pathOf(page, "AZ-BAB")).toBe("/FJ/AZ-NX/AZ-BAB");
  await expect(active(page)).toHaveAccessibleName(/^Naxçıvan/);
  await expect(active(page)).toBeInViewport();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Fiji");

  // What is in view stays where it is while a colleague moves something above it.
  const scrolled = () => tree(page).evaluate(({ scrollTop }) => scrollTop);
  const from = await scrolled();
  const y = (await active(page).boundingBox())?.y;
  const afghanistan = await byCode(page, "AF");
  const zimbabwe = await byCode(page, "ZW");
  const away = { project_id: project, entity_id: afghanistan.id, parent_id: zimbabwe.id };
  await tell(page, "locations.move", away);
  await expect.poll(scrolled).toBe(from - 28);
  expect((await active(page).boundingBox())?.y).toBe(y);

  // Before the move it lay where it was, and nothing can be changed there.
  const { search } = new URL(page.url());
  await page.goto(address(`${search}&at=${before.last_seq}`));
  await expect(active(page)).toHaveAccessibleName(/^Naxçıvan/);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Azerbaijan");
  await tree(page).focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("Delete");
  await expect(tree(page).getByRole("textbox")).toHaveCount(0);
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
});

test("opens a place with 5,000 others in it by one request, and goes to the last of them", { tag: "@full" }, async ({
  page,
}) => {
  const archipelago = await make(page, "Archipelago");
  const islands = Array.from({ length: 5_000 }, (_, at) => ({
    external_id: `island-${at}`,
    type: "location",
    name: `Island ${1_000 + at}`,
    parent_id: archipelago.id,
  }));
  for (let from = 0; from < islands.length; from += 1_000) {
    const entities = islands.slice(from, from + 1_000);
    await tell(page, "entities.batch", { project_id: workspace().project, entities });
  }
  await page.goto(address(`?place=${archipelago.id}`));
  await expect(active(page)).toHaveAccessibleDescription("5,000 places");
  let levels = 0;
  page.on("request", (request) => {
    levels += request.url().split("locations.children").length - 1;
  });
  await tree(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(item(page, "Island 1000")).toHaveAttribute("aria-setsize", "5000");
  expect(levels).toBe(1);
  expect(await elements(page)).toBeLessThanOrEqual(400);
  // From the first of the roots behind it: the last island is one step back.
  await page.keyboard.type("the brack");
  await page.keyboard.press("ArrowUp");
  await expect(active(page)).toHaveAccessibleName("Island 5999");
  expect(levels).toBe(2);
  expect(await elements(page)).toBeLessThanOrEqual(400);
});

test("drags a place into another one and back, never into itself, and takes the move back", async ({ page }) => {
  const coast = await make(page, "Coast");
  const harbour = await make(page, "Harbour", coast.id);
  const inn = await make(page, "Inn", harbour.id);
  const moor = await make(page, "Moor");
  await page.goto(address(`?place=${inn.id}`));
  await expect(active(page)).toHaveAccessibleName("Inn");
  const dialog = page.getByRole("dialog");

  await item(page, /^Harbour/).dragTo(item(page, "Inn"));
  await expect(dialog).toHaveCount(0);
  await item(page, /^Harbour/).dragTo(item(page, /^Moor/));
  await expect(page.getByText("“Harbour” is now in “Moor”; 1 moved with it.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(item(page, /^Moor/)).toHaveAttribute("aria-expanded", "true");
  expect((await byCode(page, harbour.external_id)).parent_id).toBe(moor.id);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await byCode(page, harbour.external_id)).parent_id).toBe(coast.id);
  await expect(item(page, /^Coast/)).toHaveAttribute("aria-expanded", "true");

  // A colleague's move is seen as it happens.
  await tell(page, "locations.move", { project_id: workspace().project, entity_id: inn.id, parent_id: moor.id });
  await expect(item(page, "Moor")).toHaveAccessibleDescription("1 place");
  for (const theme of themes("dark")) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overhang(page)).toBe(0);
});

test("shows who is in a place, in it alone or anywhere within, and makes someone there", { tag: "@full" }, async ({
  page,
}) => {
  const coast = await make(page, "Coast");
  const harbour = await make(page, "Harbour", coast.id);
  const keeper = { external_id: "keeper", type: "character", name: "Ada Keeper", parent_id: harbour.id };
  await tell(page, "entities.create", { project_id: workspace().project, ...keeper });
  await page.goto(address(`?place=${coast.id}`));
  await page.getByRole("group", { name: "Show" }).getByText("Cast").click();
  const people = page.getByRole("grid", { name: "Cast" }).getByRole("row");
  await expect(people.filter({ hasText: "Ada Keeper" })).toBeVisible();
  await expect(people).toHaveCount(2);
  await page.getByText("Directly in it", { exact: true }).click();
  await expect(page.getByText("No characters in Coast yet.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No characters in Coast yet.")).toBeVisible();
  await tree(page).focus();
  await page.keyboard.press("ArrowRight");
  await item(page, "Harbour").click();
  await expect(people.filter({ hasText: "Ada Keeper" })).toBeVisible();
  expect(await graveFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "New character" }).click();
  await page.getByRole("dialog", { name: "New character" }).getByRole("textbox", { name: "Name" }).fill("Ben");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Ben", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Harbour" })).toBeVisible();
});

test("makes, renames, searches a way for and deletes places in the tree, and comes to one from its profile", async ({
  page,
}) => {
  const coast = await make(page, "Coast");
  await make(page, "Harbour", coast.id);
  await make(page, "Moor");
  await page.goto(address(`?place=${coast.id}`));
  await expect(active(page)).toHaveAccessibleName(/^Coast/);
  const more = (name: string) => page.getByRole("button", { name: `Actions for ${name}` });

  await more("Coast").click();
  await page.getByRole("menuitem", { name: "New place in it" }).click();
  await page.getByRole("dialog", { name: "New place" }).getByRole("textbox", { name: "Name" }).fill("Lighthouse");
  await page.keyboard.press("Enter");
  await expect(active(page)).toHaveAccessibleName("Lighthouse");
  await tree(page).focus();
  await page.keyboard.press("F2");
  await tree(page).getByRole("textbox", { name: "Name of the place" }).fill("Old light");
  await page.keyboard.press("Enter");
  await expect(active(page)).toHaveAccessibleName("Old light");
  await expect(tree(page)).toBeFocused();
  await expect(rows(page).filter({ hasText: "Old light" })).toBeVisible();

  await more("Old light").click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move “Old light”" });
  await dialog.getByRole("combobox", { name: "Move into" }).fill("moor");
  await page.getByRole("option", { name: /Moor/ }).click();
  await expect(dialog.getByRole("status")).toContainText("Nothing else moves.");
  await dialog.getByRole("button", { name: "Move it" }).click();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Moor");

  await item(page, /^Coast/).click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("alertdialog")).toContainText("With it goes 1 part of the world");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete all of it" }).click();
  await expect(item(page, /^Coast/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "All places", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(active(page)).toHaveAccessibleName("Coast");

  await page.keyboard.press("Tab");
  await tree(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Coast", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Show among places" }).click();
  await expect(active(page)).toHaveAccessibleName("Coast");
});
