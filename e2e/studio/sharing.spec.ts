import type { Locator, Page } from "@playwright/test";
import { shownNode } from "../canvas.ts";
import { findings, overhang, themes } from "../looks.ts";
import { choice, idOf, makeDialogue, nodeAt, type OwnDialogue } from "../own-dialogue.ts";
import { expect, signInto, test, workspace } from "../story.ts";
import { ask, tell } from "../studio-calls.ts";
import { given, makeMember } from "../workspace.ts";

const PHONE = { width: 390, height: 844 };
let addresses = 0;

/** A link as the studio makes it, with what opens it. */
interface MadeLink {
  readonly id: string;
  readonly token: string;
}

/** Makes a link to a dialogue, as somebody who may. */
function makeLink(page: Page, { id: graph_id }: OwnDialogue, more: object = {}): Promise<MadeLink> {
  return tell<MadeLink>(page, "shares.create", {
    project_id: workspace().project,
    graph_id,
    name: "For the table read",
    ...more,
  });
}

/** A ferry that asks for a coin, with a way to another dialogue. */
async function ferry(page: Page): Promise<OwnDialogue> {
  const { project } = workspace();
  const [bank, purse, jump] = [idOf("node"), idOf("node"), idOf("node")];
  const island = await makeDialogue(page, "The island", [
    nodeAt(0, 0, { kind: "end", text: "The island is smaller than they said." }),
  ]);
  const [{ id: landing } = { id: "" }] = (await island.recorded()).nodes;
  await tell(page, "dialogues.update", { project_id: project, graph_id: island.id, start_node_id: landing });
  const dialogue = await makeDialogue(page, "The ferry", [
    nodeAt(0, 0, {
      id: bank,
      title: "The bank",
      text: "A coin to cross, says the ferryman.",
      speaker_label: "Ferryman",
      branches: [choice("Look in your purse.", purse), choice("Step aboard.", jump)] as never,
    }),
    nodeAt(400, 0, { id: purse, text: "One coin. It is old.", branches: [choice("", bank)] as never }),
    nodeAt(400, 300, { id: jump, kind: "jump", exit_to: { graph_id: island.id } as never }),
  ]);
  await tell(page, "dialogues.update", { project_id: project, graph_id: dialogue.id, start_node_id: bank });
  return dialogue;
}

