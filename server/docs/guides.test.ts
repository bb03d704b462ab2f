import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";
import { describeApi } from "../http/openapi/document.ts";
import { listOperations } from "../operations.ts";
import { errorPage, errorPages } from "./error-pages.ts";
import { findGuide, GUIDES, readGuide } from "./guides.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { describeReference, findArea } from "./reference.ts";

const document = describeApi(listOperations(), "https://fabula.example") as unknown as OpenApiDocument;
const reference = describeReference(document);

/** Whether an address of ours leads somewhere. */
function leadsSomewhere(href: string): boolean {
  if (href === "/docs" || href === "/docs/errors" || href === "/docs/objects" || href === "/v1/openapi.json")
    return true;
  const [, section, name = "", anchor] = /^\/docs\/(guides|errors|reference)\/([\w-]+)(?:#(\w+))?$/.exec(href) ?? [];
  if (section === "guides") return findGuide(name) !== null;
  if (section === "errors") return errorPage(name) !== null;
  const area = section === "reference" ? findArea(reference, name) : null;
  return area !== null && (anchor === undefined || area.operations.some((operation) => operation.id === anchor));
}

const linksIn = (markdown: string) => [...markdown.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? "");

test("the folder holds the listed guides and no others", () => {
  const files = readdirSync(join(import.meta.dirname, "..", "..", "docs", "guides"));
  expect(files.sort()).toEqual(GUIDES.map((guide) => `${guide.slug}.md`).sort());
});

test.each(GUIDES)("every link of the guide $slug leads somewhere", async (guide) => {
  const links = linksIn(await readGuide(guide));
  expect(links.filter((href) => !leadsSomewhere(href))).toEqual([]);
});

test("every link of the studio into the documentation leads somewhere", () => {
  const root = join(import.meta.dirname, "..", "..");
  const sources = ["app", "components"].flatMap((folder) => filesBelow(join(root, folder)));
  const links = sources
    .filter((path) => path.endsWith(".tsx"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/"(\/docs[^"$]*)"/g)].map((match) => match[1] ?? ""));
  expect(links).toContain("/docs/guides/import-and-export");
  const pages = links.map((href) => href.replace(/^(\/docs\/guides\/[\w-]+)#.*$/, "$1"));
  expect(pages.filter((href) => !leadsSomewhere(href))).toEqual([]);
});

test("every link of the error pages and of the descriptions leads somewhere", () => {
  const texts = [...errorPages().map((page) => page.text), JSON.stringify(document)];
  expect(texts.flatMap(linksIn).filter((href) => !leadsSomewhere(href))).toEqual([]);
});
