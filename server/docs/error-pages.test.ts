import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROBLEMS, VALIDATION } from "../kernel/problem-catalogue.ts";
import { errorFiles } from "./error-files.ts";
import { errorPage, errorPages } from "./error-pages.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "errors");

test("each code of the catalogue has a page, and so has a failed validation", () => {
  expect(
    errorPages()
      .map((page) => page.code)
      .sort(),
  ).toEqual([...Object.keys(PROBLEMS), VALIDATION.code].sort());
  expect(errorPage(VALIDATION.code)?.status).toBe(422);
  expect(errorPage("no_such_code")).toBeNull();
});

test("docs/errors is what the catalogue makes (node scripts/write-docs.ts writes it)", () => {
  const files = errorFiles();
  expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort());
  for (const [name, text] of files) expect(readFileSync(join(FOLDER, name), "utf8"), name).toBe(text);
});
