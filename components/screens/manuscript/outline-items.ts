import type { Book, OutlinedAct, OutlinedChapter } from "./book-types.ts";

/** Passage as a row of the outline. */
export interface OutlinedPassage {
  readonly id: string;
  /** First words of the text. */
  readonly words: string;
  readonly isNote: boolean;
}

/** Row of the outline, with those that lie in it. */
export type OutlineItem =
  | {
      readonly kind: "act";
      readonly id: string;
      readonly name: string;
      readonly act: OutlinedAct;
      readonly items: readonly OutlineItem[];
    }
  | {
      readonly kind: "chapter";
      readonly id: string;
      readonly name: string;
      readonly chapter: OutlinedChapter;
      readonly items: readonly OutlineItem[];
    }
  | {
      readonly kind: "passage";
      readonly id: string;
      readonly name: string;
      readonly passage: OutlinedPassage;
      readonly chapterId: string;
      readonly items: readonly [];
    };

/** Place that something goes to: its container, and what it follows there; null for the first place. */
export interface OutlineMove {
  readonly kind: OutlineItem["kind"];
  readonly id: string;
  /** Act of a chapter, or chapter of a passage; null for the book itself. */
  readonly into: string | null;
  readonly after: string | null;
}

type Placed = { readonly id: string; readonly order_key: string };

/** Order of what stands beside one another, by code unit, as the service has it. */
function byPlace(a: Placed, b: Placed): number {
  if (a.order_key !== b.order_key) return a.order_key < b.order_key ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Returns the outline as a tree: acts and chapters outside of acts in one order, chapters in their acts, and the passages of one chapter. */
export function outlineItems(
  { acts, chapters }: Pick<Book, "acts" | "chapters">,
  open: { readonly chapterId: string; readonly passages: readonly OutlinedPassage[] } | null,
): readonly OutlineItem[] {
  const itemOf = (chapter: OutlinedChapter): OutlineItem => ({
    kind: "chapter",
    id: chapter.id,
    name: chapter.title,
    chapter,
    items:
      open?.chapterId !== chapter.id
        ? []
        : open.passages.map((passage) => ({
            kind: "passage",
            id: passage.id,
            name: passage.words,
            passage,
            chapterId: chapter.id,
            items: [],
          })),
  });
  const ofAct = Map.groupBy(chapters, ({ act_id }) => act_id);
  const inside = (id: string | null) => (ofAct.get(id) ?? []).toSorted(byPlace);
  const tops = [
    ...inside(null).map((chapter) => ({ id: chapter.id, order_key: chapter.order_key, item: itemOf(chapter) })),
    ...acts.map((act) => ({
      id: act.id,
      order_key: act.order_key,
      item: { kind: "act" as const, id: act.id, name: act.title, act, items: inside(act.id).map(itemOf) },
    })),
  ];
  return tops.sort(byPlace).map(({ item }) => item);
}

/** Returns the chapters as they happen, those whose time is not told behind the others, as rows without levels. */
export function storyItems({ chapters }: Pick<Book, "chapters">): readonly OutlineItem[] {
  return chapters.map((chapter) => ({ kind: "chapter", id: chapter.id, name: chapter.title, chapter, items: [] }));
}

/** Step of a row: a place up or down, out of its act, or into the one before it. */
export type OutlineStep = "up" | "down" | "out" | "in";

/** Siblings of an item, with what they lie in; null for the book. */
interface Siblings {
  readonly into: OutlineItem | null;
  readonly items: readonly OutlineItem[];
  readonly at: number;
}

function siblingsOf(items: readonly OutlineItem[], id: string, into: OutlineItem | null = null): Siblings | null {
  const at = items.findIndex((each) => each.id === id);
  if (at >= 0) return { into, items, at };
  for (const each of items) {
    const found = siblingsOf(each.items, id, each);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the move that a step is; null where there is nothing in its way. */
export function moveBy(items: readonly OutlineItem[], id: string, step: OutlineStep): OutlineMove | null {
  const found = siblingsOf(items, id);
  if (found === null) return null;
  const { into, items: siblings, at } = found;
  const { kind } = siblings[at] as OutlineItem;
  const to = (container: string | null, after: string | null): OutlineMove => ({ kind, id, into: container, after });
  const own = into?.id ?? null;
  const isInAct = kind === "chapter" && into !== null;
  if (step === "out") return isInAct ? to(null, own) : null;
  if (step === "in") {
    const above = siblings[at - 1];
    return kind === "chapter" && into === null && above?.kind === "act"
      ? to(above.id, above.items.at(-1)?.id ?? null)
      : null;
  }
  if (step === "up") {
    if (at > 0) return to(own, siblings[at - 2]?.id ?? null);
    // The first chapter of an act leaves it upwards.
    const top = isInAct ? items.findIndex((each) => each.id === own) : -1;
    return top < 0 ? null : to(null, items[top - 1]?.id ?? null);
  }
  if (at < siblings.length - 1) return to(own, siblings[at + 1]?.id ?? null);
  return isInAct ? to(null, own) : null;
}

/** Returns the move of what is dropped on a row: into an act or chapter that takes it, else behind the row; null where it cannot go there. */
export function moveOnto(
  dragged: OutlineItem,
  over: OutlineItem | null,
  items: readonly OutlineItem[],
): OutlineMove | null {
  const { kind, id } = dragged;
  if (over === null) {
    const last = items.at(-1);
    return kind === "passage" || last === undefined || last.id === id ? null : { kind, id, into: null, after: last.id };
  }
  if (over.id === id) return null;
  if (kind === "passage") {
    if (over.kind === "act") return null;
    if (over.kind === "passage") return { kind, id, into: over.chapterId, after: over.id };
    return {
      kind,
      id,
      into: over.id,
      after: over.items.findLast((each) => each.id !== id)?.id ?? (over.items.length > 0 ? null : LAST),
    };
  }
  if (over.kind === "passage") return null;
  if (kind === "act") {
    // An act stands in no other.
    const top = over.kind === "act" ? over.id : over.chapter.act_id === null ? over.id : over.chapter.act_id;
    return top === id ? null : { kind, id, into: null, after: top };
  }
  if (over.kind === "act")
    return { kind, id, into: over.id, after: over.items.findLast((each) => each.id !== id)?.id ?? null };
  return { kind, id, into: over.chapter.act_id, after: over.id };
}

/** Stands for the last place, where what is there is not known. */
export const LAST = "last";
