import { isJsonObject, type JsonObject } from "../json.ts";

function notes(extensions: JsonObject): JsonObject {
  const own = Object.hasOwn(extensions, "fabula") ? extensions.fabula : undefined;
  return isJsonObject(own) ? own : {};
}

/** Returns the name that an import has for the target of a branch that it could not find. */
export function unresolvedTarget(extensions: JsonObject): string | null {
  const { missing_target } = notes(extensions);
  return typeof missing_target === "string" ? missing_target : null;
}

/** Returns the name that an import has for the dialogue a branch leaves for, when it could not find it. */
export function unresolvedGraph(extensions: JsonObject): string | null {
  const { missing_graph } = notes(extensions);
  return typeof missing_graph === "string" ? missing_graph : null;
}

/** Returns the name that an import has for the placeholder id in a node's logic or exit. */
export function unresolvedName(extensions: JsonObject, id: string): string | null {
  const { missing } = notes(extensions);
  if (!isJsonObject(missing) || !Object.hasOwn(missing, id)) return null;
  const name = missing[id];
  return typeof name === "string" ? name : null;
}
