import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SECTIONS } from "#tests/contract/interface.ts";
import { filesBelow } from "../files-below.ts";
import { withMadeTables } from "./interface-tables.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Sections that hold no promise of their own: heads of others, and the list that the registry makes. */
const HEADS = ["Webhooks", "Errors", "Operations"];

test("the tables of docs/interface.md are what the registry makes (node scripts/write-docs.ts writes them)", () => {
  const page = readFileSync(join(ROOT, "docs", "interface.md"), "utf8");
  expect(page).toContain("dialogue-nodes/{node_id}");
  expect(withMadeTables(page)).toBe(page);
});

test("each section of docs/interface.md is named by the tests of what it promises", () => {
  const named = filesBelow(join(ROOT, "tests"))
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\bsection\("([^"]+)"\)/g)].map((match) => match[1]));
  expect(SECTIONS.length).toBeGreaterThan(20);
  expect(SECTIONS.filter((title) => !HEADS.includes(title) && !named.includes(title))).toEqual([]);
});

test("every document that sources and documents name is in the repository", () => {
  const folders = ["app", "bench", "components", "docs", "domain", "drizzle", "e2e", "scripts", "server", "tests"];
  const names = ["README.md", "ARCHITECTURE.md"].map((name) => join(ROOT, name));
  const files = [...folders.flatMap((folder) => filesBelow(join(ROOT, folder))), ...names];
  const here = files.filter((path) => path.endsWith(".md"));
  const sources = files.filter((path) => /\.(ts|tsx|css|mjs|sh|md)$/.test(path));
  const gone = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/(?<![\w}{-])(?:\.{1,2}\/)*([\w./-]*[\w-]\.md)\b/g)]
      .map((match) => match[1] ?? "")
      .filter((name) => !here.some((document) => document.endsWith(`/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expect(gone).toEqual([]);
});
