import { errorPages } from "./error-pages.ts";
import { CHANGELOG_PAGES, GUIDES, readChangelog, readGuide, readRuntimeReference } from "./guides.ts";
import { letterPath, objectLetters } from "./object-letters.ts";
import type { ApiReference } from "./reference.ts";
import { areaText, eventText, objectText, operationText } from "./reference-text.ts";
import type { ShownEventKind } from "./served-events.ts";

/** A page of the documentation as Markdown. */
export interface DocPage {
  readonly path: string;
  readonly title: string;
  /** Whether its text is a part of another page's as well, so that it is left out of the whole. */
  readonly isPart: boolean;
  /** Returns its text, without the title. */
  readonly text: () => string | Promise<string>;
}

/** Returns the subject of a kind of event, which its name begins with: each subject is a page. */
export function subjectOf(kind: string): string {
  return kind.slice(0, kind.indexOf("."));
}

/** Every page of the documentation, in reading order. */
export function docPages(reference: ApiReference, events: readonly ShownEventKind[]): DocPage[] {
  const page = (path: string, title: string, text: DocPage["text"], isPart = false): DocPage => ({
    path: `/docs${path}`,
    title,
    isPart,
    text,
  });
  const areas = reference.groups.flatMap((group) => group.areas);
  const errors = errorPages();
  return [
    page("", reference.title, () => overviewText(reference)),
    ...GUIDES.map((guide) => page(`/guides/${guide.slug}`, guide.title, () => readGuide(guide))),
    page("/runtime", "Runtime", () => readRuntimeReference("runtime")),
    page("/runtime/offline", "Runtime: offline", () => readRuntimeReference("offline")),
    ...areas.flatMap((area) => [
      page(`/reference/${area.slug}`, area.title, () => areaText(area)),
      ...area.operations.map((each) =>
        page(`/reference/${area.slug}/${each.id}`, each.summary, () => operationText(each), true),
      ),
    ]),
    page("/objects", "Objects", () => reference.objects.map(objectText).join("\n\n")),
    ...objectLetters(reference).map(({ letter, objects }) =>
      page(
        letterPath(letter),
        `Objects: ${letter.toUpperCase()}`,
        () => objects.map(({ name }) => `- [${name}](/docs/objects/${name})`).join("\n"),
        true,
      ),
    ),
    ...reference.objects.map((each) => page(`/objects/${each.name}`, each.name, () => objectText(each), true)),
    page("/events", "Events", () => events.map(eventText).join("\n\n")),
    ...Array.from(
      Map.groupBy(events, ({ kind }) => subjectOf(kind)),
      ([subject, kinds]) =>
        page(`/events/${subject}`, `Events: ${subject}`, () => kinds.map(eventText).join("\n\n"), true),
    ),
    page("/errors", "Error codes", () =>
      errors.map(({ status, code, title }) => `- ${status} [${code}](/docs/errors/${code}): ${title}`).join("\n"),
    ),
    ...errors.map(({ status, code, title, text }) =>
      page(`/errors/${code}`, `${status} ${code}`, () => `${title}\n\n${text}`),
    ),
    ...CHANGELOG_PAGES.map((each) => page(each.path, each.title, () => readChangelog(each))),
  ];
}

/** Returns a page as one Markdown text. */
export async function pageText({ title, text }: DocPage): Promise<string> {
  const written = (await text()).trim();
  // Guides bring their heading.
  return written.startsWith("# ") ? `${written}\n` : `# ${title}\n\n${written}\n`;
}

/** Returns the whole documentation as one text: each page under its title, with its address. */
export async function wholeText(pages: readonly DocPage[], origin: string): Promise<string> {
  const texts = pages
    .filter(({ isPart }) => !isPart)
    .map(async (page) => `${await pageText(page)}\n(${origin}${page.path})\n`);
  return (await Promise.all(texts)).join("\n");
}

function overviewText({ description, groups }: ApiReference): string {
  const guides = GUIDES.map(({ slug, title, summary }) => `- [${title}](/docs/guides/${slug}): ${summary}`);
  const areas = groups.flatMap((group) =>
    group.areas.map(
      ({ slug, title, operations }) => `- [${title}](/docs/reference/${slug}): ${operations.length} operations`,
    ),
  );
  return [description, "## Guides", guides.join("\n"), "## Reference", areas.join("\n")].join("\n\n");
}
