import { rounds } from "#test-size";
import { makeVariable, removeVariable, variableName, variablesNamed } from "../own-variables.ts";
import { keptIn, makeColleague, makeNodes, openFor, pillOf, sitDown } from "../saving-desk.ts";
import { expect, person, signIn, test, workspace } from "../story.ts";
import { tell } from "../studio-calls.ts";

test("what is written is saved after a pause, and the pill says when", async ({ page }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Saving", 1);
  const { words, pill } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await expect(pill).toHaveText("Saved");
  await words.fill("Who goes there, at this hour?");
  await expect.poll(() => keptIn(page)).toMatchObject([{ state: "open" }]);
  await expect(pill).toHaveText("Saving…");
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Who goes there, at this hour?"));
  await expect(pill).toHaveText(/^Saved \d\d:\d\d$/);
  await expect(pill.getByRole("status")).toHaveCount(1);
  expect(await keptIn(page)).toEqual([]);
});

test("two tabs of one person see each other’s words", async ({ page, context }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Two tabs", 2);
  const [first = "", second = ""] = nodeIds;
  const one = await sitDown(page, dialogue, first);
  const two = await sitDown(await context.newPage(), dialogue, second);
  await one.words.fill("Written in the first tab.");
  await two.words.fill("Written in the second tab.");
  await two.title.fill("Second");
  await one.title.fill("First");
  await dialogue.expectRecorded(({ nodes }) => {
    expect(nodes.map(({ title, text }) => [title, text])).toEqual([
      ["First", "Written in the first tab."],
      ["Second", "Written in the second tab."],
    ]);
  });
  await expect(one.pill).toHaveText(/^Saved/);
  await expect(two.pill).toHaveText(/^Saved/);
  await two.page.goto(`${dialogue.url}?card=${first}`);
  await expect(two.words).toHaveValue("Written in the first tab.");
  await one.words.fill("Written again in the first tab.");
  await expect(two.words).toHaveValue("Written again in the first tab.");
});

test("two people edit two fields of one card: both are there and nobody is asked", async ({ page, browser }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Two people", 1);
  const { context, page: hers } = await openFor(browser, await makeColleague());
  const mine = await sitDown(page, dialogue, nodeIds[0] ?? "");
  const desk = await sitDown(hers, dialogue, nodeIds[0] ?? "");
  await context.setOffline(true);
  await desk.title.fill("Hers");
  await mine.words.fill("Mine.");
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Mine."));
  await expect(desk.pill).toHaveText("Offline — 1 change kept on this device");
  await context.setOffline(false);
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]).toMatchObject({ title: "Hers", text: "Mine." }));
  await expect(desk.words).toHaveValue("Mine.");
  await expect(mine.title).toHaveValue("Hers");
  await expect(desk.pill).toHaveText(/^Saved/);
  await context.close();
});

test("two people edit one text: both versions are shown, and “Keep mine” decides", { tag: "@full" }, async ({
  page,
  browser,
}) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Conflict", 1);
  const { context, page: hers } = await openFor(browser, await makeColleague());
  const mine = await sitDown(page, dialogue, nodeIds[0] ?? "");
  const desk = await sitDown(hers, dialogue, nodeIds[0] ?? "");
  await context.setOffline(true);
  await desk.words.fill("Who knocks at the gate?");
  await mine.words.fill("Who knocks at the door?");
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Who knocks at the door?"));
  // With the caret elsewhere, what others write is shown as it comes.
  await mine.title.focus();
  await context.setOffline(false);
  await expect(desk.pill).toHaveText("1 conflict");
  await expect(desk.words).toHaveValue("Who knocks at the gate?");
  const banner = hers.getByRole("region", { name: /changed the text too/ }).first();
  await expect(banner).toContainText("Mine");
  await expect(banner).toContainText("Who knocks at the gate?");
  await expect(banner).toContainText("Who knocks at the door?");
  await banner.getByRole("button", { name: "Keep mine" }).click();
  const left = "Who knocks at the gate?";
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe(left));
  await expect(desk.words).toHaveValue(left);
  await expect(mine.words).toHaveValue(left);
  await expect(desk.pill).toHaveText(/^Saved/);
  await context.close();
});