/** A browser of somebody else, who is nobody's member, at an address that nobody else has. */
async function reader(page: Page, size = PHONE): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("there is no browser");
  const context = await browser.newContext({ viewport: size, baseURL: given("FABULA_E2E_URL") });
  addresses += 1;
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${addresses}` });
  return context.newPage();
}

const choices = (page: Page): Locator => page.getByRole("list", { name: "Choices" }).getByRole("button");
const said = (page: Page): Locator => page.getByRole("list", { name: "What was said" });
const aloud = (page: Page): Locator => page.getByRole("main").getByRole("status").first();

for (const colorScheme of themes("light")) {
  test(`a reader opens a link on a phone and plays it to its end by keyboard, ${colorScheme}`, async ({ page }) => {
    const { token } = await makeLink(page, await ferry(page));
    const phone = await reader(page);
    await phone.emulateMedia({ colorScheme });
    const asked: string[] = [];
    phone.on("request", (request) => asked.push(request.url()));
    await phone.goto(`/play#${token}`);

    await expect(said(phone)).toContainText("A coin to cross, says the ferryman.");
    await expect(phone).toHaveTitle("The ferry");
    // The first thing on the page is the story: nothing of the studio stands before it.
    await expect(phone.getByRole("navigation")).toHaveCount(0);
    await expect(phone.getByRole("main").getByText("Draft", { exact: true })).toBeVisible();
    await expect(said(phone).getByText("A coin to cross")).toBeInViewport();
    await expect(choices(phone)).toHaveCount(2);
    for (const each of await choices(phone).all())
      expect((await each.boundingBox())?.height, "is large enough for a thumb").toBeGreaterThanOrEqual(44);
    for (const width of [390, 720, 1440]) {
      await phone.setViewportSize({ width, height: 844 });
      expect(await overhang(phone), `scrolls sideways, ${width} px wide`).toBeLessThanOrEqual(0);
      expect(await findings(phone), `${width} px wide`).toEqual([]);
    }
    await phone.setViewportSize(PHONE);
    await expect(aloud(phone)).toHaveText("Ferryman: A coin to cross, says the ferryman. 2 choices.");

    await phone.keyboard.press("1");
    await expect(said(phone)).toContainText("Look in your purse.");
    await expect(aloud(phone)).toHaveText("One coin. It is old. Continue.");
    // Only the new line is new for the eyes, too: it begins at the top of the window, or is in it with all before.
    await expect(said(phone).getByText("One coin. It is old.")).toBeInViewport();
    await phone.keyboard.press("Enter");
    await expect(choices(phone)).toHaveCount(2);
    await phone.keyboard.press("Tab");
    await phone.keyboard.press("Tab");
    await expect(choices(phone).nth(1)).toBeFocused();
    await phone.keyboard.press("Enter");
    // On over the jump, into another dialogue.
    await expect(said(phone)).toContainText("The island is smaller than they said.");
    await expect(aloud(phone)).toHaveText("The island is smaller than they said. The end.");
    expect(await findings(phone)).toEqual([]);

    // A reload comes back to where one was.
    await phone.reload();
    await expect(said(phone)).toContainText("The island is smaller than they said.");
    await phone.getByRole("button", { name: "Start again" }).press("Enter");
    await expect(said(phone)).not.toContainText("The island");
    await expect(choices(phone)).toHaveCount(2);
    await expect(phone.getByRole("main")).toBeFocused();

    expect(asked.filter((url) => url.includes(token.slice(8, 20)) && !url.includes("#"))).toEqual([]);
    expect(new URL(phone.url()).hash).toBe(`#${token}`);
    await phone.context().close();
  });
}

test("the token of a link leaves the page as bearer of its two requests, and by no other way", async ({ page }) => {
  const { token } = await makeLink(page, await ferry(page));
  const phone = await reader(page);
  const words: string[] = [];
  phone.on("console", (message) => words.push(message.text()));
  const bearers: string[] = [];
  phone.on("request", (request) => {
    const { authorization = "", ...headers } = request.headers();
    if (authorization === `Bearer ${token}`) bearers.push(new URL(request.url()).pathname);
    const [address = ""] = request.url().split("#");
    expect(address + JSON.stringify(headers) + (request.postData() ?? "")).not.toContain(token);
  });
  await phone.goto(`/play#${token}`);
  await expect(choices(phone)).toHaveCount(2);
  await choices(phone).nth(1).click();
  await phone.getByRole("button", { name: "Send my path" }).click();
  await expect(phone.getByText("The authors can see the way you took.")).toBeVisible();
  expect(bearers).toEqual(["/v1/shared/story", "/v1/shared/paths"]);
  expect(words.join()).not.toContain(token);
  const kept = await phone.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain(token);
  await phone.context().close();
});

