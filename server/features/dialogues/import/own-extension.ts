import { isJsonObject, type JsonObject } from "#domain/json.ts";

/** Key inside `extensions` under which Fabula stores what an import could not resolve. */
const OWN = "fabula";

/**
 * Notes of an import in `extensions.fabula`: on a branch the name of a missing target, on a node the names behind the
 * placeholder ids in its logic and its exit, on a dialogue the variables that were joined by request, by their names in the file.
 */
export interface MissingTargets {
  missing_target?: string;
  missing_graph?: string;
  missing?: Record<string, string>;
  joined_variables?: Record<string, string>;
}
const FIELDS = ["missing_target", "missing_graph", "missing", "joined_variables"] as const;

/** Extensions with these notes, in place of whatever notes they held. */
export function withUnresolved(extensions: JsonObject, notes: MissingTargets): JsonObject {
  const clean = withoutUnresolved(extensions);
  if (Object.keys(notes).length === 0) return clean;
  const own = Object.hasOwn(clean, OWN) ? clean[OWN] : undefined;
  return { ...clean, [OWN]: { ...(isJsonObject(own) ? own : {}), ...(notes as JsonObject) } };
}

/** Extensions as an export shows them: the names are in their places there. */
export function withoutUnresolved(extensions: JsonObject): JsonObject {
  const own = Object.hasOwn(extensions, OWN) ? extensions[OWN] : undefined;
  if (!isJsonObject(own) || !FIELDS.some((field) => Object.hasOwn(own, field))) return extensions;
  const { missing_target: _, missing_graph: __, missing: ___, joined_variables: ____, ...rest } = own;
  const { [OWN]: _____, ...others } = extensions;
  return Object.keys(rest).length === 0 ? others : { ...others, [OWN]: rest };
}

/** The notes in some extensions. */
export function unresolvedOf(extensions: JsonObject): MissingTargets {
  const own = Object.hasOwn(extensions, OWN) ? extensions[OWN] : undefined;
  if (!isJsonObject(own)) return {};
  const notes: MissingTargets = {};
  if (typeof own.missing_target === "string") notes.missing_target = own.missing_target;
  if (typeof own.missing_graph === "string") notes.missing_graph = own.missing_graph;
  if (isJsonObject(own.missing)) notes.missing = textsIn(own.missing);
  if (isJsonObject(own.joined_variables)) notes.joined_variables = textsIn(own.joined_variables);
  return notes;
}

function textsIn(record: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
