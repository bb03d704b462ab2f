import type { Locator, Page } from "@playwright/test";
import { registry } from "#server/operations.ts";
import { NOT_IN_TIME } from "#tests/contract/studio-reads.ts";
import { openCanvas, shownNode } from "../canvas.ts";
import { gateSample } from "../gate-sample.ts";
import { graveFindings } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, nodeOf } from "../own-dialogue.ts";
import { findSample, type PreparedSample, prepareSample } from "../sample.ts";
import { SCREENS } from "../screens.ts";
import { expect, test } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";

/** Requests that the studio sent to the server while a page was open, reads and writes by name. */
interface RequestLog {
  readonly reads: { readonly name: string; readonly at_seq: unknown }[];
  readonly writes: string[];
}

function listen(page: Page): RequestLog {
  const asked: RequestLog = { reads: [], writes: [] };
  page.on("request", (request) => {
    const url = new URL(request.url());
    const names = /^\/api\/trpc\/(.+)$/.exec(url.pathname)?.[1]?.split(",");
    if (names === undefined) return;
    if (request.method() !== "GET") asked.writes.push(...names);
    const input = JSON.parse(url.searchParams.get("input") ?? "{}");
    const isBatch = url.searchParams.has("batch");
    for (const [index, name] of names.entries()) {
      if (request.method() === "GET") asked.reads.push({ name, at_seq: (isBatch ? input[index] : input)?.at_seq });
    }
  });
  return asked;
}

const kindOf = (name: string): string | undefined => {
  const [area = "", operation = ""] = name.split(".");
  return (registry as Record<string, Record<string, { kind: string }>>)[area]?.[operation]?.kind;
};

/** Leads away, to now or to another person: not what the page itself can do. */
const LEADS_AWAY = /^(Back to now|Restore this .* to here…|Previous change|Next change|Account of .*|Sign out)$/;

/** Presses whatever can be pressed, once; what opens is closed again. */
async function pressEverything(page: Page, address: string): Promise<number> {
  let pressed = 0;
  const seen = new Set<string>();
  for (let patience = 60; patience > 0; patience--) {
    const next = await nextUnpressed(page, seen);
    if (next === null) break;
    pressed += 1;
    await next.click({ timeout: 2_000 }).catch(() => {});
    if (page.url() !== address) {
      // Something that is only shown, such as an open row, is in the address too.
      const { pathname, searchParams } = new URL(page.url());
      if (pathname !== new URL(address).pathname || searchParams.get("at") === null) await page.goto(address);
    }
    await page.keyboard.press("Escape");
  }
  return pressed;
}

async function nextUnpressed(page: Page, seen: Set<string>): Promise<Locator | null> {
  const controls = page.locator(
    "main :is(button, [role=menuitem], [role=tab], [role=checkbox], [role=switch]):visible, header button:visible, [role=dialog] button:visible, [role=menu] [role=menuitem]:visible",
  );
  const names = await controls.evaluateAll((found) =>
    found.map((each) =>
      each.getAttribute("aria-disabled") === "true" || (each as HTMLButtonElement).disabled
        ? null
        : (each.getAttribute("aria-label") ?? each.textContent ?? "").trim(),
    ),
  );
  const index = names.findIndex((name) => name !== null && !seen.has(name) && !LEADS_AWAY.test(name));
  if (index < 0) return null;
  seen.add(names[index] ?? "");
  return controls.nth(index);
}

/** Presses keys that would write, paste, delete and undo in the present. */
async function pressKeys(page: Page): Promise<void> {
  for (const key of ["Delete", "F2", "Enter", "n", "Escape", "ControlOrMeta+d", "ControlOrMeta+v", "ControlOrMeta+z"]) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Escape");
}

const inProject = SCREENS.filter(
  ({ isOverlay, address }) => isOverlay !== true && address({ project: "prj" } as PreparedSample).includes("/prj/"),
);
/** Screens whose controls are pressed: all of them in the full run, the one with most controls and one more in the gate. */
const PRESSED = new Set([
  ...inProject.filter(({ name }) => name === "dialogue-canvas"),
  ...gateSample(inProject, 1, ({ name }) => name),
]);

