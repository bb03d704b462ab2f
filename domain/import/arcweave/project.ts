import { isJsonRecord, type JsonRecord, type JsonValue } from "../../filter/json-value.ts";
import { ImportError } from "../import-error.ts";

/** A field of a JSON object that may be anything. */
export function field(record: JsonRecord, name: string): JsonValue {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

export function textField(record: JsonRecord, name: string): string {
  const value = field(record, name);
  return typeof value === "string" ? value : "";
}

/** The strings of a list field; anything else in it is passed over. */
export function idsField(record: JsonRecord, name: string): string[] {
  const value = field(record, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The collections of an Arcweave project, each by id. What is not an object in them is passed over. */
export interface ArcweaveProject {
  root: JsonRecord;
  boards: Map<string, JsonRecord>;
  notes: Map<string, JsonRecord>;
  elements: Map<string, JsonRecord>;
  jumpers: Map<string, JsonRecord>;
  connections: Map<string, JsonRecord>;
  branches: Map<string, JsonRecord>;
  conditions: Map<string, JsonRecord>;
  components: Map<string, JsonRecord>;
  attributes: Map<string, JsonRecord>;
  variables: Map<string, JsonRecord>;
  assets: JsonValue;
}

/** Reads the outer shape of an Arcweave export; only the boards must be there. */
export function readProject(content: JsonValue): ArcweaveProject {
  if (!isJsonRecord(content)) {
    throw new ImportError("invalid_shape", "An Arcweave project is a JSON object.", { pointer: "" });
  }
  if (!isJsonRecord(field(content, "boards"))) {
    throw new ImportError("invalid_shape", "An Arcweave project has its boards in an object.", { pointer: "/boards" });
  }
  const collection = (name: string): Map<string, JsonRecord> => {
    const value = field(content, name);
    if (value === null) return new Map();
    if (!isJsonRecord(value)) {
      throw new ImportError("invalid_shape", `${name} must be an object of objects by id.`, { pointer: `/${name}` });
    }
    return new Map(Object.entries(value).filter((entry): entry is [string, JsonRecord] => isJsonRecord(entry[1])));
  };
  return {
    root: content,
    boards: collection("boards"),
    notes: collection("notes"),
    elements: collection("elements"),
    jumpers: collection("jumpers"),
    connections: collection("connections"),
    branches: collection("branches"),
    conditions: collection("conditions"),
    components: collection("components"),
    attributes: collection("attributes"),
    variables: collection("variables"),
    assets: field(content, "assets"),
  };
}

/** A copy of an object without some of its fields. */
export function without(record: JsonRecord, ...names: string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
