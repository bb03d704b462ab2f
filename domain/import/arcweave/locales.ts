import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { ImportError } from "../import-error.ts";
import { field, textField } from "../json-fields.ts";

/** Languages of an export, which keeps the texts of all of them apart from its objects. */
export interface Locales {
  /** Language that the texts are taken from; null where the export is in one language only. */
  readonly chosen: string | null;
  /** The other languages that have texts. */
  readonly others: readonly string[];
  /** Number of texts that the chosen language does not have, and that are taken from the one it is translated from. */
  readonly untranslated: number;
}

/** Words of an object, by field. */
interface Words {
  /** Texts in the chosen language, or in the one it is translated from. */
  readonly chosen: ReadonlyMap<string, string>;
  /** Texts in the other languages, as they are kept beside the object. */
  readonly others: JsonObject;
}

/** Texts of an export by the ids of its objects. */
export interface LocalizedTexts {
  readonly locales: Locales;
  /** An object with its texts in the chosen language, and those of the others in `locales`. */
  readonly worded: (id: string, record: JsonObject) => JsonObject;
}

/** Languages followed from one to the one it is translated from, which also ends the search in a circle. */
const MOST_BASES = 16;

/**
 * Reads the texts of an export with several languages (`contents[id][field][iso].text`), each from the language that is asked
 * for, else from the one that language is translated from.
 *
 * @throws {ImportError} where the export does not have the language that is asked for
 */
export function readLocales(root: JsonObject, asked: string | undefined): LocalizedTexts {
  const contents = field(root, "contents");
  const words = new Map(isJsonObject(contents) ? Object.entries(contents) : []);
  const bases = new Map<string, string>();
  const named = field(root, "locales");
  for (const each of Array.isArray(named) ? named.filter(isJsonObject) : []) {
    const iso = textField(each, "iso");
    if (iso !== "" && !bases.has(iso)) bases.set(iso, textField(each, "base"));
  }
  const used = new Set(Array.from(words.values()).flatMap(isosIn));
  const all = [...new Set([...bases.keys(), ...used])];
  if (asked !== undefined && all.length > 0 && !all.includes(asked)) {
    throw new ImportError("unknown_language", `The file has no texts in ${asked}, but in ${all.join(", ")}.`, {
      pointer: "/locales",
    });
  }
  const base = Array.from(bases).find(([, of]) => of === "")?.[0];
  const chosen = all.length === 0 ? null : (asked ?? base ?? all[0] ?? null);
  const order = chosen === null ? [] : orderOf(chosen, bases, base);
  const read = new Map(Array.from(words, ([id, fields]) => [id, wordsOf(fields, order)]));
  const untranslated = Array.from(read.values()).reduce((sum, each) => sum + each.missing, 0);
  return {
    locales: { chosen, others: [...used].filter((iso) => iso !== chosen), untranslated },
    worded: (id, record) => {
      const own = read.get(id);
      return own === undefined ? record : withWords(record, own);
    },
  };
}

/** The languages a text is looked for in: the chosen one, those it is translated from, and the one that is translated from none. */
function orderOf(chosen: string, bases: ReadonlyMap<string, string>, base: string | undefined): string[] {
  const order = [chosen];
  for (let at = bases.get(chosen); at !== undefined && at !== "" && order.length < MOST_BASES; at = bases.get(at)) {
    if (order.includes(at)) break;
    order.push(at);
  }
  return base === undefined || order.includes(base) ? order : [...order, base];
}

function isosIn(fields: Json): string[] {
  if (!isJsonObject(fields)) return [];
  return Object.values(fields).flatMap((byIso) => (isJsonObject(byIso) ? Object.keys(byIso) : []));
}

function wordsOf(fields: Json, order: readonly string[]): Words & { readonly missing: number } {
  const chosen = new Map<string, string>();
  const others = new Map<string, Map<string, string>>();
  let missing = 0;
  for (const [name, byIso] of isJsonObject(fields) ? Object.entries(fields) : []) {
    if (!isJsonObject(byIso)) continue;
    const texts = new Map(
      Object.entries(byIso).flatMap(([iso, text]) => ((of) => (of === null ? [] : [[iso, of]]))(textOf(text))),
    );
    const found = order.find((iso) => texts.has(iso));
    if (found !== order[0] && texts.size > 0) missing += 1;
    const text = found === undefined ? undefined : texts.get(found);
    if (text !== undefined) chosen.set(name, text);
    for (const [iso, other] of texts) {
      if (iso !== order[0]) others.set(iso, (others.get(iso) ?? new Map<string, string>()).set(name, other));
    }
  }
  const kept = Array.from(others, ([iso, texts]) => [iso, Object.fromEntries(texts)]);
  return { chosen, others: Object.fromEntries(kept), missing };
}

function textOf(text: Json): string | null {
  if (typeof text === "string") return text;
  const of = isJsonObject(text) ? field(text, "text") : null;
  return typeof of === "string" ? of : null;
}

function withWords(record: JsonObject, { chosen, others }: Words): JsonObject {
  const fields = Array.from(chosen, ([name, text]): [string, Json] => {
    const own = field(record, name);
    // The value of an attribute is an object around its text.
    return [name, isJsonObject(own) ? { ...own, data: text } : text];
  });
  const kept = Object.keys(others).length === 0 ? {} : { locales: others };
  return { ...record, ...Object.fromEntries(fields), ...kept };
}