test.describe("looking back, on every screen", () => {
  for (const screen of PRESSED) {
    test(`nothing of now is shown and nothing can be written: ${screen.name}`, async ({ page }) => {
      const sample = await prepareSample(page);
      try {
        const { last_seq } = await ask<{ last_seq: number }>(page, "projects.get", { project_id: sample.project });
        const address = new URL(screen.address(sample), "http://studio");
        address.searchParams.set("at", String(last_seq));
        const asked = listen(page);
        await page.goto(`${address.pathname}${address.search}`);
        await expect(page.getByText(/Looking back to/)).toBeVisible();
        await screen.open?.(page);
        await page.waitForLoadState("networkidle");
        const pressed = await pressEverything(page, page.url());
        await pressKeys(page);
        await page.waitForLoadState("networkidle");
        expect(pressed).toBeGreaterThan(0);
        expect(asked.writes).toEqual([]);
        const ofNow = asked.reads.filter(
          ({ name, at_seq }) => kindOf(name) === "project-read" && !(name in NOT_IN_TIME) && at_seq === undefined,
        );
        if (screen.isOfNow !== true) expect([...new Set(ofNow.map(({ name }) => name))]).toEqual([]);
      } finally {
        await sample.close();
      }
    });
  }
});

/** Screens whose links are looked at in the gate: those with most of them, and two more. */
const LINKED = new Set([
  ...inProject.filter(({ name }) => name === "history" || name === "dialogue-canvas"),
  ...gateSample(inProject, 2, ({ name }) => `links of ${name}`),
]);

test("every link to a page of the project stays at the moment that is looked at", async ({ page }) => {
  const sample = await prepareSample(page);
  try {
    const { last_seq } = await ask<{ last_seq: number }>(page, "projects.get", { project_id: sample.project });
    const moment = String(last_seq);
    for (const screen of LINKED) {
      const address = new URL(screen.address(sample), "http://studio");
      address.searchParams.set("at", moment);
      await page.goto(`${address.pathname}${address.search}`);
      await expect(page.getByText(/Looking back to/)).toBeVisible();
      await screen.open?.(page);
      await page.waitForLoadState("networkidle");
      const links = await page
        .locator(`a[href*="/projects/${sample.project}"]`)
        .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
      expect(links.length, screen.name).toBeGreaterThan(5);
      const dropped = links.filter((href) => new URL(href).searchParams.get("at") !== moment);
      expect(dropped, screen.name).toEqual([]);
    }
  } finally {
    await sample.close();
  }
});

test("comes back from an earlier moment to the same card, with the caret where it was", { tag: "@full" }, async ({
  page,
}) => {
  const gate = nodeAt(0, 0, { title: "The gate", text: "The old gate creaks." });
  const dialogue = await makeDialogue(page, "Caret story", [gate, nodeAt(400, 0, { title: "Rope", text: "A rope." })]);
  await openCanvas(page, `${dialogue.url}?card=${gate.id}`);
  const text = page.getByRole("complementary", { name: "Inspector" }).getByLabel("Text");
  await text.fill("The new gate is silent.");
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("The new gate is silent.");
  });
  await text.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 12));
  const kept = () => page.evaluate(() => Object.values(localStorage).find((value) => value.includes('"caret":[4,12]')));
  await expect.poll(kept).toBeTruthy();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("tab", { name: "History" }).click();
  await inspector
    .getByRole("button", { name: /^See the project as it was then/ })
    .last()
    .click();
  await expect(page.getByText(/Looking back to/)).toBeVisible();
  await expect(shownNode(page, "The old gate creaks.")).toBeVisible();
  await inspector.getByRole("tab", { name: "Write" }).click();
  await expect(text).toHaveValue("The old gate creaks.");
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(text).toHaveValue("The new gate is silent.");
  await expect(text).toBeFocused();
  expect(
    await text.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd]),
  ).toEqual([4, 12]);
});

const headOf = async (page: Page, url: string): Promise<number> => {
  const project_id = /prj_\w+/.exec(url)?.[0];
  return (await ask<{ last_seq: number }>(page, "projects.get", { project_id })).last_seq;
};

