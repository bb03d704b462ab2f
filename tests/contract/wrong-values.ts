import { z } from "zod";
import type { Operation } from "#server/operation/operation.ts";
import { inputSchemas } from "#server/operation/schemas.ts";

const WRONG: readonly unknown[] = [0.5, "x", true, {}, [], null];

/** A value of the wrong type for each field of a body, and which of its fields may not be missing. */
export function wrongFields(operation: Operation): { wrong: Map<string, unknown>; required: string[] } {
  const shape = operation.body instanceof z.ZodObject ? operation.body.shape : {};
  const wrong = new Map<string, unknown>();
  const required: string[] = [];
  for (const [name, field] of Object.entries(shape) as [string, z.ZodType][]) {
    const value = WRONG.find((each) => !field.safeParse(each).success);
    // Nothing is of the wrong type where any JSON is taken.
    if (value !== undefined) wrong.set(name, value);
    if (!field.safeParse(undefined).success) required.push(name);
  }
  return { wrong, required };
}

/** Texts that each query parameter must refuse, told from its description alone. */
export function wrongParameters(operation: Operation): Map<string, string[]> {
  const fields = Object.entries(inputSchemas(operation).query.shape) as [string, z.ZodType][];
  return new Map(fields.map(([name, field]) => [name, ["\0", ...wrongTexts(z.toJSONSchema(field, { io: "input" }))]]));
}

function wrongTexts(schema: z.core.JSONSchema.BaseSchema): string[] {
  if (schema.enum !== undefined) return ["", "no such value"];
  switch (schema.type) {
    case "integer": {
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
      return ["", "abc", "1.5", "1e999", "9007199254740993", String(minimum - 1), String(maximum + 1)];
    }
    case "boolean":
      return ["", "maybe", "2"];
    case "string": {
      const { minLength = 0, maxLength } = schema;
      return [...(minLength > 0 ? [""] : []), ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)])];
    }
    default:
      return [];
  }
}
