import { searchForm } from "#domain/search-form.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";

export const SORTS = ["name", "type", "changed"] as const;
export type SortKey = (typeof SORTS)[number];

/** What the list shows, as its address says it. */
export interface ListView {
  readonly search: string;
  readonly sort: SortKey;
  readonly descending: boolean;
  /** The variable that is open: its id, `new` for one that is being made, or null. */
  readonly open: string | null;
}

type Query = Pick<URLSearchParams, "get">;

/** The view an address names. What it does not say, or says wrongly, is the usual. */
export function viewOfAddress(query: Query): ListView {
  const sort = query.get("sort") ?? "";
  const key = SORTS.find((each) => each === sort.replace(/^-/, ""));
  return {
    search: query.get("q") ?? "",
    sort: key ?? "name",
    descending: key !== undefined && sort.startsWith("-"),
    open: query.get("variable"),
  };
}

/** An address with a view in it; what else it said stays. */
export function addressOfView(view: ListView, query: string): string {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null) => {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  };
  put("q", view.search);
  put("sort", view.sort === "name" && !view.descending ? null : `${view.descending ? "-" : ""}${view.sort}`);
  put("variable", view.open);
  return next.size === 0 ? "" : `?${next}`;
}

const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The variables a view shows, in its order. */
export function shownVariables(variables: readonly ProjectVariable[], view: ListView): ProjectVariable[] {
  const search = searchForm(view.search.trim());
  const found = variables.filter(
    ({ name, description, type }) =>
      search === "" || [name, description, type].some((text) => searchForm(text).includes(search)),
  );
  const by: Record<SortKey, (a: ProjectVariable, b: ProjectVariable) => number> = {
    name: (a, b) => words.compare(a.name, b.name),
    type: (a, b) => words.compare(a.type, b.type) || words.compare(a.name, b.name),
    changed: (a, b) => words.compare(a.updated_at, b.updated_at) || words.compare(a.name, b.name),
  };
  found.sort(by[view.sort]);
  return view.descending ? found.reverse() : found;
}