test("looks at a dialogue as it was, sees what bringing it back would change, and brings it back", async ({ page }) => {
  const gate = nodeAt(0, 0, { title: "The gate", text: "The old gate creaks." });
  const rope = nodeAt(400, 0, { title: "Rope", text: "A rope." });
  const dialogue = await makeDialogue(page, "Bring back", [gate, rope]);
  const project_id = /prj_\w+/.exec(dialogue.url)?.[0] ?? "";
  const then = await headOf(page, dialogue.url);
  await tell(page, "dialogues.updateNode", { project_id, node_id: gate.id, text: "The new gate creaks." });
  await tell(page, "dialogues.deleteNode", { project_id, node_id: rope.id });
  await page.goto(`${dialogue.url}?at=${then}`);
  await expect(shownNode(page, "A rope.")).toBeVisible();
  await page.getByRole("button", { name: "Restore this dialogue to here…" }).click();
  const preview = page.getByRole("dialog", { name: /^Restore “Bring back/ });
  await expect(preview.locator("del")).toHaveText("new");
  await expect(preview.locator("ins")).toHaveText("old");
  await expect(preview.getByRole("region", { name: "Restored" })).toContainText("Rope");
  expect(await graveFindings(page)).toEqual([]);
  await preview.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/[?&]at=\d+/);
  // The frame is drawn anew with the dialogue of that moment: a press on the one before it would be lost.
  await expect(shownNode(page, "A rope.")).toBeVisible();
  await page.getByRole("button", { name: "Restore this dialogue to here…" }).click();
  await preview.getByRole("button", { name: "Restore the dialogue" }).click();
  await expect(page).not.toHaveURL(/[?&](at|restore)=/);
  await expect(shownNode(page, "A rope.")).toBeVisible();
  await dialogue.expectRecorded((recorded) => {
    expect(nodeOf(recorded, "The gate").text).toBe("The old gate creaks.");
    expect(recorded.nodes).toHaveLength(2);
  });
  await page.getByRole("region", { name: "Results" }).getByRole("button", { name: "Undo" }).click();
  await dialogue.expectRecorded((recorded) => expect(recorded.nodes).toHaveLength(1));
});

