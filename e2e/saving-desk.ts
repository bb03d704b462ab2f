import type { Locator, Page } from "@playwright/test";
import { cardAt, makeDialogue, type OwnDialogue, tell } from "./own-dialogue.ts";

import { expect, signIn } from "./story.ts";

/** A desk: somebody at a page with one card open for writing. */
export interface Desk {
  readonly page: Page;
  readonly words: Locator;
  readonly title: Locator;
  readonly pill: Locator;
}

/** What saving says, and where its list opens. */
export const pillOf = (page: Page): Locator => page.locator("[data-pill]");

/** Makes a dialogue with some cards, far enough apart to be dragged. */
export async function makeCards(
  page: Page,
  name: string,
  count: number,
): Promise<{ dialogue: OwnDialogue; cards: string[] }> {
  const nodes = [...Array(count).keys()].map((n) =>
    cardAt(340 * (n % 3), 260 * Math.floor(n / 3), { text: `Card ${n + 1}.` }),
  );
  const dialogue = await makeDialogue(page, name, nodes);
  return { dialogue, cards: nodes.map(({ id }) => id) };
}

/** Opens a card of a dialogue, ready to be written in. */
export async function sitDown(page: Page, dialogue: OwnDialogue, card: string): Promise<Desk> {
  await page.goto(`${dialogue.url}?card=${card}`);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  const words = inspector.getByRole("textbox", { name: "Text", exact: true });
  await expect(words).toBeVisible();
  await expect(words).toBeEditable();
  return { page, words, title: inspector.getByLabel("Title"), pill: pillOf(page) };
}

/** Signs in, and waits until that is done. */
export async function arrive(page: Page, person?: { email: string; password: string }): Promise<void> {
  await signIn(page, person);
  await expect(page).not.toHaveURL(/sign-in/, { timeout: 30_000 });
}

/** Somebody else, with the same right to write unless said otherwise. */
export async function makeColleague(
  owner: Page,
  role: "designer" | "viewer" = "designer",
): Promise<{ email: string; password: string; name: string }> {
  const colleague = {
    name: "Ana",
    email: `ana-${Date.now()}@salt-gate.example`,
    password: "a long enough password",
  };
  await tell(owner, "members.add", { ...colleague, role });
  return colleague;
}

/** What waits in this browser's database, by label. */
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
