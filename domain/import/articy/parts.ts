import { counted } from "../../counted.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { ImportError } from "../import-error.ts";
import type { ImportOptions } from "../import-options.ts";
import { field, textField } from "../json-fields.ts";
import { readJsonContent } from "../json-input.ts";
import { withFile } from "../line-places.ts";
import { quoted, type Report } from "../report.ts";

/** Files of an export of articy:draft X by what they hold. */
export const ARTICY_PARTS = {
  manifest: "manifest",
  variables: "global variables",
  definitions: "object definitions",
  objects: "objects of a package",
  texts: "texts",
  hierarchy: "hierarchy",
  methods: "script methods",
} as const;
export type ArticyPart = keyof typeof ARTICY_PARTS;

/** Returns the part of an articy:draft X export that a JSON value is; null where it is none. */
export function articyPartOf(value: unknown): ArticyPart | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const record = value as JsonObject;
  const has = (name: string): boolean => Object.hasOwn(record, name);
  const isList = (name: string): boolean => has(name) && Array.isArray(record[name]);
  if (has("Packages")) return isList("Packages") && isManifest(record) ? "manifest" : null;
  if (isList("Objects")) return "objects";
  if (isList("GlobalVariables")) return "variables";
  if (isList("ObjectDefinitions")) return "definitions";
  if (has("ScriptMethods")) return "methods";
  if (has("TechnicalName") && has("Type") && has("Id")) return "hierarchy";
  return isTexts(record) ? "texts" : null;
}

function isManifest(record: JsonObject): boolean {
  const variables = field(record, "GlobalVariables");
  if (isJsonObject(variables) && Object.hasOwn(variables, "FileName")) return true;
  return listOf(record, "Packages").some((each) => Object.hasOwn(each, "Files"));
}

/** Whether a value holds texts by key and language: `{"DFr_1.Text": {"en": {"Text": "Halt."}}}`. */
function isTexts(record: JsonObject): boolean {
  const entries = Object.entries(record).slice(0, 20);
  return (
    entries.length > 0 &&
    entries.every(
      ([key, entry]) =>
        key.includes(".") &&
        isJsonObject(entry) &&
        Object.values(entry).some((text) => isJsonObject(text) && Object.hasOwn(text, "Text")),
    )
  );
}

/** Export as one value, as articy:draft 3 writes it. */
interface JoinedExport {
  readonly value: Json;
  /** Language of its texts, where it names one. */
  readonly language: string | null;
  /** Languages beside it that it has texts in. */
  readonly others: readonly string[];
}

/**
 * Returns an export as one value: articy:draft 3 exports one file, articy:draft X several, which its manifest names. Keys of texts
 * become the texts in the language that is asked for, else in the first of the project; those in others are kept beside their objects.
 *
 * @throws {ImportError} where a part is given without those that hold the flow, with the names of the files that are needed
 */
export function joinedExport(content: unknown, options: ImportOptions, report: Report): JoinedExport {
  const value = readJsonContent(content);
  const main = articyPartOf(value);
  if (main === null) return { value, language: null, others: [] };
  const parts: Part[] = [{ name: options.file ?? "", value: value as JsonObject, part: main }];
  for (const { name, text } of options.others ?? []) {
    const other = inFile(name, () => readJsonContent(text));
    const part = articyPartOf(other);
    if (part !== null) parts.push({ name, value: other as JsonObject, part });
  }
  const manifest = parts.find(({ part }) => part === "manifest")?.value ?? null;
  const needed = manifest === null ? [] : neededBy(manifest);
  const of = (part: ArticyPart): JsonObject[] => parts.flatMap((each) => (each.part === part ? [each.value] : []));
  const objects = of("objects").flatMap((each) => listOf(each, "Objects"));
  if (of("objects").length === 0) throw incomplete(main, needed);
  const held = new Set(parts.map(({ name }) => fileName(name)));
  const missing = manifest === null ? ["manifest.json"] : needed.filter((name) => !held.has(fileName(name)));
  for (const name of missing)
    report.add("warning", "import_file_missing", `The file ${quoted(name)} of the export is missing.`, {
      source: name,
    });
  const texts = new Texts(of("texts"), manifest === null ? [] : listOf(manifest, "Languages"), options.language);
  const Models = objects.map((each) => texts.resolved(each));
  texts.describe(report);
  const joined = {
    Settings: objectOf(manifest, "Settings"),
    Project: objectOf(manifest, "Project"),
    GlobalVariables: of("variables").flatMap((each) => listOf(each, "GlobalVariables")),
    ObjectDefinitions: of("definitions").flatMap((each) => listOf(each, "ObjectDefinitions")),
    Packages: [{ Models }],
  };
  return { value: joined, language: texts.language, others: texts.others };
}

interface Part {
  readonly name: string;
  readonly value: JsonObject;
  readonly part: ArticyPart;
}

function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ImportError ? withFile(error, file) : error;
  }
}