test("compares a dialogue with another moment on the canvas, word by word, and walks from difference to difference", async ({
  page,
}) => {
  const [gate, rope, yard] = [idOf("node"), idOf("node"), idOf("node")];
  const enter = choice("Enter.", yard);
  const dialogue = await makeDialogue(page, "Two moments", [
    nodeAt(0, 0, { id: gate, title: "The gate", text: "The old gate creaks.", branches: [enter] as never }),
    nodeAt(0, 300, { id: rope, title: "The rope", text: "A rope." }),
    nodeAt(400, 0, { id: yard, title: "The yard", text: "A yard." }),
  ]);
  const project_id = /prj_\w+/.exec(dialogue.url)?.[0] ?? "";
  const graph_id = /dlg_\w+/.exec(dialogue.url)?.[0] ?? "";
  const then = await headOf(page, dialogue.url);
  const leave = choice("Leave.", rope);
  await tell(page, "dialogues.updateNode", {
    project_id,
    node_id: gate,
    text: "The new gate creaks.",
    branches: [enter, leave],
  });
  await tell(page, "dialogues.deleteNode", { project_id, node_id: rope });
  await tell(page, "dialogues.createNode", {
    project_id,
    graph_id,
    kind: "line",
    title: "The well",
    text: "A well.",
    canvas_x: 400,
    canvas_y: 300,
  });
  await page.goto(`${dialogue.url}?at=${then}`);
  await expect(shownNode(page, "A rope.")).toBeVisible();
  await page.getByRole("button", { name: "Compare with…" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Now" }).click();
  await expect(page.getByText(/compared with now · read only/)).toBeVisible();
  const card = (name: string) => page.locator('[data-shown="node"]').filter({ hasText: name });
  await expect(card("The gate")).toHaveAttribute("data-change", "changed");
  await expect(card("The gate").locator("del")).toHaveText("old");
  await expect(card("The gate").locator("ins")).toHaveText("new");
  await expect(card("The gate").locator(".cv-row", { hasText: "Leave." })).toHaveAttribute("data-change", "added");
  await expect(card("The rope")).toHaveAttribute("data-change", "removed");
  await expect(card("The well")).toHaveAttribute("data-change", "added");
  await expect(card("The yard")).not.toHaveAttribute("data-change");
  // What is said of the moment itself leaves out what only the other one has.
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByText("Cards").locator("xpath=following-sibling::dd")).toHaveText("3");
  const bar = page.getByRole("region", { name: "What differs" });
  await expect(bar.getByRole("status")).toHaveText("1 changed, 1 new, 1 gone in this dialogue");
  await page.getByLabel("Canvas of the dialogue").focus();
  await page.keyboard.press("F7");
  await expect(bar.getByRole("status")).toContainText("1 of 3 differences");
  await expect(inspector.getByText("Leave.", { exact: true })).toHaveCount(0);
  await expect(inspector.getByRole("region", { name: "What differs" }).locator("ins").first()).toHaveText("new");
  await page.keyboard.press("Shift+F7");
  await expect(inspector).toContainText("It is shown as it is at the other moment.");
  await expect(inspector.getByLabel("Text")).toHaveValue("A well.");
  expect(await graveFindings(page)).toEqual([]);
  // What only the other moment has is no part of this one: its cards have no problems and are not played.
  await expect(page.getByRole("navigation", { name: "Outline" }).getByText("Only at the other moment")).toBeVisible();
  await page.locator("label", { hasText: "Script" }).click();
  const section = page.getByRole("region", { name: "The gate" });
  await expect(section.locator("del")).toHaveText("old");
  await expect(section).toContainText("Changed");
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page).not.toHaveURL(/[?&](at|to)=/);
  await expect(page.locator("del")).toHaveCount(0);
});

test("brings a region back with everything that was in it", { tag: "@full" }, async ({ page }) => {
  const { project: project_id } = await findSample(page);
  const place = (external_id: string, parent_id: string | null) =>
    tell<{ id: string }>(page, "locations.create", { project_id, external_id, name: external_id, parent_id });
  const north = await place("north", null);
  const mill = await place("mill", north.id);
  const { last_seq } = await ask<{ last_seq: number }>(page, "projects.get", { project_id });
  await tell(page, "locations.update", { project_id, entity_id: north.id, name: "The far north" });
  await tell(page, "locations.delete", { project_id, entity_id: mill.id });
  await place("kiln", north.id);
  await page.goto(`/projects/${project_id}/places/${north.id}?at=${last_seq}`);
  await page.getByRole("button", { name: "What changed since" }).click();
  const since = page.getByRole("dialog", { name: "What changed since" });
  await expect(since.getByRole("region", { name: "Changed" })).toContainText("The far north");
  await expect(since.getByRole("region", { name: "Gone" })).toContainText("mill");
  await expect(since.getByRole("region", { name: "New" })).toContainText("kiln");
  expect(await graveFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Restore this place to here…" }).click();
  const preview = page.getByRole("dialog", { name: /^Restore “The far north”/ });
  await expect(preview.getByText("mill")).toHaveCount(0);
  await preview.getByText("With everything in it").click();
  const all = page.getByRole("dialog", { name: /^Restore “The far north” with everything in it/ });
  await expect(all.getByRole("region", { name: "Restored" })).toContainText("mill");
  await expect(all).toContainText("1 place has been added since: it stays.");
  expect(await graveFindings(page)).toEqual([]);
  await all.getByRole("button", { name: "Restore all of it" }).click();
  await expect(page.getByText(/^Restored “The far north” with everything in it/).first()).toBeVisible();
  const { entities } = await ask<{ entities: { external_id: string; location_path: string }[] }>(
    page,
    "locations.list",
    {
      project_id,
      limit: 500,
    },
  );
  const paths = entities.map(({ location_path }) => location_path);
  expect(paths).toEqual(expect.arrayContaining(["/north", "/north/mill", "/north/kiln"]));
});
