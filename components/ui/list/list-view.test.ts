import { describe, expect, it } from "vitest";
import { fitColumns } from "./fit-columns.ts";
import type { ListDefinition } from "./list-definition.ts";
import { arrangeRows, isNarrowed, listAddress, wholeView } from "./list-view.ts";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly count: number;
}

const item = (name: string, kind: string, count: number): Item => ({ id: name, name, kind, count });
const ALL = [item("Żarłok 10", "b", 3), item("zarlok 2", "a", 1), item("Mara", "b", 2)];
const LIST: ListDefinition<Item> = {
  name: "Items",
  one: "item",
  many: "items",
  id: ({ id }) => id,
  opens: "item",
  order: { key: "count", descending: true },
  search: { label: "Find an item", texts: ({ name, kind }) => [name, kind] },
  filters: [
    {
      key: "kind",
      label: "Kind",
      all: "All",
      options: [
        { value: "a", label: "A" },
        { value: "b", label: "B" },
      ],
      matches: ({ kind }, value) => kind === value,
    },
  ],
  title: { key: "name", label: "Name", text: ({ name }) => name, sort: "ascending", width: 10 },
  columns: [
    { key: "kind", label: "Kind", cell: ({ kind }) => kind, width: 10, yields: 1 },
    {
      key: "count",
      label: "Count",
      cell: ({ count }) => count,
      sort: "descending",
      value: ({ count }) => count,
      width: 10,
    },
    { key: "id", label: "Id", cell: ({ id }) => id, width: 10, isExtra: true, yields: 2 },
  ],
};
const FORM = listAddress(LIST);
const viewOf = (query: string) => FORM.viewOf(new URLSearchParams(query));
const names = (query: string) => arrangeRows(LIST, ALL, viewOf(query)).map(({ name }) => name);

describe("the view of a list", () => {
  it("is the usual one, unless the address names another that there is", () => {
    expect(names("")).toEqual(["Żarłok 10", "Mara", "zarlok 2"]);
    expect(names("sort=count")).toEqual(["zarlok 2", "Mara", "Żarłok 10"]);
    expect(names("sort=-nonsense&kind=nonsense")).toEqual(["Żarłok 10", "Mara", "zarlok 2"]);
    expect(names("sort=-id")).toEqual(["Żarłok 10", "Mara", "zarlok 2"]);
  });

  it("counts numbers in names as numbers, and finds without accents", () => {
    expect(names("sort=name&q=zar")).toEqual(["zarlok 2", "Żarłok 10"]);
    expect(names("q=ŻAR")).toEqual(["Żarłok 10", "zarlok 2"]);
    expect(names("q=nothing")).toEqual([]);
  });

  it("filters by what is chosen", () => {
    expect(names("kind=b&sort=name")).toEqual(["Mara", "Żarłok 10"]);
  });

  it("survives its own address, and leaves the rest of it alone", () => {
    const view = { search: "a&b", sort: "name", descending: true, filters: { kind: "a" }, open: "one", columns: null };
    const address = FORM.addressOf(view, "?at=12");
    expect(viewOf(address)).toEqual(view);
    expect(new URLSearchParams(address).get("at")).toBe("12");
    const chosen = { ...view, columns: ["properties.hair colour", "count"] };
    expect(viewOf(FORM.addressOf(chosen, ""))).toEqual(chosen);
    expect(viewOf(FORM.addressOf({ ...view, columns: [] }, "")).columns).toEqual([]);
    expect(FORM.addressOf(viewOf(""), "")).toBe("");
    expect(FORM.addressOf(viewOf(""), address)).toBe("?at=12");
  });
});

describe("the columns of a list", () => {
  const sides = { hasCheckbox: false, hasMenu: false };
  const keys = (chosen: readonly string[] | null, width: number) =>
    fitColumns(LIST, chosen, width, sides).columns.map(({ key }) => key);

  it("are those a person chose, in the order that was chosen", () => {
    expect(keys(null, 80)).toEqual(["kind", "count"]);
    expect(keys(["id", "count", "gone"], 80)).toEqual(["id", "count"]);
    expect(keys([], 80)).toEqual([]);
  });

  it("give way where there is little room, the highest number first, and are all below the title on a phone", () => {
    expect(keys(["kind", "count", "id"], 45)).toEqual(["kind", "count", "id"]);
    expect(keys(["kind", "count", "id"], 39)).toEqual(["kind", "count"]);
    expect(keys(["kind", "count", "id"], 35)).toEqual(["kind", "count"]);
    expect(fitColumns(LIST, null, 20, sides)).toMatchObject({ isLines: true, template: "minmax(0,1fr)" });
    expect(keys(null, 20)).toEqual(["kind", "count"]);
  });
});

