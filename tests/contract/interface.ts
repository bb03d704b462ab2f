import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The sections of `docs/interface.md`, in its order. */
export const SECTIONS = readFileSync(join(import.meta.dirname, "..", "..", "docs", "interface.md"), "utf8")
  .split("\n")
  .flatMap((line) => /^#{2,3} (.+)$/.exec(line)?.[1] ?? []);

/**
 * Names a section of `docs/interface.md` in the title of the tests of what it promises.
 *
 * @throws Error where the page has no such section.
 */
export function section(title: string): string {
  if (!SECTIONS.includes(title)) throw new Error(`docs/interface.md has no section "${title}"`);
  return `interface, ${title}`;
}
