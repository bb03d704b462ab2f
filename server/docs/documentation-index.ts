import { GUIDES } from "./guides.ts";
import type { ApiReference, ReferenceArea } from "./reference.ts";

interface IndexLink {
  title: string;
  href: string;
  method?: string;
  path?: string;
}

interface IndexSection {
  title: string | null;
  href: string | null;
  /** Number of links, also where they are left out. */
  count: number;
  links: IndexLink[];
}

/** Returns the whole index of the documentation, by group. Without a reference the rest can still be read. */
export function documentationIndex(reference: ApiReference | null): { title: string; sections: IndexSection[] }[] {
  const plain = (title: string, links: IndexLink[]) => ({
    title,
    sections: [{ title: null, href: null, count: links.length, links }],
  });
  return [
    plain("guides", [
      { title: "Overview", href: "/docs" },
      ...GUIDES.map((guide) => ({ title: guide.title, href: `/docs/guides/${guide.slug}` })),
    ]),
    ...(reference?.groups ?? []).map((group) => ({
      title: group.tag,
      sections: group.areas.map((area) => ({
        title: area.title,
        href: `/docs/reference/${area.slug}`,
        count: area.operations.length,
        links: areaLinks(area),
      })),
    })),
    plain("shapes", [
      { title: "Runtime", href: "/docs/runtime" },
      { title: "Runtime: offline", href: "/docs/runtime/offline" },
      { title: "Objects", href: "/docs/objects" },
      { title: "Events", href: "/docs/events" },
      { title: "Error codes", href: "/docs/errors" },
      { title: "Changelog", href: "/docs/changelog" },
    ]),
  ];
}

/** Returns the links to the operations of an area. */
export function areaLinks({ slug, operations }: ReferenceArea): IndexLink[] {
  return operations.map(({ id, summary, method, path }) => ({
    title: summary,
    href: `/docs/reference/${slug}/${id}`,
    method,
    path,
  }));
}

/** Returns the index as a page carries it: operations of the section it is in alone, because a page would be mostly index otherwise. */
export function indexAt(
  path: string,
  index: ReturnType<typeof documentationIndex>,
): ReturnType<typeof documentationIndex> {
  const isHere = (href: string) => path === href || path.startsWith(`${href}/`);
  return index.map((group) => ({
    ...group,
    sections: group.sections.map((section) =>
      section.href === null || isHere(section.href) ? section : { ...section, links: [] },
    ),
  }));
}
