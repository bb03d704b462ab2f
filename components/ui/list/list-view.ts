import { searchForm } from "#domain/search-form.ts";
import type { AddressForm } from "../use-address-view.ts";
import type { ChosenColumns } from "./fit-columns.ts";
import type { Column, ListDefinition, TitleColumn } from "./list-definition.ts";

/** View of a list, as its address holds it. */
export interface ListView {
  readonly search: string;
  /** The column it is ordered by; empty for the order the rows come in. */
  readonly sort: string;
  readonly descending: boolean;
  /** Chosen values by filter; what is not chosen is absent. */
  readonly filters: Readonly<Record<string, string>>;
  /** Id of the row open beside the list; null for none. */
  readonly open: string | null;
  /** Columns that it shows, in their order; null for those the list shows by itself. */
  readonly columns: ChosenColumns;
}

/** The columns by which a list can be ordered, its title first. */
export function sortableColumns<Row>(list: ListDefinition<Row>): readonly (TitleColumn<Row> | Column<Row>)[] {
  return [list.title, ...list.columns].filter(({ sort }) => sort !== undefined);
}

/** Returns the reader and writer of a list's view in an address. Invalid parts of an address give the default. */
export function listAddress<Row>(list: ListDefinition<Row>): AddressForm<ListView> {
  const usual = list.order ?? { key: "", descending: false };
  const filters = list.filters ?? [];
  return {
    viewOf: (query) => {
      const sort = query.get("sort") ?? "";
      const column = sortableColumns(list).find(({ key }) => key === sort.replace(/^-/, ""));
      const chosen = filters.flatMap(({ key, all, options, isFree }) => {
        const said = query.get(key) ?? "";
        if (isFree === true) return said === "" ? [] : [[key, said] as const];
        const [first] = options;
        const asked = options.find(({ value }) => value === said) ?? (all === undefined ? first : undefined);
        return asked === undefined ? [] : [[key, asked.value] as const];
      });
      return {
        search: list.search === undefined ? "" : (query.get("q") ?? ""),
        sort: column?.key ?? usual.key,
        descending: column === undefined ? usual.descending : sort.startsWith("-"),
        filters: Object.fromEntries(chosen),
        open: list.opens === undefined ? null : query.get(list.opens),
        columns: readColumns(query.get(COLUMNS)),
      };
    },
    addressOf: (view, query) => {
      const next = new URLSearchParams(query);
      const put = (name: string, value: string | null | undefined) => {
        if (value == null || value === "") next.delete(name);
        else next.set(name, value);
      };
      const isUsual = view.sort === usual.key && view.descending === usual.descending;
      if (list.search !== undefined) put("q", view.search);
      put("sort", isUsual ? null : `${view.descending ? "-" : ""}${view.sort}`);
      for (const { key, all, options } of filters) {
        const isFirst = all === undefined && view.filters[key] === options[0]?.value;
        put(key, isFirst ? null : view.filters[key]);
      }
      if (list.opens !== undefined) put(list.opens, view.open);
      if (view.columns === null) next.delete(COLUMNS);
      else next.set(COLUMNS, view.columns.map(encodeURIComponent).join(" "));
      return next.size === 0 ? "" : `?${next}`;
    },
    isStep: ({ filters: chosen, ...change }, before) =>
      "open" in change ||
      (chosen !== undefined &&
        filters.some(({ key, isFree }) => isFree === true && chosen[key] !== before.filters[key])),
  };
}

/** Name of the chosen columns in an address. */
const COLUMNS = "columns";

function readColumns(text: string | null): ChosenColumns {
  if (text === null) return null;
  return text.split(" ").flatMap((key) => {
    try {
      return key === "" ? [] : [decodeURIComponent(key)];
    } catch {
      return [];
    }
  });
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : COLLATOR.compare(String(a), String(b));
}

/** The rows a view shows, found, filtered and ordered here; equals stand in the order of their titles. */
export function arrangeRows<Row>(list: ListDefinition<Row>, rows: readonly Row[], view: ListView): readonly Row[] {
  const { title } = list;
  const wanted = searchForm(view.search.trim());
  const textsOf = list.search?.texts ?? ((row: Row) => [title.text(row)]);
  const found = rows.filter(
    (row) =>
      (wanted === "" || textsOf(row).some((text) => searchForm(text).includes(wanted))) &&
      (list.filters ?? []).every(({ key, matches }) => {
        const value = view.filters[key];
        return value === undefined || (matches?.(row, value) ?? true);
      }),
  );
  const column = sortableColumns(list).find(({ key }) => key === view.sort);
  if (column === undefined) return found;
  const value = column.value ?? title.text;
  const sign = view.descending ? -1 : 1;
  return found.toSorted((a, b) => sign * compare(value(a), value(b)) || compare(title.text(a), title.text(b)));
}

/** Whether a view leaves rows out that another choice would show. */
export function isNarrowed<Row>({ filters = [] }: ListDefinition<Row>, view: ListView): boolean {
  return view.search.trim() !== "" || filters.some(({ key, all }) => all !== undefined && key in view.filters);
}

/** The change of a view that shows all rows: what always has a choice keeps it. */
export function wholeView<Row>(
  { filters = [] }: ListDefinition<Row>,
  view: ListView,
): Pick<ListView, "search" | "filters"> {
  const kept = Object.entries(view.filters).filter(([name]) =>
    filters.some(({ key, all }) => key === name && all === undefined),
  );
  return { search: "", filters: Object.fromEntries(kept) };
}