test("a reader sends back the path they took, with words, and the authors have it", async ({ page }) => {
  const { project: project_id } = workspace();
  const { token, id: share_id } = await makeLink(page, await ferry(page));
  const phone = await reader(page);
  await phone.goto(`/play#${token}`);
  await expect(choices(phone)).toHaveCount(2);
  await phone.keyboard.press("1");
  await phone.getByRole("button", { name: "Tell the authors" }).press("Enter");
  const words = phone.getByRole("textbox", { name: "Tell the authors" });
  await words.fill("Whose face is 1 on the coin?");
  await expect(said(phone)).toContainText("One coin. It is old.");
  await phone.route("**/v1/shared/paths", (route) => route.abort("internetdisconnected"));
  await phone.getByRole("button", { name: "Send my path" }).press("Enter");
  await expect(phone.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
  await expect(words).toHaveValue("Whose face is 1 on the coin?");
  expect(await findings(phone)).toEqual([]);
  await phone.unrouteAll();
  await phone.getByRole("button", { name: "Send my path" }).press("Enter");
  await expect(phone.getByText("The authors can see the way you took.")).toBeVisible();
  const { runs } = await ask<{ runs: { words: string }[] }>(page, "runs.list", { project_id, share_id });
  expect(runs).toHaveLength(1);
  await phone.context().close();
});

test("a link that was changed, revoked or has run out says what to do, as does one without its end", {
  tag: "@full",
}, async ({ page }) => {
  const { project: project_id } = workspace();
  const dialogue = await ferry(page);
  const revoked = await makeLink(page, dialogue);
  const end = Date.now() + 1_000;
  const brief = await makeLink(page, dialogue, { expires_at: new Date(end).toISOString() });
  await tell(page, "shares.revoke", { project_id, share_id: revoked.id });
  const phone = await reader(page);
  const wrong = `${revoked.token.slice(0, -1)}${revoked.token.endsWith("a") ? "b" : "a"}`;
  await phone.waitForFunction((until) => Date.now() > until, end);
  for (const token of [revoked.token, brief.token, wrong]) {
    await phone.goto(`/play#${token}`);
    await expect(phone.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await expect(phone.getByRole("button", { name: "Try again" })).toHaveCount(0);
    expect(await findings(phone)).toEqual([]);
    await phone.goto("about:blank");
  }
  for (const rest of ["", "#", `#${revoked.token.slice(0, 20)}`]) {
    await phone.goto(`/play${rest}`);
    await expect(phone.getByRole("heading", { name: "A part of the link is missing" })).toBeVisible();
    await phone.goto("about:blank");
  }
  await phone.context().close();
});

test("a story opens by itself once the reader is online again, and at a second try when the service fails", {
  tag: "@full",
}, async ({ page }) => {
  const { token } = await makeLink(page, await ferry(page));
  const phone = await reader(page);
  await phone.route("**/v1/shared/story", (route) => route.fulfill({ status: 500, json: {} }));
  await phone.goto(`/play#${token}`);
  await expect(phone.getByRole("heading", { name: "The story could not be opened" })).toBeVisible();
  expect(await findings(phone)).toEqual([]);
  await phone.unrouteAll();
  await phone.route("**/v1/shared/story", (route) => route.abort("internetdisconnected"));
  await phone.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(phone.getByRole("heading", { name: "No connection" })).toBeVisible();
  await phone.unrouteAll();
  await phone.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(choices(phone)).toHaveCount(2);
  await phone.context().close();
});

test("a link at a released moment plays that moment without a badge, and shuts when the release is taken back", async ({
  page,
}) => {
  const { project: project_id } = workspace();
  const dialogue = await ferry(page);
  const { id: checkpoint_id } = await tell<{ id: string }>(page, "checkpoints.create", { project_id, name: "Read" });
  await tell(page, "checkpoints.release", { project_id, checkpoint_id });
  const { token } = await makeLink(page, dialogue, { plays: "checkpoint", checkpoint_id });
  const [{ id: node_id } = { id: "" }] = (await dialogue.recorded()).nodes.filter(({ title }) => title === "The bank");
  await tell(page, "dialogues.batch", {
    project_id,
    graph_id: dialogue.id,
    batch_id: "story-later",
    gestures: [
      {
        label: "Later",
        operations: [{ op: "node.update", id: node_id, patch: { text: "Two coins, says the ferryman." } }],
      },
    ],
  });
  const phone = await reader(page);
  await phone.goto(`/play#${token}`);
  await expect(said(phone)).toContainText("A coin to cross");
  await expect(phone.getByText("Draft", { exact: true })).toHaveCount(0);
  await tell(page, "checkpoints.unrelease", { project_id, checkpoint_id });
  await phone.reload();
  await expect(phone.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await phone.context().close();
});

const share = (page: Page): Locator => page.getByRole("dialog", { name: /^Share “/ });

/** Opens the window that shares the open dialogue, as a person does who knows no menu. */
async function openShare(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByRole("combobox").fill("Share…");
  await page.getByRole("option", { name: "Share…" }).first().click();
  await expect(share(page)).toBeVisible();
}

/** Makes the link that the window describes, and answers where it leads. */
async function madeLink(page: Page): Promise<string> {
  await share(page).getByRole("button", { name: "Create link" }).click();
  const shown = share(page).getByRole("region", { name: "Link", exact: true });
  await expect(shown).toContainText("/play#sl_pm1_");
  return ((await shown.textContent()) ?? "").trim();
}

for (const colorScheme of themes("dark")) {
  test(`an author shares a dialogue, sees who may read what, and shuts the link again, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const dialogue = await ferry(page);
    await page.goto(dialogue.url);
    await openShare(page);
    await expect(share(page).getByText("No links yet.")).toBeVisible();
    expect(await findings(page, "[role=dialog]")).toEqual([]);

    const draft = await madeLink(page);
    await expect(share(page).getByRole("button", { name: "Copy" })).toBeVisible();
    await share(page).getByRole("button", { name: "Create another" }).click();
    await share(page).getByLabel("What do readers play?").selectOption("new");
    await share(page).getByLabel(/^Name/).fill("The table read");
    await share(page).getByLabel("The link works").selectOption("30");
    const kept = await madeLink(page);
    const rows = share(page).getByRole("region", { name: "Links" }).getByRole("listitem");
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(/The table readNamed moment.*Created by .*works until/);
    await expect(rows.nth(1)).toContainText("works until it is revoked");
    await expect(share(page).getByRole("region", { name: "Moments" })).toContainText("The table readReleased");
    expect(await findings(page, "[role=dialog]")).toEqual([]);

    const phone = await reader(page);
    for (const [url, isDraft] of [
      [draft, 1],
      [kept, 0],
    ] as const) {
      await phone.goto(`/play${new URL(url).hash}`);
      await expect(said(phone)).toContainText("A coin to cross");
      await expect(phone.getByText("Draft", { exact: true })).toHaveCount(isDraft);
      await phone.goto("about:blank");
    }

    // Another address: the one before opens nothing.
    await rows
      .nth(1)
      .getByRole("button", { name: /^New address for “Link of/ })
      .click();
    await rows.nth(1).getByRole("button", { name: "Give it a new address" }).click();
    const shown = share(page).getByRole("region", { name: "Link", exact: true });
    await expect(shown).not.toContainText(new URL(kept).hash);
    await expect(shown).not.toContainText(new URL(draft).hash);
    await phone.goto(`/play${new URL(draft).hash}`);
    await expect(phone.getByRole("heading", { name: "This link no longer works" })).toBeVisible();

    await rows.first().getByRole("button", { name: "Revoke “The table read”…" }).click();
    await expect(rows.first().getByRole("button", { name: "Keep it" })).toBeFocused();
    await rows.first().getByRole("button", { name: "Revoke it" }).click();
    // What opens nothing stands at the end.
    await expect(rows.nth(1)).toContainText("Revoked");
    await phone.goto("about:blank");
    await phone.goto(`/play${new URL(kept).hash}`);
    await expect(phone.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await phone.context().close();

    // The window keeps no address once it is closed.
    await page.keyboard.press("Escape");
    await openShare(page);
    await expect(share(page).getByRole("region", { name: "Link", exact: true })).toHaveCount(0);
  });
}

test("a moment is released on the timeline, shared from the list, and its release taken back", {
  tag: "@full",
}, async ({ page }) => {
  const { project: project_id } = workspace();
  await ferry(page);
  const { id: moment_id } = await tell<{ id: string }>(page, "checkpoints.create", { project_id, name: "Act one" });
  await page.goto(`/projects/${project_id}/history`);
  const moment = page.getByRole("listitem").filter({ hasText: "Act one" });
  await moment.getByRole("button", { name: "Release “Act one” for readers" }).click();
  await expect(moment.getByText("Released", { exact: true })).toBeVisible();

  await page.goto(`/projects/${project_id}/dialogues`);
  await page.getByRole("button", { name: "More for The ferry" }).click();
  await page.getByRole("menuitem", { name: "Share…" }).click();
  await share(page).getByLabel("What do readers play?").selectOption(moment_id);
  await madeLink(page);
  await share(page).getByRole("button", { name: "Take back the release of “Act one”" }).click();
  await expect(share(page).getByText("does not work: the moment is not released")).toBeVisible();
  await share(page).getByRole("button", { name: "Release “Act one” for readers" }).click();
  await expect(share(page).getByText("does not work: the moment is not released")).toHaveCount(0);
});

test("a viewer sees the links and opens none", { tag: "@full" }, async ({ page, context }) => {
  const dialogue = await ferry(page);
  await makeLink(page, dialogue);
  await context.clearCookies();
  await signInto(context, await makeMember(workspace().id, "viewer"));
  await page.goto(dialogue.url);
  await openShare(page);
  const row = share(page).getByRole("region", { name: "Links" }).getByRole("listitem");
  await expect(row).toContainText("For the table read");
  const make = share(page).getByRole("button", { name: "Create link" });
  await expect(make).toHaveAccessibleDescription(/Viewers can only read/);
  await expect(row.getByRole("button", { name: /^Revoke/ })).toHaveAccessibleDescription(/Viewers can only read/);
});

test("the author sees the way each reader took on the canvas, and how many took which", { tag: "@full" }, async ({
  page,
}) => {
  const dialogue = await ferry(page);
  const { token } = await makeLink(page, dialogue);
  const { base_seq, dialogue: story } = await readStory(page, token);
  const bank = story.nodes.find(({ text }) => text.startsWith("A coin"));
  const purse = story.nodes.find(({ text }) => text.startsWith("One coin"));
  const [look, aboard] = bank?.branches ?? [];
  const back = purse?.branches[0];
  for (const [ways, words] of [
    [[look, back, aboard], "Whose face is on it?"],
    [[aboard], ""],
    [[look, back, aboard], ""],
  ] as const)
    await sendStory(page, token, { base_seq, words, actions: ways.map((way) => ({ choose: way?.id ?? "" })) });

  await page.goto(dialogue.url);
  await openShare(page);
  await share(page)
    .getByRole("button", { name: /^Show 3 paths/ })
    .click();
  const panel = page.getByRole("complementary", { name: "Paths of readers" });
  const paths = panel.getByRole("list", { name: "Paths" }).getByRole("button");
  await expect(paths).toHaveCount(3);
  await paths.filter({ hasText: "Whose face is on it?" }).click();
  await expect(panel.getByRole("status")).toHaveText("Step 4 of 4");
  // The way back leads against the flow and is a chip in its row.
  await expect(page.locator(".cv-edge[data-path]")).toHaveCount(2);
  await panel.getByRole("button", { name: "Step back" }).click();
  await expect(page.locator(".cv-edge[data-path]")).toHaveCount(1);
  await expect(panel.getByRole("region", { name: "What readers chose here" })).toContainText(
    /Look in your purse\.2 of 3 readers took this.*Step aboard\.3 of 3 readers took this, this one among them/,
  );
  await expect(shownNode(page, "The bank").first()).toHaveAttribute("data-marked", "true");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cv-edge[data-path]")).toHaveCount(0);
  await expect(panel.getByRole("region", { name: "The path" })).toHaveCount(0);
});

interface ReadNode {
  readonly text: string;
  readonly branches: readonly { readonly id: string }[];
}

/** Reads a story as its page does. */
async function readStory(page: Page, token: string) {
  const answer = await page.request.get("/v1/shared/story", { headers: { authorization: `Bearer ${token}` } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as { base_seq: number; dialogue: { nodes: readonly ReadNode[] } };
}

/** Sends a path as the page of a story does. */
async function sendStory(page: Page, token: string, path: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post("/v1/shared/paths", { headers, data: { seed: 1, ...path } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
