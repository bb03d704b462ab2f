import { expect, test } from "vitest";
import { countLinks, filterIndex, firstLinks, type IndexGroup } from "./index-entries.ts";

const index: IndexGroup[] = [
  {
    title: "Guides",
    sections: [
      { title: null, href: null, count: 1, links: [{ title: "Time travel", href: "/docs/guides/time-travel" }] },
    ],
  },
  {
    title: "Reference",
    sections: [
      {
        title: "Entities",
        href: "/docs/reference/entities",
        count: 2,
        links: [
          {
            title: "Delete an entity",
            href: "#a",
            method: "DELETE",
            path: "/v1/projects/{project_id}/entities/{entity_id}",
          },
          { title: "List entities", href: "#b", method: "GET", path: "/v1/projects/{project_id}/entities" },
        ],
      },
    ],
  },
];

test("an empty question keeps everything", () => {
  expect(filterIndex(index, "  ")).toEqual(index);
});

test("every word must be found, in the title, the path, the method or the section", () => {
  expect(
    filterIndex(index, "delete entities").flatMap((g) => g.sections.flatMap((s) => s.links.map((l) => l.href))),
  ).toEqual(["#a"]);
  expect(countLinks(filterIndex(index, "entities"))).toBe(2);
  expect(countLinks(filterIndex(index, "entity_id"))).toBe(1);
});

test("groups without a hit fall away", () => {
  expect(filterIndex(index, "travel").map((group) => group.title)).toEqual(["Guides"]);
  expect(filterIndex(index, "nothing like it")).toEqual([]);
});

test("takes the first links, and leaves out what has none of them", () => {
  const all = index.flatMap(({ sections }) => sections.flatMap(({ links }) => links));
  for (let most = 0; most <= all.length + 1; most++) {
    const first = firstLinks(index, most);
    const sections = first.flatMap((group) => group.sections);
    expect(sections.flatMap(({ links }) => links)).toEqual(all.slice(0, most));
    expect(first.every((group) => group.sections.length > 0)).toBe(true);
    expect(sections.every(({ links }) => links.length > 0)).toBe(true);
  }
});
