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
  return groups
    .map((group) => ({
      ...group,
      sections: group.sections
        .map((section) => ({
          ...section,
          links: section.links.filter((link) => holds(section.title, link.title, link.method, link.path)),
        }))
        .filter((section) => section.links.length > 0),
    }))
    .filter((group) => group.sections.length > 0);
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
  const taken = groups.map((group) => ({
    ...group,
    sections: group.sections.map((section) => {
      const links = section.links.slice(0, left);
      left -= links.length;
      return { ...section, links };
    }),
  }));
  return taken
    .map((group) => ({ ...group, sections: group.sections.filter(({ links }) => links.length > 0) }))
    .filter(({ sections }) => sections.length > 0);
}
