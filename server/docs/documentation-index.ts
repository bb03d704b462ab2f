import { GUIDES } from "./guides.ts";
import type { ApiReference } from "./reference.ts";

interface IndexLink {
  title: string;
  href: string;
  method?: string;
  path?: string;
}

interface IndexSection {
  title: string | null;
  href: string | null;
  links: IndexLink[];
}

/** Returns the index of the documentation, by group. Without a reference the rest can still be read. */
export function documentationIndex(reference: ApiReference | null): { title: string; sections: IndexSection[] }[] {
  const plain = (title: string, links: IndexLink[]) => ({ title, sections: [{ title: null, href: null, links }] });
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
        links: area.operations.map((operation) => ({
          title: operation.summary,
          href: `/docs/reference/${area.slug}#${operation.id}`,
          method: operation.method,
          path: operation.path,
        })),
      })),
    })),
    plain("shapes", [
      { title: "Objects", href: "/docs/objects" },
      { title: "Events", href: "/docs/events" },
      { title: "Error codes", href: "/docs/errors" },
      { title: "Changelog", href: "/docs/changelog" },
    ]),
  ];
}
