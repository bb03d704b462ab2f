import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "#server/files-below.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["app", "components", "domain", "drizzle", "e2e", "scripts", "server", "tests"];
/** Number of runs of a property up to which no second number is needed. */
const FEW = 10;

/** Finds properties that run as often in the gate as in the full run, as `file:line: numRuns: 200`. */
function fixedRuns(name: string, text: string): string[] {
  return text.split("\n").flatMap((line, n) => {
    const [found, runs = ""] = /\bnumRuns: ([\d_]+)/.exec(line) ?? [];
    return found !== undefined && Number(runs.replaceAll("_", "")) > FEW ? [`${name}:${n + 1}: ${found}`] : [];
  });
}

test("a literal number of runs is found", () => {
  const runs = (value: string) => fixedRuns("a.test.ts", `fc.assert(\n  property,\n  { numRuns: ${value}, seed },\n);`);
  expect(runs("2_000")).toEqual(["a.test.ts:3: numRuns: 2_000"]);
  expect(runs("10")).toEqual([]);
  expect(runs("rounds({ gate: 20, full: 2_000 })")).toEqual([]);
});

test("whatever repeats a property says how often in the gate and how often in the full run", () => {
  const files = FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder))).filter((path) => /\.tsx?$/.test(path));
  const found = files
    .map((path) => relative(ROOT, path))
    .filter((name) => name !== "scripts/repeats.test.ts")
    .flatMap((name) => fixedRuns(name, readFileSync(join(ROOT, name), "utf8")));
  expect(found).toEqual([]);
});
