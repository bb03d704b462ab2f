import { z } from "zod";
import { applyChange } from "#domain/change/change.ts";
import { pointerTokens } from "#domain/change/pointer.ts";
import { FORBIDDEN_KEY, isJsonObject, type Json, type JsonObject } from "#domain/json.ts";
import { ValidationProblem } from "../kernel/problem.ts";
import { type Failure, itemAt, type Loc, type ValidationItem, valueError } from "../kernel/validation/item.ts";
import { DEFAULT_MAX_DEPTH, FORBIDDEN_NAME, tooDeep } from "../kernel/validation/json-values.ts";

/** Increments one update may carry. */
const MAX_INCREMENTS = 100;
/** JSON Pointer (RFC 6901) to something inside an object. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

/**
 * `increment` of an update: what to add to numbers inside the free-form properties, by JSON Pointer. The sum is made under
 * the project's lock, so that increments of many writers add up and none of them needs to know the value.
 */
export const increment = z
  .unknown()
  .check((payload) => {
    const { value, issues } = payload;
    if (!isJsonObject(value as Json)) {
      issues.push({ code: "invalid_type", expected: "record", input: value });
      return;
    }
    const entries = Object.entries(value as JsonObject);
    const refuse = (failure: Failure, input: unknown, path: string[] = []) =>
      issues.push({ code: "custom", message: failure.msg, input, path, params: { ...failure } });
    if (entries.length > MAX_INCREMENTS) {
      refuse(valueError(`at most ${MAX_INCREMENTS} increments at once`), entries.length);
    }
    for (const [pointer, delta] of entries) {
      const failure = explainIncrement(pointer, delta);
      if (failure !== null) refuse(failure, delta, [pointer]);
    }
  })
  .optional()
  .meta({
    type: "object",
    additionalProperties: { type: "number" },
    maxProperties: MAX_INCREMENTS,
    description:
      'Adds to numbers inside `properties`, by JSON Pointer, after `properties` was merged: `{"/gold": -5, "/stats/visits": 1}`. What is not there counts as 0; what is there and no number is a 422.',
    examples: [{ "/gold": -5, "/stats/visits": 1 }],
  }) as unknown as z.ZodOptional<z.ZodType<Record<string, number>, Record<string, number>>>;

function explainIncrement(pointer: string, delta: Json): Failure | null {
  if (pointer.length > 1_000 || !POINTER.test(pointer)) {
    return valueError("the key is a JSON Pointer into the properties, such as /gold or /stats/visits");
  }
  const tokens = pointerTokens(pointer);
  if (tokens.includes(FORBIDDEN_KEY)) return FORBIDDEN_NAME;
  // Around the properties is the body, as if they had been sent.
  if (tokens.length >= DEFAULT_MAX_DEPTH) return tooDeep(DEFAULT_MAX_DEPTH);
  if (typeof delta === "number" && Number.isFinite(delta)) return null;
  return { type: "float_type", msg: "Input should be a valid number" };
}

/**
 * Adds to the numbers at some pointers; nothing there counts as 0, and missing objects on the way are made.
 * @throws ValidationProblem naming every pointer that leads to something other than a number, and every sum that a JSON
 * number does not hold exactly enough: beyond ±(2^53 − 1).
 */
export function addIncrements(properties: JsonObject, increments: Record<string, number>, loc: Loc): JsonObject {
  const mistakes: ValidationItem[] = [];
  const set: Record<string, Json> = {};
  let result = properties;
  for (const [pointer, delta] of Object.entries(increments)) {
    const present = numberAt(result, pointerTokens(pointer));
    const sum = typeof present === "number" ? present + delta : 0;
    const reason =
      typeof present === "string"
        ? present
        : Math.abs(sum) <= Number.MAX_SAFE_INTEGER
          ? null
          : `the sum would be beyond ±${Number.MAX_SAFE_INTEGER}`;
    if (reason !== null) mistakes.push(itemAt([...loc, "increment", pointer], valueError(reason), delta));
    else if (typeof present === "number") {
      // A sum of −0 is 0 in JSON.
      set[pointer] = sum === 0 ? 0 : sum;
      result = applyChange(result, { set: { [pointer]: set[pointer] } }) ?? result;
    }
  }
  if (mistakes.length > 0) throw new ValidationProblem(mistakes);
  return result;
}

/** The number at a place, 0 where nothing is, or why nothing can be added there. */
function numberAt(properties: JsonObject, tokens: readonly string[]): number | string {
  let value: Json | undefined = properties;
  for (const token of tokens) {
    if (value === undefined) return 0;
    if (!isJsonObject(value)) return "the pointer leads through something that is not an object";
    value = Object.hasOwn(value, token) ? value[token] : undefined;
  }
  if (value === undefined) return 0;
  return typeof value === "number" ? value : "there is something other than a number";
}
