import { escapeToken } from "../../change/pointer.ts";
import { ImportError } from "../import-error.ts";
import type { Lorebook, LoreEntry } from "./card.ts";
import { CARD_LIMITS } from "./card-limits.ts";
import { refuseLargeText } from "./card-text.ts";
import { JsonObjectFields } from "./json-object.ts";
import { type JsonSpan, readJsonText } from "./json-text.ts";

/** Name that the format of lorebooks in files of their own has in them. */
export const LOREBOOK_SPEC = "lorebook_v3";

/**
 * Reads a lorebook from the text of a file: the World Info of SillyTavern, `lorebook_v3`, or the lorebook of a card by itself.
 *
 * @throws {ImportError} where it is none, or larger than a card may be
 */
export function readLorebook(text: string): Lorebook {
  refuseLargeText(text.length);
  const root = new JsonObjectFields(readJsonText(text), "");
  const spec = root.text("spec");
  if (spec !== "" && spec !== LOREBOOK_SPEC)
    throw new ImportError("unknown_format", "The file is not a lorebook.", { pointer: "/spec" });
  const book = spec === "" ? root : root.object("data");
  if (book === null || book.at("entries") === null)
    throw new ImportError("unknown_format", "The file is not a lorebook: it has no entries.", { pointer: "" });
  return lorebookOf(book);
}

/**
 * Returns the lorebook of an object: its entries in a list, as cards have them, or by their numbers, as SillyTavern has them.
 *
 * @throws {ImportError} where a field has another type than it must have, or there are more entries than a card may have
 */
export function lorebookOf(book: JsonObjectFields): Lorebook {
  const entries = book.at("entries");
  const found: [string, JsonSpan][] =
    entries?.kind === "object"
      ? [...entries.members]
      : (book.array("entries")?.items ?? []).map((item, at) => [String(at), item]);
  if (found.length > CARD_LIMITS.entries) {
    const limit = CARD_LIMITS.entries.toLocaleString("en");
    throw new ImportError("too_large", `The lorebook has more than ${limit} entries, the limit of a card.`);
  }
  const read = entries?.kind === "object" ? worldInfoEntry : bookEntry;
  const list = found.map(([key, span]) => {
    const pointer = `${book.pointer}/entries/${escapeToken(key)}`;
    return read(new JsonObjectFields(span, pointer), pointer);
  });
  return { name: book.text("name"), entries: list };
}

function bookEntry(fields: JsonObjectFields, pointer: string): LoreEntry {
  return {
    pointer,
    name: fields.text("name") || fields.text("comment"),
    keys: fields.texts("keys", true),
    secondary_keys: fields.texts("secondary_keys", true),
    ...splitContent(fields.text("content")),
    enabled: fields.flag("enabled", true),
    constant: fields.flag("constant", false),
    use_regex: fields.flag("use_regex", false),
    insertion_order: fields.number("insertion_order") ?? DEFAULT_ORDER,
  };
}

/** Order of the entries that say none, as SillyTavern has it. */
export const DEFAULT_ORDER = 100;

function worldInfoEntry(fields: JsonObjectFields, pointer: string): LoreEntry {
  return {
    pointer,
    name: fields.text("comment"),
    keys: fields.texts("key", true),
    secondary_keys: fields.texts("keysecondary", true),
    ...splitContent(fields.text("content")),
    enabled: !fields.flag("disable", false),
    constant: fields.flag("constant", false),
    use_regex: false,
    insertion_order: fields.number("order") ?? DEFAULT_ORDER,
  };
}

/** Splits the content of an entry into the decorators it begins with and the text behind them. */
function splitContent(content: string): Pick<LoreEntry, "text" | "decorators"> {
  const lines = content.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("@@"));
  const head = first < 0 ? lines : lines.slice(0, first);
  const decorators = head.filter((line) => line.startsWith("@@"));
  return { decorators, text: decorators.length === 0 ? content : first < 0 ? "" : lines.slice(first).join("\n") };
}
