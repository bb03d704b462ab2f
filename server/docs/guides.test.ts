import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runToEnd } from "#domain/steps.ts";
import { filesBelow } from "../files-below.ts";
import { describeApi } from "../http/openapi/document.ts";
import { RUNTIME_FILES } from "../http/runtime-files.ts";
import { listOperations } from "../operations.ts";
import { resources } from "../resources.ts";
import { docPages, pageText, wholeText } from "./doc-pages.ts";
import { errorPage, errorPages } from "./error-pages.ts";
import { CHANGELOG_PAGES, findGuide, GUIDES, readChangelog, readGuide, readRuntimeReference } from "./guides.ts";
import { llmsText } from "./llms-txt.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { describeReference, findArea } from "./reference.ts";
import { shownEvents } from "./served-events.ts";

const document = runToEnd(describeApi(listOperations(), "https://fabula.example")) as unknown as OpenApiDocument;
const reference = describeReference(document);

const runtimeReference = {
  "": await readRuntimeReference("runtime"),
  "/offline": await readRuntimeReference("offline"),
};

/** Addresses that are not of a guide, a code or an area. */
const PAGES = [
  "/v1/openapi.json",
  "/v1/graphql/schema.graphql",
  "/llms.txt",
  "/llms-full.txt",
  "/docs/contents.json",
  ...Object.keys(RUNTIME_FILES),
];

/** Addresses inside a guide: its own name, and those of its headings; none of a guide that is not listed. */
function headsIn(name: string): string[] {
  if (findGuide(name) === null) return [];
  const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "guides", `${name}.md`), "utf8");
  return [
    name,
    ...Array.from(text.matchAll(/^#{2,4} (.+)$/gm), ([, words = ""]) =>
      words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
    ),
  ];
}

const pages = new Set(docPages(reference, shownEvents(resources)).map(({ path }) => path));

/** Whether an address of ours leads somewhere. */
function leadsSomewhere(address: string): boolean {
  const href = address.replace(/\.md$/, "");
  if (pages.has(href)) return true;
  if (PAGES.includes(href)) return true;
  const [, module, type] = /^\/docs\/runtime(\/offline)?#(\w+)$/.exec(href) ?? [];
  if (type !== undefined)
    return [...runtimeReference[module === undefined ? "" : "/offline"].matchAll(/^##+ (\w+)$/gm)].some(
      ([, name]) => name?.toLowerCase() === type,
    );
  const [, object] = /^\/docs\/objects#(\w+)$/.exec(href) ?? [];
  if (object !== undefined) return reference.objects.some(({ name }) => name === object);
  const [, section, name = "", anchor] = /^\/docs\/(guides|errors|reference)\/([\w-]+)(?:#([\w-]+))?$/.exec(href) ?? [];
  if (section === "guides") return headsIn(name).some((id) => id === (anchor ?? name));
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

test.each(CHANGELOG_PAGES)(
  "every link of $file leads somewhere, and it names the version of the interface",
  async (page) => {
    const text = await readChangelog(page);
    expect(linksIn(text).filter((href) => !leadsSomewhere(href))).toEqual([]);
    expect(text).toContain(`## ${reference.version}`);
  },
);

test("the text for language models lists every guide and operation, and its links lead somewhere", () => {
  const text = llmsText(reference);
  const links = linksIn(text).map((href) => href.replace("https://fabula.example", ""));
  expect(links.filter((href) => !leadsSomewhere(href))).toEqual([]);
  expect(links.length).toBeGreaterThan(listOperations().length + GUIDES.length);
  expect(text).toMatch(/^# .+\n\n> .+/);
});

test("every page is Markdown whose links lead somewhere, and the whole has each of them once", async () => {
  const all = docPages(reference, shownEvents(resources));
  const texts = await Promise.all(all.map(pageText));
  expect(texts.flatMap(linksIn).filter((href) => href.startsWith("/") && !leadsSomewhere(href))).toEqual([]);
  const whole = await wholeText(all, reference.origin);
  expect(all.filter(({ isPart, path }) => !isPart && whole.split(`(${reference.origin}${path})`).length !== 2)).toEqual(
    [],
  );
  for (const { operation } of listOperations()) expect(whole).toContain(`\`${operation.method} ${operation.path}\``);
});

test("every link of the studio into the documentation leads somewhere", () => {
  const root = join(import.meta.dirname, "..", "..");
  const sources = ["app", "components"].flatMap((folder) => filesBelow(join(root, folder)));
  const links = sources
    .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/"(\/docs[^"$]*)"/g)].map((match) => match[1] ?? ""));
  expect(links).toContain("/docs/guides/import-and-export");
  const pages = links.map((href) => href.replace(/^(\/docs\/guides\/[\w-]+)#.*$/, "$1"));
  expect(pages.filter((href) => !leadsSomewhere(href))).toEqual([]);
});

test("every link of the error pages and of the descriptions leads somewhere", () => {
  // Patterns of fields have brackets before parentheses, too.
  const described = JSON.stringify(document, (key, value) => (key === "pattern" ? undefined : value));
  const texts = [...errorPages().map((page) => page.text), described];
  expect(texts.flatMap(linksIn).filter((href) => !leadsSomewhere(href))).toEqual([]);
});
