import type { Json } from "../json.ts";
import { numberOfText } from "../number-of-text.ts";
import { isList, type PropertyDefinition } from "./template.ts";

type Definition = Pick<PropertyDefinition, "kind" | "several">;

/** Whether a property holds nothing: it is absent, null, an empty text or an empty list. */
export function isEmptyValue(value: Json | undefined): value is undefined | null | "" | [] {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Returns the entries of a value: those of a list, else the value itself; none where it holds nothing. */
export function entriesOf(value: Json | undefined): readonly Json[] {
  if (isEmptyValue(value)) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the value of a property from its entries, as a list or as the first of them; undefined where there is none. */
export function valueOfEntries(definition: Definition, entries: readonly string[]): Json | undefined {
  return isList(definition) && entries.length > 0 ? [...entries] : entries[0];
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["true", true],
  ["no", false],
  ["false", false],
]);

/**
 * Reads the value of a property from a typed or pasted text. Entries of lists are separated by commas or line breaks. A text that is no
 * value of the kind stays a text, so that a check tells what is wrong with it; undefined where nothing was typed.
 */
export function valueOfText(definition: Definition, text: string): Json | undefined {
  const typed = definition.kind === "long_text" ? text : text.trim();
  if (typed.trim() === "") return undefined;
  if (isList(definition)) {
    const entries = typed.split(/[,\n]/).map((entry) => entry.trim());
    return valueOfEntries(definition, [...new Set(entries.filter((entry) => entry !== ""))]);
  }
  if (definition.kind === "number") return numberOfText(typed) ?? typed;
  if (definition.kind === "boolean") return WORDS.get(typed.toLowerCase()) ?? typed;
  return typed;
}

/** Returns the text by which {@link valueOfText} reads a value again; empty where there is none. */
export function textOfValue(value: Json | undefined): string {
  return entriesOf(value).map(textOfEntry).join(", ");
}

function textOfEntry(entry: Json): string {
  if (typeof entry === "boolean") return entry ? "yes" : "no";
  return typeof entry === "object" ? JSON.stringify(entry) : String(entry);
}
