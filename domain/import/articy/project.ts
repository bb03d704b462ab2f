import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { ImportError } from "../import-error.ts";
import { field, textField } from "../json-fields.ts";

/** A pin of a flow object, with the pins it is connected to. */
export interface Pin {
  readonly id: string;
  /** Condition of an input pin, or instruction of an output pin. */
  readonly script: string;
  readonly connections: readonly { readonly label: string; readonly target: string; readonly pin: string }[];
}

/** An object of an articy project. */
export interface Model {
  readonly id: string;
  /** Class of the object without its template: `DialogueFragment`, `Hub`, `Entity` … */
  readonly kind: string;
  readonly parent: string;
  readonly properties: JsonObject;
  readonly template: JsonObject;
  readonly inputs: readonly Pin[];
  readonly outputs: readonly Pin[];
}

/** Content of an articy export. */
export interface ArticyProject {
  /** GUID of the project; empty where the export has none. */
  readonly guid: string;
  readonly name: string;
  readonly isLocalized: boolean;
  readonly models: ReadonlyMap<string, Model>;
  readonly variables: readonly {
    readonly name: string;
    readonly type: string;
    readonly value: string;
    readonly description: string;
  }[];
}

/**
 * Reads the outer shape of an articy:draft export (`.articy.json`).
 *
 * @throws {ImportError} where it has no packages of models
 */
export function readArticy(content: Json): ArticyProject {
  if (!isJsonObject(content))
    throw new ImportError("invalid_shape", "An articy export must be a JSON object.", { pointer: "" });
  const packages = field(content, "Packages");
  if (!Array.isArray(packages)) {
    throw new ImportError("invalid_shape", "An articy export must have a list of packages.", { pointer: "/Packages" });
  }
  const kinds = new Map(
    listOf(content, "ObjectDefinitions").map((each) => [textField(each, "Type"), textField(each, "Class")]),
  );
  const models = new Map<string, Model>();
  for (const each of packages.filter(isJsonObject).flatMap((one) => listOf(one, "Models"))) {
    const properties = objectField(each, "Properties");
    const id = textField(properties, "Id");
    const type = textField(each, "Type");
    if (id === "" || models.has(id)) continue;
    const known = kinds.get(type);
    models.set(id, {
      id,
      kind: known === undefined || known === "Primitive" || known === "ArticyObject" ? type : known,
      parent: textField(properties, "Parent"),
      properties,
      template: objectField(each, "Template"),
      inputs: pinsOf(properties, "InputPins"),
      outputs: pinsOf(properties, "OutputPins"),
    });
  }
  const project = objectField(content, "Project");
  return {
    guid: textField(project, "Guid"),
    name: textField(project, "Name"),
    isLocalized: textField(objectField(content, "Settings"), "set_Localization") === "True",
    models,
    variables: listOf(content, "GlobalVariables").flatMap((space) =>
      listOf(space, "Variables").map((each) => ({
        name: `${textField(space, "Namespace")}.${textField(each, "Variable")}`,
        type: textField(each, "Type"),
        value: textField(each, "Value"),
        description: textField(each, "Description"),
      })),
    ),
  };
}

function listOf(record: JsonObject, name: string): JsonObject[] {
  const value = field(record, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function objectField(record: JsonObject, name: string): JsonObject {
  const value = field(record, name);
  return isJsonObject(value) ? value : {};
}

function pinsOf(properties: JsonObject, name: string): Pin[] {
  return listOf(properties, name).map((pin) => ({
    id: textField(pin, "Id"),
    script: textField(pin, "Text").trim(),
    connections: listOf(pin, "Connections").map((each) => ({
      label: textField(each, "Label").trim(),
      target: textField(each, "Target"),
      pin: textField(each, "TargetPin"),
    })),
  }));
}
