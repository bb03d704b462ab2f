import { searchForm } from "#domain/search-form.ts";
import type { Outputs } from "../../frame/api/client.ts";

/** A dialogue as the list shows it. */
export type ListedDialogue = Outputs["dialogues"]["list"]["dialogues"][number];

export const SORTS = ["name", "words", "cards", "endings", "problems", "edited"] as const;
export type SortKey = (typeof SORTS)[number];

/** What the list shows, as its address says it. */
export interface ListView {
  readonly search: string;
  readonly sort: SortKey;
  readonly descending: boolean;
}

const USUAL: ListView = { search: "", sort: "edited", descending: true };

/** The view an address names. What it does not say, or says wrongly, is the usual: edited last first. */
export function viewOfAddress(query: Pick<URLSearchParams, "get">): ListView {
  const sort = query.get("sort") ?? "";
  const key = SORTS.find((each) => each === sort.replace(/^-/, ""));
  return {
    search: query.get("q") ?? "",
    ...(key === undefined
      ? { sort: USUAL.sort, descending: USUAL.descending }
      : { sort: key, descending: sort.startsWith("-") }),
  };
}

/** The query of an address with a view in it; what else it said stays. */
export function addressOfView(view: ListView, query: string): string {
  const next = new URLSearchParams(query);
  const isUsual = view.sort === USUAL.sort && view.descending === USUAL.descending;
  if (view.search === "") next.delete("q");
  else next.set("q", view.search);
  if (isUsual) next.delete("sort");
  else next.set("sort", `${view.descending ? "-" : ""}${view.sort}`);
  return next.size === 0 ? "" : `?${next}`;
}

/** How many structural problems a dialogue has; null where its numbers are not known. */
export function problemsOf({ stats }: ListedDialogue): number | null {
  return stats === undefined ? null : stats.dead_ends + stats.unreachable + stats.invalid_targets;
}

const editedAt = (dialogue: ListedDialogue): string => dialogue.stats?.edited_at ?? dialogue.updated_at;

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const ORDER: Readonly<Record<SortKey, (a: ListedDialogue, b: ListedDialogue) => number>> = {
  name: (a, b) => COLLATOR.compare(a.name, b.name),
  words: (a, b) => (a.stats?.words ?? 0) - (b.stats?.words ?? 0),
  cards: (a, b) => a.node_count - b.node_count,
  endings: (a, b) => (a.stats?.endings ?? 0) - (b.stats?.endings ?? 0),
  problems: (a, b) => (problemsOf(a) ?? 0) - (problemsOf(b) ?? 0),
  edited: (a, b) => (editedAt(a) < editedAt(b) ? -1 : editedAt(a) > editedAt(b) ? 1 : 0),
};

/** The dialogues a view shows, in its order; equals stand by name. */
export function shownDialogues(dialogues: readonly ListedDialogue[], view: ListView): readonly ListedDialogue[] {
  const wanted = searchForm(view.search.trim());
  const found = dialogues.filter(({ name }) => wanted === "" || searchForm(name).includes(wanted));
  const sign = view.descending ? -1 : 1;
  return found.toSorted((a, b) => sign * ORDER[view.sort](a, b) || COLLATOR.compare(a.name, b.name));
}

/** A name that is not taken yet: "Untitled dialogue", "Untitled dialogue 2", … */
export function freeName(dialogues: readonly Pick<ListedDialogue, "name">[], wanted = "Untitled dialogue"): string {
  const taken = new Set(dialogues.map(({ name }) => name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`;
    if (!taken.has(name)) return name;
  }
}
