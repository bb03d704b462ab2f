import { jsonEqual } from "../../json.ts";
import type { LoreEntry } from "./card.ts";
import { layoutOf } from "./card-layout.ts";
import { JsonTextEdits } from "./edit-json-text.ts";
import type { JsonObjectFields } from "./json-object.ts";
import { type ArraySpan, type ObjectSpan, readJsonText } from "./json-text.ts";
import { DEFAULT_ORDER, LOREBOOK_SPEC } from "./lorebook.ts";
import { cardLorebook } from "./read-card.ts";

/** New entry of a lorebook. Its order is the usual one and it has no decorators unless they are given. */
export type NewEntry = Pick<LoreEntry, "keys" | "secondary_keys" | "text" | "constant"> &
  Partial<Pick<LoreEntry, "name" | "decorators" | "insertion_order" | "use_regex">>;

/** Entry of the lorebook of another card: its JSON text, and what it says. */
export interface OtherEntry {
  readonly json: string;
  readonly entry: LoreEntry;
}

/** Parts of an entry that are to be other ones; one that is absent stays. */
export interface EntryChanges extends Partial<Pick<LoreEntry, "text" | "keys" | "secondary_keys">> {
  /** Returns what its name, and its comment, are to be. */
  readonly renamed?: (name: string) => string;
}

/**
 * Entry that a lorebook is to have: one of the source, by its index there, or one of another card, with other parts where some are given;
 * or a new one.
 */
export type WantedEntry =
  | ({ readonly entry: number } & EntryChanges)
  | ({ readonly other: OtherEntry } & EntryChanges)
  | NewEntry;

/**
 * Returns the entries of the lorebook of a card, in their order, so that another card can have them as they are.
 *
 * @throws {ImportError} where the text is no card
 */
export function entriesOf(source: string): OtherEntry[] {
  const { data } = layoutOf(source);
  const known = cardLorebook(data)?.entries ?? [];
  const items = data.object("character_book")?.array("entries")?.items ?? [];
  return known.flatMap((entry, at) => {
    const span = items[at];
    return span === undefined ? [] : [{ json: source.slice(span.start, span.end), entry }];
  });
}

/** Changes the lorebook of a card to some entries. Those of the source stay as they are, but for parts that are other ones. */
export function writeLorebook(data: JsonObjectFields, edits: JsonTextEdits, wanted: readonly WantedEntry[]): void {
  const book = data.object("character_book");
  const known = cardLorebook(data)?.entries ?? [];
  const list = book?.array("entries") ?? null;
  if (list === null) {
    if (wanted.length === 0) return;
    const entries = wanted.flatMap((each) => ("entry" in each ? [] : [entryJson(each)]));
    const list = `[${entries.join(",")}]`;
    if (book === null) edits.putText(data.span, "character_book", `{"extensions":{},"entries":${list}}`);
    else edits.putText(book.span, "entries", list);
    return;
  }
  const isSame = wanted.length === known.length && wanted.every((each, at) => "entry" in each && each.entry === at);
  if (isSame) {
    for (const [at, each] of wanted.entries()) {
      const object = objectAt(list, at);
      for (const [name, value] of changedMembers(object, known[at], each)) edits.put(object, name, value);
    }
    return;
  }
  const items = wanted.map((each) => {
    if (!("entry" in each)) return entryJson(each);
    const text = edits.textOf(objectAt(list, each.entry));
    return withChanges(text, known[each.entry], each);
  });
  edits.setItems(list, items);
}

/** Writes a lorebook in a file of its own (`lorebook_v3`). */
export function lorebookText(name: string, entries: readonly NewEntry[]): string {
  return JSON.stringify({ spec: LOREBOOK_SPEC, data: { name, extensions: {}, entries: entries.map(newEntry) } });
}

/** Returns the JSON text of an entry that the source does not have. */
function entryJson(wanted: Exclude<WantedEntry, { readonly entry: number }>): string {
  if (!("other" in wanted)) return JSON.stringify(newEntry(wanted));
  const { json, entry } = wanted.other;
  return withChanges(json, entry, wanted);
}

/** Returns the members of an entry's object that its changes make other ones. */
function changedMembers(
  { members }: ObjectSpan,
  entry: LoreEntry | undefined,
  { text, renamed, keys, secondary_keys }: EntryChanges,
): [member: string, value: string | readonly string[]][] {
  if (entry === undefined) return [];
  const isOther = (list: readonly string[] | undefined, known: readonly string[]): list is readonly string[] =>
    list !== undefined && !jsonEqual(list, known);
  const changed: [string, string | readonly string[]][] = [];
  if (text !== undefined && text !== entry.text) changed.push(["content", [...entry.decorators, text].join("\n")]);
  for (const member of ["name", "comment"]) {
    const known = members.get(member);
    if (renamed === undefined || known?.kind !== "scalar" || typeof known.value !== "string") continue;
    const name = renamed(known.value);
    if (name !== known.value) changed.push([member, name]);
  }
  if (isOther(keys, entry.keys)) changed.push(["keys", keys]);
  if (isOther(secondary_keys, entry.secondary_keys)) changed.push(["secondary_keys", secondary_keys]);
  return changed;
}

function withChanges(source: string, entry: LoreEntry | undefined, changes: EntryChanges): string {
  const object = readJsonText(source);
  if (object.kind !== "object") return source;
  const edits = new JsonTextEdits(source);
  for (const [name, value] of changedMembers(object, entry, changes)) edits.put(object, name, value);
  return edits.result();
}

/** @throws {RangeError} where the list has no object at the index */
function objectAt(list: ArraySpan, index: number): ObjectSpan {
  const item = list.items[index];
  if (item?.kind !== "object") throw new RangeError(`The lorebook has no entry ${index}.`);
  return item;
}

function newEntry({ keys, secondary_keys, text, constant, name = "", ...given }: NewEntry): object {
  return {
    keys,
    content: [...(given.decorators ?? []), text].join("\n"),
    extensions: {},
    enabled: true,
    insertion_order: given.insertion_order ?? DEFAULT_ORDER,
    use_regex: given.use_regex ?? false,
    constant,
    selective: secondary_keys.length > 0,
    secondary_keys,
    ...(name !== "" && { name }),
  };
}
