import type { Json } from "../json.ts";

/** Returns the name of a property or a type as words: `true_name` and `trueName` are "true name". */
export function wordsOfName(name: string): string {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/[_\s-]+/gu, " ")
    .trim();
  return /^[\p{Lu}\p{N} ]+$/u.test(words) ? words : words.toLowerCase();
}

/** Returns a text with its first letter in upper case. */
export function capitalized(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Returns the name of the entity with an id; null where the reader knows of none. */
export type NameOf = (id: string) => string | null;

const ENTITY_ID = /^ent_[0-9a-hjkmnp-tv-z]{26}$/;

/** Returns a value in words; an empty text where it says nothing, or names an entity that the reader does not know of. */
export function wordsOfValue(value: Json, nameOf: NameOf): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return ENTITY_ID.test(value) ? (nameOf(value) ?? "") : value.trim();
  if (Array.isArray(value)) return joined(value.map((each) => wordsOfValue(each, nameOf)));
  return joined(
    Object.entries(value).map(([name, each]) => {
      const words = wordsOfValue(each, nameOf);
      return words === "" ? "" : `${wordsOfName(name)}: ${words}`;
    }),
    "; ",
  );
}

/** Joins what says something; the full stop of a part stays at the end alone. */
function joined(parts: readonly string[], by = ", "): string {
  const said = parts.filter((each) => each !== "");
  return said.map((each, at) => (at === said.length - 1 ? each : each.replace(/(?<![.])[.。]$/u, ""))).join(by);
}

/** Returns a text that ends a sentence: with a full stop where it has no mark of its own. */
export function sentence(text: string): string {
  const words = text.trim();
  return words === "" || /[.!?…:;)"”’»。！？]$/u.test(words) ? words : `${words}.`;
}
