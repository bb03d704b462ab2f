import { isJsonObject, setOwn } from "#domain/json.ts";
import type { ValidationItem } from "../kernel/validation/item.ts";
import { checkJsonValue } from "../kernel/validation/json-values.ts";
import type { Operation } from "../operation/operation.ts";
import { inputSchemas } from "../operation/schemas.ts";

/** The parts of a request, taken apart again. */
export interface UnmergedInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Undefined for an operation without a body. */
  body: Record<string, unknown> | undefined;
  mistakes: ValidationItem[];
}

/**
 * Takes the studio's merged input apart by the names each part declares; no name is declared twice. What nobody declares goes
 * to the body, or to the query where there is none, and is refused there as over REST.
 */
export function unmerge(operation: Operation, input: unknown): UnmergedInput {
  const paramNames = operation.params.shape;
  const queryNames = inputSchemas(operation).query.shape;
  const params: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const rest = operation.body === undefined ? query : body;
  const mistakes: ValidationItem[] = [];
  if (input !== undefined && !isJsonObject(input)) {
    mistakes.push({
      type: "dict_type",
      loc: [rest === body ? "body" : "query"],
      msg: "Input should be an object",
    });
  }
  for (const [name, value] of Object.entries(isJsonObject(input) ? input : {})) {
    // A parameter of another type is the address of nothing, as its text would be over REST.
    if (Object.hasOwn(paramNames, name)) params[name] = typeof value === "string" ? value : "\0";
    else if (Object.hasOwn(queryNames, name)) query[name] = value;
    // A name like __proto__ stays a name, and is refused below.
    else setOwn(rest, name, value);
  }
  mistakes.push(...checkJsonValue(query, ["query"]), ...checkJsonValue(body, ["body"]));
  return { params, query, body: operation.body === undefined ? undefined : body, mistakes };
}
