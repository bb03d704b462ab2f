import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { featureNames } from "../../scripts/new-feature/names.ts";
import { screenFiles } from "../../scripts/new-feature/screen-templates.ts";
import { featureFiles } from "../../scripts/new-feature/templates.ts";

/** Folder of the example of an area: the files that `new-feature` wrote, edited by hand. */
export const ROOT = join(import.meta.dirname, "example");

/** Prefixes of ids that the example has in `server/kernel/ids.ts`. */
export const OWN_PREFIXES = { rumour: "rum", telling: "tel" };

/** The files of the example by their paths in the product, without those that are made of its declarations. */
export function exampleFiles(): Record<string, string> {
  const paths = globSync("**/*.{ts,tsx,md}", { cwd: ROOT });
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
}

/** Returns the number of lines of a file that `new-feature` did not write, blank ones aside. */
export function handWritten(path: string, text: string): number {
  const names = featureNames("rumour", { prefix: OWN_PREFIXES.rumour, taken: [] });
  const made = { ...featureFiles(names), ...screenFiles(names) }[path] ?? "";
  const left = lines(made);
  return lines(text).filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
}

const lines = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || []);
