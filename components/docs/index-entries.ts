import { searchForm } from "#domain/search-form.ts";

/** The index of the documentation: headings, and links under them. */
export interface IndexGroup {
  title: string;
  sections: IndexSection[];
}

export interface IndexSection {
  /** Null for links that stand directly under the group. */
  title: string | null;
  href: string | null;
  /** Number of links, also where they are left out. */
  count: number;
  links: IndexLink[];
}

export interface IndexLink {
  title: string;
  href: string;
  /** Operations: how and where. */
  method?: string;
  path?: string;
}

/** Filters the index by words, each of which must be in some field. Empty groups and sections are left out. */
export function filterIndex(groups: readonly IndexGroup[], query: string): IndexGroup[] {
  const words = searchForm(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  const holds = (...texts: (string | null | undefined)[]) => {
    const text = searchForm(texts.join(" "));
    return words.every((word) => text.includes(word));
  };
  return withLinks(groups, ({ title, links }) =>
    links.filter((link) => holds(title, link.title, link.method, link.path)),
  );
}

/** Counts the links of an index. */
export function countLinks(groups: readonly IndexGroup[]): number {
  return groups.reduce(
    (sum, group) => sum + group.sections.reduce((inner, section) => inner + section.links.length, 0),
    0,
  );
}

/** The first links of an index, so many of them. */
export function firstLinks(groups: readonly IndexGroup[], most: number): IndexGroup[] {
  let left = most;
  return withLinks(groups, ({ links }) => {
    const taken = links.slice(0, left);
    left -= taken.length;
    return taken;
  });
}

/** An index with some links of each section; groups and sections without any are left out. */
function withLinks(groups: readonly IndexGroup[], linksOf: (section: IndexSection) => IndexLink[]): IndexGroup[] {
  return groups
    .map((group) => ({
      ...group,
      sections: group.sections
        .map((section) => ({ ...section, links: linksOf(section) }))
        .filter(({ links }) => links.length > 0),
    }))
    .filter(({ sections }) => sections.length > 0);
}
