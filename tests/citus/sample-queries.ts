import { z } from "zod";
import { inputSchemas } from "#server/operation/schemas.ts";
import type { NamedOperation } from "#server/operations.ts";
import type { Scene } from "#tests/contract/valid-call.ts";

type Value = string | number | boolean;

/** Values of parameters that are no ids and no choices, by name. */
const BY_NAME: Readonly<Record<string, Value>> = {
  external_id: "mara",
  cursor: "none",
  filter: "type:eq:person",
  properties: "*",
};
const MOMENT = "2026-11-20T19:10:00Z";
const WORD = "harbour";

/** Values of each query parameter of an operation, as far as its description tells them. Some may be refused. */
export async function sampleQueries(
  { operation, area }: NamedOperation,
  scene: Scene,
): Promise<Record<string, Value>[]> {
  const fields = Object.entries(inputSchemas(operation).query.shape) as [string, z.ZodType][];
  const queries: Record<string, Value>[] = [];
  for (const [name, field] of fields) {
    const schema = z.toJSONSchema(field, { io: "input", unrepresentable: "any" });
    for (const value of await valuesOf(name, schema, area, scene)) queries.push({ [name]: value });
  }
  return queries;
}

async function valuesOf(
  name: string,
  schema: z.core.JSONSchema.BaseSchema,
  area: string,
  scene: Scene,
): Promise<readonly Value[]> {
  if (name === "at_seq" || name.endsWith("_seq")) return [await scene.head()];
  if (name === "as" || name === "subject_id" || name === "about") return [await scene.param("entity_id", "entities")];
  if (name.endsWith("_id") && name !== "external_id") return [await idOf(name, area, scene)];
  if (schema.enum !== undefined) return schema.enum as Value[];
  if (schema.type === "boolean") return [true, false];
  if (schema.type === "integer") return [Math.max(1, Math.min(2, schema.maximum ?? 2))];
  return [BY_NAME[name] ?? (schema.format === "date-time" ? MOMENT : WORD)];
}

/** Id of such a thing in the scene's project; a word where nothing makes one. */
async function idOf(name: string, area: string, scene: Scene): Promise<Value> {
  try {
    return await scene.param(name, area);
  } catch {
    return WORD;
  }
}
