import type { Effect, Expression } from "#domain/expression.ts";
import { readEffect, readExpression } from "#domain/expression-shape.ts";
import { checkCondition, checkEffect, type Declarations, type ExpressionFinding } from "#domain/expression-type.ts";

/** Result of reading a text as JSON: its value, the mistakes that prevent one, and warnings. */
export interface JsonReading<T> {
  /** Null while something is wrong. */
  readonly value: T | null;
  readonly errors: readonly JsonProblem[];
  /** Warnings that do not prevent saving: a variable may be declared later. */
  readonly warnings: readonly JsonProblem[];
}

export interface JsonProblem {
  /** JSON pointer; empty for the whole. */
  readonly at: string;
  readonly message: string;
}

/** Reads a condition somebody typed. */
export function readConditionJson(text: string, declarations: Declarations): JsonReading<Expression> {
  return read(text, readExpression, (condition) => checkCondition(condition, declarations));
}

/** Reads an effect somebody typed. */
export function readEffectJson(text: string, declarations: Declarations): JsonReading<Omit<Effect, "id">> {
  return read(text, readEffect, (effect) => checkEffect(effect, declarations));
}

type Read<T> = (value: unknown, pointer: string, report: (pointer: string, message: string) => void) => T | null;

function read<T>(text: string, shape: Read<T>, check: (value: T) => readonly ExpressionFinding[]): JsonReading<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { value: null, errors: [{ at: "", message: sentence(error) }], warnings: [] };
  }
  const errors: JsonProblem[] = [];
  const value = shape(json, "", (at, message) => errors.push({ at, message }));
  if (value === null || errors.length > 0) return { value: null, errors, warnings: [] };
  return { value, errors: [], warnings: check(value).map(({ path, message }) => ({ at: path, message })) };
}

function sentence(error: unknown): string {
  return `is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}`;
}
