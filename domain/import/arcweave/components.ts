import { fitsType, neutralValue, VARIABLE_DEFAULTS, type VariableType } from "../../dialogue/wire.ts";
import type { Scalar } from "../../expression.ts";
import type { Json, JsonObject } from "../../json.ts";
import { field, idsField, textField } from "../json-fields.ts";
import { quoted, type Report } from "../report.ts";
import type { ImportedEntity, ImportedVariable } from "../story.ts";
import type { ArcweaveProject } from "./project.ts";
import { plainText } from "./rich-text.ts";

/** Entity types by the name of the folder a component lies in, at any depth. */
const FOLDER_TYPES: readonly [RegExp, string][] = [
  [/^(?:characters?|npcs?|cast|people|personas?)$/i, "character"],
  [/^(?:locations?|places?|areas?|rooms?|maps?)$/i, "location"],
  [/^(?:items?|objects?|props?|inventory|artifacts?)$/i, "item"],
  [/^(?:factions?|groups?|organi[sz]ations?)$/i, "faction"],
  [/^(?:quests?|missions?)$/i, "quest"],
];

/** Greatest number of parent folders looked at, which also ends the search in circular folders. */
const FOLDER_DEPTH = 32;

/** Components as entities, their attributes as properties. Folders give the entities their type and are no entities. */
export function readEntities(project: ArcweaveProject, report: Report): ImportedEntity[] {
  const parents = new Map<string, string>();
  for (const [id, component] of project.components) {
    for (const child of idsField(component, "children")) if (!parents.has(child)) parents.set(child, id);
  }
  const entities: ImportedEntity[] = [];
  for (const [id, component] of project.components) {
    const name = plainText(textField(component, "name")) || "Unnamed component";
    if (isFolder(component)) {
      if (field(component, "root") !== true) {
        const message = `The component folder ${quoted(name)} became the type of its components, not an entity.`;
        report.add("info", "arcweave_component_folder", message);
      }
      continue;
    }
    entities.push({
      key: id,
      type: typeOf(id, parents, project),
      name,
      properties: propertiesOf(component, project),
      parent_key: null,
    });
  }
  return entities;
}

function isFolder(record: JsonObject): boolean {
  return field(record, "root") === true || Array.isArray(field(record, "children"));
}

function typeOf(id: string, parents: ReadonlyMap<string, string>, project: ArcweaveProject): string {
  let at = parents.get(id);
  for (let level = 0; at !== undefined && level < FOLDER_DEPTH; level++, at = parents.get(at)) {
    const name = textField(project.components.get(at) ?? {}, "name").trim();
    const found = FOLDER_TYPES.find(([pattern]) => pattern.test(name));
    if (found !== undefined) return found[1];
  }
  return "component";
}

function propertiesOf(component: JsonObject, project: ArcweaveProject): JsonObject {
  const properties = new Map<string, Json>();
  const counts = new Map<string, number>();
  for (const id of new Set(idsField(component, "attributes"))) {
    const attribute = project.attributes.get(id);
    if (attribute === undefined) continue;
    const base = plainText(textField(attribute, "name")).trim() || id;
    let count = counts.get(base) ?? 1;
    let name = base;
    while (properties.has(name)) name = `${base} (${++count})`;
    counts.set(base, count);
    properties.set(name, attributeValue(field(attribute, "value")));
  }
  return Object.fromEntries(properties);
}

function attributeValue(value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const data = field(value, "data");
  return typeof data === "string" && /<[a-z/]/i.test(data) ? plainText(data) : data;
}

const VARIABLE_TYPES: Readonly<Record<string, VariableType>> = {
  boolean: "boolean",
  integer: "integer",
  float: "number",
  string: "string",
};

/** The variables of a project; their folders are left out. */
export function readVariables(project: ArcweaveProject, report: Report): ImportedVariable[] {
  const variables = new Map<string, ImportedVariable>();
  for (const record of project.variables.values()) {
    if (isFolder(record)) continue;
    const name = textField(record, "name").trim();
    const typeName = textField(record, "type");
    const type = Object.hasOwn(VARIABLE_TYPES, typeName) ? VARIABLE_TYPES[typeName] : undefined;
    if (name === "" || type === undefined || variables.has(name)) {
      const reason = name === "" ? "has no name" : type === undefined ? "has an unknown type" : "occurs twice";
      report.add("warning", "arcweave_variable_left_out", `A variable ${reason} and is left out.`, { source: name });
      continue;
    }
    const value = field(record, "value");
    const fits = isScalar(value) && fitsType(value, type);
    if (!fits) {
      report.add(
        "warning",
        "arcweave_variable_default",
        `The initial value of ${quoted(name)} does not match its type.`,
      );
    }
    variables.set(name, {
      ...VARIABLE_DEFAULTS,
      name,
      type,
      default: fits ? value : neutralValue(type),
      enum_values: [],
      description: "",
    });
  }
  return [...variables.values()];
}

function isScalar(value: Json): value is Scalar {
  return value === null || typeof value !== "object";
}