/** Returns the names of the files that a manifest names and a story needs. */
function neededBy(manifest: JsonObject): string[] {
  const files = [
    objectOf(manifest, "GlobalVariables"),
    objectOf(objectOf(manifest, "ObjectDefinitions"), "Types"),
    ...listOf(manifest, "Packages")
      .filter((each) => field(each, "IsIncluded") !== false)
      .flatMap((each) => ["Objects", "Texts"].map((name) => objectOf(objectOf(each, "Files"), name))),
  ];
  return [...new Set(files.map((each) => textField(each, "FileName")).filter((name) => name !== ""))];
}

function incomplete(part: ArticyPart, needed: readonly string[]): ImportError {
  const what =
    part === "manifest"
      ? "This is the manifest of an articy:draft X export, which has its flow in other files"
      : `This is a part of an articy:draft X export (${ARTICY_PARTS[part]}), which has its flow in other files`;
  const with_ = needed.length === 0 ? "manifest.json and the other files of the export" : listed(needed);
  return new ImportError(
    "invalid_shape",
    `${what}. Import it together with ${with_}, in one import or as a zip archive.`,
    {
      pointer: "",
    },
  );
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}

/** Texts of an export by key and language. */
class Texts {
  readonly #entries = new Map<string, JsonObject>();
  /** Languages in the order in which a text is looked for in them. */
  readonly #order: readonly string[];
  readonly #others = new Set<string>();
  #untranslated = 0;

  constructor(files: readonly JsonObject[], languages: readonly JsonObject[], asked: string | undefined) {
    const found = new Set<string>();
    for (const file of files) {
      for (const [key, entry] of Object.entries(file)) {
        if (!isJsonObject(entry)) continue;
        this.#entries.set(key, entry);
        for (const [language] of spokenIn(entry)) found.add(language);
      }
    }
    const spoken = languages.filter((each) => field(each, "IsVoiceOver") !== true);
    const all = [...new Set([...spoken.map((each) => textField(each, "CultureName")), ...found])];
    if (asked !== undefined && all.some((each) => each !== "") && !all.includes(asked)) {
      throw new ImportError("unknown_language", `The export has no texts in ${asked}, but in ${named(all)}.`);
    }
    const chosen = asked !== undefined && all.includes(asked) ? [asked] : [];
    this.#order = [...new Set([...chosen, ...all])];
  }

  /** Language that the texts are taken from; null where the export names none. */
  get language(): string | null {
    return this.#order[0] || null;
  }

  /** Languages with a name that texts were kept of. */
  get others(): readonly string[] {
    return [...this.#others].filter((each) => each !== "" && each !== this.language);
  }

  /** Returns an object with its texts in place of their keys, and those of other languages in `locales`. */
  resolved(object: JsonObject): JsonObject {
    const technical = textField(objectOf(object, "Properties"), "TechnicalName");
    const others = new Map<string, JsonObject>();
    const read = (value: Json): Json => {
      if (typeof value === "string") return this.#text(value, technical, others);
      if (Array.isArray(value)) return value.map(read);
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]));
    };
    const whole = read(object);
    if (!isJsonObject(whole)) return object;
    if (others.size === 0) return whole;
    return { ...whole, Properties: { ...objectOf(whole, "Properties"), locales: Object.fromEntries(others) } };
  }

  #text(key: string, technical: string, locales: Map<string, JsonObject>): string {
    const entry = this.#entries.get(key);
    // A key without a text is no words of the story.
    if (entry === undefined) return technical !== "" && key.startsWith(`${technical}.`) ? "" : key;
    const rank = (language: string): number => this.#order.indexOf(language);
    const [first, ...others] = spokenIn(entry).sort(([a], [b]) => rank(a) - rank(b));
    if (first !== undefined && first[0] !== this.#order[0]) this.#untranslated += 1;
    for (const [language, text] of others) {
      this.#others.add(language);
      locales.set(language, { ...locales.get(language), [key.slice(key.indexOf(".") + 1)]: text });
    }
    return (first?.[1] ?? "").replace(/\r\n?/g, "\n");
  }

  /** Tells which language was taken, and that the others are kept. */
  describe(report: Report): void {
    if (this.#others.size === 0) return;
    const missing =
      this.#untranslated === 0
        ? ""
        : ` ${counted(this.#untranslated, "text is not in it, and is", "texts are not in it, and are")} taken from another.`;
    const message = `The texts are in ${named([this.#order[0] ?? ""])}. Those in ${named([...this.#others])} are kept with the cards.${missing}`;
    report.add("info", "articy_languages", message);
  }
}

function spokenIn(entry: JsonObject): (readonly [language: string, text: string])[] {
  return Object.entries(entry).flatMap(([language, each]) => {
    const text = isJsonObject(each) ? textField(each, "Text") : "";
    return text === "" ? [] : [[language, text] as const];
  });
}

/** Returns languages in words: articy has one without a name for projects in one language. */
function named(languages: readonly string[]): string {
  return listed(languages.map((each) => each || "a language without a name"));
}

function fileName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").toLowerCase();
}

function listOf(record: JsonObject, name: string): JsonObject[] {
  const value = field(record, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function objectOf(record: JsonObject | null, name: string): JsonObject {
  const value = record === null ? null : field(record, name);
  return isJsonObject(value) ? value : {};
}
