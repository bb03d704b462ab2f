import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { ImportError } from "../import-error.ts";
import { field } from "../json-fields.ts";
import { type Locales, readLocales } from "./locales.ts";

/** The collections of an Arcweave project, each by id. What is not an object in them is passed over. */
export interface ArcweaveProject {
  root: JsonObject;
  boards: Map<string, JsonObject>;
  notes: Map<string, JsonObject>;
  elements: Map<string, JsonObject>;
  jumpers: Map<string, JsonObject>;
  connections: Map<string, JsonObject>;
  branches: Map<string, JsonObject>;
  conditions: Map<string, JsonObject>;
  components: Map<string, JsonObject>;
  attributes: Map<string, JsonObject>;
  variables: Map<string, JsonObject>;
  assets: Json;
  locales: Locales;
}

/**
 * Reads the outer shape of an Arcweave export; only the boards must be there. Of an export with several languages it takes the texts
 * of one, which can be named; that which is translated from no other by default.
 *
 * @throws {ImportError} where the export has another shape, or no texts in the language
 */
export function readProject(content: Json, language?: string): ArcweaveProject {
  if (!isJsonObject(content)) {
    throw new ImportError("invalid_shape", "An Arcweave project must be a JSON object.", { pointer: "" });
  }
  if (!isJsonObject(field(content, "boards"))) {
    throw new ImportError("invalid_shape", "The boards of an Arcweave project must be an object.", {
      pointer: "/boards",
    });
  }
  const { locales, worded } = readLocales(content, language);
  const collection = (name: string): Map<string, JsonObject> => {
    const value = field(content, name);
    if (value === null) return new Map();
    if (!isJsonObject(value)) {
      throw new ImportError("invalid_shape", `${name} must be an object of objects by id.`, { pointer: `/${name}` });
    }
    const records = Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
    return new Map(records.map(([id, record]) => [id, worded(id, record)]));
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
    locales,
  };
}