describe("columns that tell their texts", () => {
  const sides = { hasCheckbox: true, hasMenu: true };
  const prose = "A ferryman who counts what the tide takes, and never says whose it was before.";
  const told = (text: (row: Item) => string, key = "told") => ({ key, label: "Told", cell: text, text, width: 8 });
  const rows = Array.from({ length: 40 }, (_, at) => item(`Bell number ${at}`, at === 7 ? prose : "mute", at));
  const trackOf = (columns: ListDefinition<Item>["columns"], held = rows) =>
    fitColumns({ ...LIST, columns }, null, 88, sides, held)
      .template.split(" ")
      .slice(1, -1);

  it("are as narrow as most of their cells, or their head, and one long cell changes nothing", () => {
    const [name = "", yes = "", kind = ""] = trackOf([told(() => "Yes", "yes"), told((row) => row.kind, "kind")]).map(
      (track) => track.match(/[\d.]+/)?.[0],
    );
    expect(Number(yes)).toBeLessThan(4);
    expect(Number(kind)).toBeLessThan(4);
    expect(Number(name)).toBeLessThan(88 * 0.3);
  });

  it("leave what is left to prose, and names never take a third", () => {
    const long = rows.map((row) => item(`${row.name} of the drowned chapel below the weir`, prose, row.count));
    const [name = "", yes = "", description = ""] = trackOf([told(() => "Yes"), told((row) => row.kind, "kind")], long);
    expect(Number.parseFloat(name)).toBeLessThanOrEqual(88 * 0.3);
    expect(yes).toMatch(/^[\d.]+rem$/);
    expect(description).toMatch(/^minmax\([\d.]+rem,1fr\)$/);
  });

  it("keep room for their head while they hold nothing", () => {
    const [, empty = ""] = trackOf([told(() => "")], []);
    expect(Number(empty.match(/[\d.]+/)?.[0])).toBeGreaterThanOrEqual(3.5);
  });
});

describe("a filter without a word for all", () => {
  const { filters = [] } = LIST;
  const always = { ...LIST, filters: filters.map(({ all: _, ...filter }) => filter) };
  const { viewOf, addressOf } = listAddress(always);

  it("always has a choice: the first, which the address does not name", () => {
    const view = viewOf(new URLSearchParams("kind=nothing"));
    expect(view.filters).toEqual({ kind: "a" });
    expect(addressOf(view, "kind=nothing")).toBe("");
    expect(isNarrowed(always, view)).toBe(false);
  });

  it("has another one when the address names it", () => {
    const view = viewOf(new URLSearchParams("kind=b"));
    expect(view.filters).toEqual({ kind: "b" });
    expect(addressOf(view, "")).toBe("?kind=b");
  });

  it("keeps its choice when all rows are asked for, where any other gives way", () => {
    const view = { ...viewOf(new URLSearchParams("kind=b")), search: "bell" };
    expect(wholeView(always, view)).toEqual({ search: "", filters: { kind: "b" } });
    expect(wholeView(LIST, view)).toEqual({ search: "", filters: {} });
  });
});

describe("a filter of any text", () => {
  const free = { ...LIST, filters: [{ key: "where", label: "Where", all: "All", options: [], isFree: true }] };
  const { viewOf, addressOf, isStep } = listAddress(free);

  it("stands in the address as it is, narrows the list, and is a step that Back takes back", () => {
    const view = viewOf(new URLSearchParams({ where: '{"a":"b&c"}' }));
    expect(view.filters).toEqual({ where: '{"a":"b&c"}' });
    expect(viewOf(new URLSearchParams(addressOf(view, "")))).toEqual(view);
    expect(isNarrowed(free, view)).toBe(true);
    expect(wholeView(free, view).filters).toEqual({});
    expect(isStep?.({ filters: {} }, view)).toBe(true);
    expect(isStep?.({ filters: view.filters }, view)).toBe(false);
    expect(isStep?.({ search: "x" }, view)).toBe(false);
  });
});