test("a change under the caret waits until it is asked for", { tag: "@full" }, async ({ page, browser }) => {
  const { dialogue, nodes } = await makeNodes(page, "Waiting", 1);
  const { context, page: hers } = await openFor(browser, await makeColleague());
  const mine = await sitDown(page, dialogue, nodes[0] ?? "");
  const desk = await sitDown(hers, dialogue, nodes[0] ?? "");
  await mine.words.focus();
  await desk.words.fill("Ana’s words.");
  await expect(page.getByText(/^Ana changed this\./)).toBeVisible();
  await expect(mine.words).toHaveValue("Card 1.");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(mine.words).toHaveValue("Ana’s words.");
  await expect(page.getByText(/changed this\./)).toBeHidden();
  await context.close();
});

/** A whole minute at full size: whether it is long or short, the same fifty edits wait. */
const OFFLINE_MS = rounds({ gate: 2_000, full: 60_000 });

test("some time offline with fifty edits, then back", { tag: "@full" }, async ({ page, context }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Offline", 1);
  const { words, title, pill } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await context.setOffline(true);
  const until = Date.now() + OFFLINE_MS;
  for (let n = 1; n <= 25; n++) {
    await words.fill(`Line ${n}, written in the dark.`);
    await page.waitForTimeout(Math.max(0, (until - Date.now()) / (51 - 2 * n)));
    await title.fill(`Title ${n}`);
    await page.waitForTimeout(Math.max(0, (until - Date.now()) / (50 - 2 * n + 1)));
  }
  await words.focus();
  await expect(pill).toHaveText("Offline — 50 changes kept on this device");
  expect(await keptIn(page)).toHaveLength(50);
  // The list of what waits opens without a connection, too.
  await pill.click();
  await expect(page.getByRole("region", { name: "Not sent yet" })).toContainText("and 30 more");
  await page.keyboard.press("Escape");
  await context.setOffline(false);
  await dialogue.expectRecorded(({ nodes }) => {
    expect(nodes[0]).toMatchObject({ title: "Title 25", text: "Line 25, written in the dark." });
  });
  await expect(pill).toHaveText(/^Saved/);
  expect(await keptIn(page)).toEqual([]);
});

test("an expired sign-in keeps every word, and they are saved after signing in again", async ({ page, context }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Signed out", 1);
  const ana = await makeColleague();
  const { words, pill } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await context.clearCookies();
  await words.fill("Written after the sign-in ended.");
  await expect(pill).toHaveText("Signed out — 1 change kept");

  // Someone else signs in: what is kept is not theirs.
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Sign in" }).click();
  const other = await opened;
  await expect(other).toHaveURL(/sign-in/);
  await signIn(other, ana);
  await expect(other).not.toHaveURL(/sign-in/);
  await page.bringToFront();
  await pill.click();
  await expect(page.getByText(`Someone else is signed in: ${ana.email}.`)).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press("Escape");
  await expect(pill).toHaveText("Signed out — 1 change kept");
  await context.clearCookies();

  await signIn(other, person());
  await expect(other).not.toHaveURL(/sign-in/);
  await expect(pill).toHaveText(/^Saved/, { timeout: 20_000 });
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Written after the sign-in ended."));
});

test("a poison gesture blocks nothing behind it, and its words can be copied, tried again, dropped", {
  tag: "@full",
}, async ({ page }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Poison", 3);
  const { words, pill, title } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await words.fill("Good, before.");
  await title.focus();
  const poison = "x".repeat(100_001);
  await words.fill(poison);
  await title.fill("Good, behind");
  await words.focus();
  await dialogue.expectRecorded(({ nodes }) =>
    expect(nodes[0]).toMatchObject({ title: "Good, behind", text: "Good, before." }),
  );
  await expect(pill).toHaveText("Couldn’t save 1 change");
  await pill.click();
  const list = page.getByRole("region", { name: "Not saved" });
  await expect(list).toContainText("xxxxxxxx");
  await list.getByRole("button", { name: "Retry" }).click();
  await expect(pill).toHaveText("Couldn’t save 1 change");
  await list.getByRole("button", { name: "Discard" }).click();
  await expect(pill).toHaveText(/^Saved/);
});

test("with full storage, writing goes on and the pill says that changes are only in this tab", {
  tag: "@full",
}, async ({ page, context }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "No storage", 1);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const { words, pill } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await context.setOffline(true);
  await words.fill("Kept in this tab alone.");
  await expect(pill).toHaveText("Offline — 1 change kept only in this tab");
  await context.setOffline(false);
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Kept in this tab alone."));
  await expect(pill).toHaveText(/^Saved/);
  await expect(page.getByText("Changes are kept only in this tab")).toBeHidden({ timeout: 10_000 });
});

