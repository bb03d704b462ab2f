import { parse } from "yaml";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Note } from "./notes.ts";

/**
 * Returns notes as rows of NDJSON: the name of the file is the name, what stands between `---` lines at its beginning (YAML, as Obsidian
 * and others write properties) are columns of their own, the text below is the description. Links are the names they show.
 */
export function rowsOfNotes(notes: readonly Note[]): string {
  return notes.map((note) => `${JSON.stringify(rowOf(note))}\n`).join("");
}

const FRONT_MATTER = /^---[^\S\n]*\n([\s\S]*?)^(?:---|\.\.\.)[^\S\n]*(?:\n|$)/m;

function rowOf({ name, content }: Note): JsonObject {
  const text = content.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  const found = FRONT_MATTER.exec(text);
  const properties = found?.index === 0 ? propertiesOf(found[1] ?? "") : null;
  // What cannot be read as properties stays, as it is, in the description.
  const body = properties === null || found === null ? text : text.slice(found[0].length);
  const description = plainLinks(body).trim();
  const title = (name.split("/").at(-1) ?? name).replace(/\.(?:md|markdown)$/i, "");
  return { name: title, ...properties, ...(description !== "" && { description }) };
}

/** Returns the properties of a note; null where they are none that YAML knows. */
function propertiesOf(source: string): JsonObject | null {
  try {
    // A link without quotes is a list in a list for YAML.
    const quoted = source.replaceAll(/^(\s*(?:[^\s:#"'[][^:\n]*:|-)[^\S\n]*)(\[\[[^\]\n]+\]\])[^\S\n]*$/gm, '$1"$2"');
    const value: unknown = JSON.parse(JSON.stringify(parse(quoted, { schema: "core" }) ?? {}));
    return isJsonObject(value) ? withPlainLinks(value) : null;
  } catch {
    return null;
  }
}

function withPlainLinks(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "string" ? plainLinks(each) : each)));
}

/** Replaces the links of a text, `[[Odo Pell|Odo]]`, by the words they show; embedded files are left out. */
function plainLinks(text: string): string {
  return text
    .replaceAll(/!\[\[[^\]\n]*\]\]/g, "")
    .replaceAll(/\[\[([^\]|\n]+)(?:\|([^\]\n]*))?\]\]/g, (_, target: string, shown?: string) => {
      return shown?.trim() || (target.split("#")[0] || target).split("/").at(-1) || target;
    });
}
