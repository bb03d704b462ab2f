import { type DocPage, docPages, pageText, wholeText } from "./doc-pages.ts";
import type { ApiReference } from "./reference.ts";
import { servedEvents } from "./served-events.ts";
import { servedReference } from "./served-reference.ts";

let kept: { reference: ApiReference; pages: readonly DocPage[] } | null = null;

async function servedPages(): Promise<{ reference: ApiReference; pages: readonly DocPage[] } | null> {
  const reference = await servedReference();
  if (reference === null) return null;
  if (kept?.reference !== reference) kept = { reference, pages: docPages(reference, await servedEvents()) };
  return kept;
}

/** Returns the Markdown of a page; null where there is no such page. */
export async function servedPageText(path: string): Promise<string | null> {
  const page = (await servedPages())?.pages.find((each) => each.path === path);
  return page === undefined ? null : pageText(page);
}

/** Returns the whole documentation as one text; null while the description of the API cannot be loaded. */
export async function servedWholeText(): Promise<string | null> {
  const served = await servedPages();
  return served === null ? null : wholeText(served.pages, served.reference.origin);
}
