import type { z } from "zod";
import { coerceLax } from "./coerce.ts";
import { convertIssues } from "./convert.ts";
import { type InputRoot, itemAt, MAX_ITEMS, type ValidationItem, valueError } from "./item.ts";
import { readParameters } from "./parameters.ts";

/** The parsed value, or everything that is wrong with it. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; issues: ValidationItem[] };

/**
 * Origin of the value, and whether texts may stand for numbers and booleans: never in JSON bodies, always in path,
 * query and header values.
 */
export type ParseOptions = { root: InputRoot; lax: boolean };

// Messages are written by describe.ts; this keeps zod from composing its own for every issue.
const ZOD_CONTEXT = { error: () => "Invalid input" };

/**
 * Check a value against a schema and report all that is wrong with it in FastAPI's words. Query, path and header
 * values come as an object of texts; a name sent several times has a list (see `collectParameters`).
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  options: ParseOptions,
): ParseResult<z.output<Schema>> {
  const { root, lax } = options;
  const parameters = root === "body" ? null : readParameters(schema, value, options);
  const received = parameters === null ? value : parameters.received;
  const result = run(schema, lax ? coerceLax(schema, received) : received);
  if (result === null) return { ok: false, issues: [itemAt([root], TOO_MANY)] };
  const refused = parameters?.refused;
  if (result.success && !refused?.size) return { ok: true, value: result.data };
  const found = result.success ? [] : convertIssues(result.error.issues, { schema, received, root, lax });
  if (!refused?.size) return { ok: false, issues: found };
  const others = found.filter(({ loc }) => !refused.has(String(loc[1])));
  return { ok: false, issues: [...others, ...refused.values()].slice(0, MAX_ITEMS) };
}

const TOO_MANY = valueError("too many errors to report");

function run<Schema extends z.ZodType>(schema: Schema, value: unknown): z.ZodSafeParseResult<z.output<Schema>> | null {
  try {
    return schema.safeParse(value, ZOD_CONTEXT);
  } catch (thrown) {
    // zod passes lists of issues on as call arguments; some 100,000 of them exhaust the stack.
    if (thrown instanceof RangeError && thrown.message.includes("call stack")) return null;
    throw thrown;
  }
}
