import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { makeDialogue, nodeAt, type OwnDialogue } from "./own-dialogue.ts";
import { expect, signInto, workspace } from "./story.ts";
import { given, makeMember, type StoryPerson } from "./workspace.ts";

/** Page on which a person has one node open for writing. */
export interface Desk {
  readonly page: Page;
  readonly words: Locator;
  readonly title: Locator;
  readonly pill: Locator;
}

/** Returns the pill that shows the state of saving and opens its list. */
export const pillOf = (page: Page): Locator => page.locator("[data-pill]");

/** Makes a dialogue with some nodes, far enough apart to be dragged. */
export async function makeNodes(
  page: Page,
  name: string,
  count: number,
): Promise<{ dialogue: OwnDialogue; nodes: string[] }> {
  const nodes = [...Array(count).keys()].map((n) =>
    nodeAt(340 * (n % 3), 260 * Math.floor(n / 3), { text: `Card ${n + 1}.` }),
  );
  const dialogue = await makeDialogue(page, name, nodes);
  return { dialogue, nodes: nodes.map(({ id }) => id) };
}

/** Opens a node of a dialogue, ready to be written in. */
export async function sitDown(page: Page, dialogue: OwnDialogue, node: string): Promise<Desk> {
  await page.goto(`${dialogue.url}?card=${node}`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const words = inspector.getByRole("textbox", { name: "Text", exact: true });
  // A browser that was started just now, on a machine that does other things too.
  await expect(words).toBeVisible({ timeout: 45_000 });
  await expect(words).toBeEditable();
  return { page, words, title: inspector.getByLabel("Title"), pill: pillOf(page) };
}

/** Makes a second member of the story's workspace, who may write unless another role is given. */
export function makeColleague(role: "designer" | "viewer" = "designer"): Promise<StoryPerson> {
  return makeMember(workspace().id, role);
}

/** Opens a browser of their own for somebody else. */
export async function openFor(
  browser: Browser,
  someone: StoryPerson,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: given("FABULA_E2E_URL"),
    viewport: { width: 1440, height: 900 },
  });
  await signInto(context, someone);
  return { context, page: await context.newPage() };
}

/** Reads the entries of the outbox in this browser's database, by label. */
export async function keptIn(page: Page): Promise<{ label: string; state: string; operations: unknown[] }[]> {
  return page.evaluate(
    () =>
      new Promise<never[]>((resolve) => {
        const opening = indexedDB.open("fabula-outbox");
        opening.onsuccess = () => {
          const all = opening.result.transaction("entries").objectStore("entries").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result as never[]);
          };
        };
        opening.onerror = () => resolve([]);
      }),
  );
}
