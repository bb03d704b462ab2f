import { neutralValue, VARIABLE_DEFAULTS } from "#domain/dialogue/wire.ts";
import { quoted, type Report } from "#domain/import/report.ts";
import type { ImportedVariable } from "#domain/import/story.ts";
import { jsonEqual } from "#domain/json.ts";
import { isId, newId } from "../../../kernel/ids.ts";
import { stateOf } from "../../../record/resource.ts";
import { type VariableState, type VariableVersion, variableResource } from "../variable.ts";
import { type ImportWriter, placeOf } from "./import-writer.ts";
import type { OpenStory } from "./story-parts.ts";

/**
 * Makes the variables of a story part of the project, by name: what exists keeps its type, what only the file has is
 * created. Formats that declare variables also set their first value; Twee's are guesses and never do.
 * Answers the id of each name.
 */
export async function importVariables(
  writer: ImportWriter,
  story: OpenStory,
  report: Report,
): Promise<Map<string, string>> {
  const names = [...new Set([...story.variables.map(({ name }) => name), ...story.usedVariables])];
  const present = names.length === 0 ? [] : await writer.record.find(variableResource, { name: names });
  const existing = new Map(present.map((version) => [version.name, version]));
  const ids = new Map(present.map(({ name, id }) => [name, id]));
  const declared = new Set(story.variables.map(({ name }) => name));
  const undeclared = story.usedVariables.filter((name) => !declared.has(name) && !ids.has(name) && !isId("var", name));
  for (const variable of story.variables) {
    const before = existing.get(variable.name);
    if (before !== undefined) reconcile(writer, before, variable, report);
    else ids.set(variable.name, create(writer, variable));
  }
  for (const variable of inferred(story, undeclared)) {
    ids.set(variable.name, create(writer, variable));
    const message = `The variable ${quoted(variable.name)} is not declared; it was created with type ${variable.type}.`;
    report.add("warning", "import_variable_inferred", message);
  }
  return ids;
}

function create(
  writer: ImportWriter,
  { name, type, default: first, enum_values, scope, min, max, description }: ImportedVariable,
): string {
  const id = newId("var", writer.now);
  writer.put(
    variableResource,
    null,
    id,
    { name, type, default: first, enum_values, scope, min, max, description },
    { loc: placeOf(name) },
  );
  return id;
}

function reconcile(writer: ImportWriter, before: VariableVersion, variable: ImportedVariable, report: Report): void {
  const name = quoted(variable.name);
  if (before.type !== variable.type) {
    const message = `The variable ${name} is ${before.type} in the project and ${variable.type} in the file; the project's type is kept.`;
    report.add("warning", "import_variable_type_kept", message);
  }
  if (before.type !== variable.type || writer.format === "twee3") {
    writer.tally(variableResource).unchanged += 1;
    return;
  }
  const state: VariableState = {
    ...stateOf(variableResource, before),
    default: variable.default,
    // Values that only the project knows may be in use elsewhere.
    enum_values: [...new Set([...variable.enum_values, ...before.enum_values])],
    scope: variable.scope,
    min: variable.min,
    max: variable.max,
    description: variable.description === "" ? before.description : variable.description,
  };
  if (writer.put(variableResource, before, before.id, state, { loc: placeOf(before.name) }) !== "updated") return;
  const what = jsonEqual(before.default, state.default) ? "description or values" : "initial value";
  report.add("info", "import_variable_updated", `The ${what} of the variable ${name} was updated from the file.`);
}

/** Variables that logic uses and nothing declares, with the type their use suggests; text where it suggests none. */
function inferred(story: OpenStory, names: readonly string[]): ImportedVariable[] {
  const types = new Map(story.inferred.map((variable) => [variable.name, variable]));
  return names.map(
    (name) =>
      types.get(name) ?? {
        ...VARIABLE_DEFAULTS,
        name,
        type: "string",
        default: neutralValue("string"),
        enum_values: [],
        description: "",
      },
  );
}