test("an answer that is lost: the same batch goes out again and changes nothing more", { tag: "@full" }, async ({
  page,
}) => {
  const { dialogue, nodes } = await makeNodes(page, "Resent", 1);
  const { words, pill } = await sitDown(page, dialogue, nodes[0] ?? "");
  const sent: string[] = [];
  await page.route("**/api/trpc/dialogues.batch*", async (route) => {
    sent.push(route.request().postData() ?? "");
    if (sent.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  const before = (await dialogue.recorded()).nodes[0]?.valid_from_seq;
  await words.fill("Once is enough.");
  await expect(pill).toHaveText(/^Saved \d/);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  const after = (await dialogue.recorded()).nodes[0];
  expect(after?.text).toBe("Once is enough.");
  // A third time, by hand: the first answer, and no new version.
  await tell(page, "dialogues.batch", JSON.parse(sent[0] ?? ""));
  const again = (await dialogue.recorded()).nodes[0];
  expect(again?.valid_from_seq).toBe(after?.valid_from_seq);
  expect(after?.valid_from_seq).not.toBe(before);
});

test("a tab that closes at once sends what was written in it", async ({ page, context }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Closing", 1);
  const tab = await context.newPage();
  const { words } = await sitDown(tab, dialogue, nodeIds[0] ?? "");
  await words.fill("Said in the door.");
  await tab.close();
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe("Said in the door."));
});

test("there is one undo: a field’s own goes through it", async ({ page }) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Undo", 1);
  const { words, title, pill } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await words.fill("First.");
  await title.fill("Gate");
  await title.press("ControlOrMeta+z");
  await expect(title).toHaveValue("");
  await title.press("ControlOrMeta+z");
  await expect(words).toHaveValue("Card 1.");
  await title.press("ControlOrMeta+Shift+z");
  await expect(words).toHaveValue("First.");
  await expect(pillOf(page)).toHaveText(/^Saved \d/);
  await dialogue.expectRecorded(({ nodes }) => expect(nodes[0]).toMatchObject({ title: null, text: "First." }));
  await expect(pill).toHaveText(/^Saved/);
});

test("undo reaches over pages and reloads: what was deleted, replaced and written, the last first", async ({
  page,
}) => {
  const { dialogue, nodes: nodeIds } = await makeNodes(page, "Undo far", 1);
  const { words } = await sitDown(page, dialogue, nodeIds[0] ?? "");
  await words.fill("The wyrm sleeps.");
  const textIs = (text: string) => dialogue.expectRecorded(({ nodes }) => expect(nodes[0]?.text).toBe(text));
  await textIs("The wyrm sleeps.");

  const project = `/projects/${workspace().project}`;
  await page.goto(`${project}/dialogues`);
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  const replacing = page.getByRole("dialog", { name: "Replace in all dialogues" });
  await replacing.getByLabel("Find", { exact: true }).fill("wyrm");
  await replacing.getByLabel("Replace with").fill("drake");
  await replacing.getByRole("button", { name: "Replace in 1 place" }).click();
  await textIs("The drake sleeps.");
  const { name } = await makeVariable(page, { name: variableName("far") });
  await page.goto(`${project}/variables?q=${name}`);
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete variable" }).click();
  await expect(page.getByText(`Deleted “${name}”.`)).toBeVisible();

  await page.goto(`${project}/cast`);
  await expect(page.getByRole("grid").first()).toBeVisible();
  const results = page.getByRole("region", { name: "Results" });
  await page.keyboard.press("ControlOrMeta+z");
  await expect(results.getByText(`Deleted “${name}”, undone.`)).toBeVisible();
  const [back] = await variablesNamed(page, name);
  expect(back, "the variable is back").toBeDefined();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(results.getByText("Replaced 1 time in 1 dialogue, undone.")).toBeVisible();
  await textIs("The wyrm sleeps.");
  await page.keyboard.press("ControlOrMeta+z");
  await textIs("Card 1.");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(results.getByText("There is nothing to undo.")).toBeVisible();
  await removeVariable(page, back?.id ?? "");
});
