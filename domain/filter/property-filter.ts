import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { didYouMean, nearestName } from "../nearest-name.ts";
import { formatPath, isStorable, MAX_PATH_STEPS, type PropertyPath, pathFault, splitPath } from "./property-path.ts";

/** Operators that compare by order. */
export type RangeOperator = "$gt" | "$gte" | "$lt" | "$lte";
export type FilterOperator = "$eq" | "$ne" | "$in" | "$contains" | RangeOperator;

/** One test of one property. */
export type Predicate =
  | { readonly path: PropertyPath; readonly operator: "$eq" | "$ne" | "$contains"; readonly operand: Json }
  | { readonly path: PropertyPath; readonly operator: "$in"; readonly operand: readonly Json[] }
  | { readonly path: PropertyPath; readonly operator: RangeOperator; readonly operand: number | string };

/** A parsed filter: every predicate must hold. */
export type PropertyFilter = readonly Predicate[];

/**
 * Reason for refusing a filter, and its location: `path` is dotted and empty at the top, `operator` null when none is
 * at fault. `suggestion` is what was most likely meant, or null.
 */
export interface FilterError {
  readonly path: string;
  readonly operator: string | null;
  readonly message: string;
  readonly suggestion: string | null;
}

export type ParsedFilter =
  | { readonly ok: true; readonly filter: PropertyFilter }
  | { readonly ok: false; readonly error: FilterError };

/** Bounds of a filter; beyond them it is refused. `operandValues` counts every value inside all operands together. */
export const FILTER_LIMITS = {
  pathSteps: MAX_PATH_STEPS,
  operandDepth: 16,
  predicates: 50,
  operandValues: 1_000,
  stringLength: 4_096,
} as const;

const OPERATORS: ReadonlySet<string> = new Set<FilterOperator>([
  "$eq",
  "$ne",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$in",
  "$contains",
]);

/**
 * Parses a property filter from its JSON value.
 *
 * `{}` matches everything; an object without `$` keys is a nested path and a dotted key the same path; anything else that
 * is not an object of operators is `$eq`; several operators on one path must all hold. Whatever is left is an error, and so
 * is a nested key spelt like an operator without its `$`: `{"level": {"gt": 3}}` would quietly find nothing. A property of
 * such a name is reached by the dotted key, `{"level.gt": 3}`.
 */
export function parsePropertyFilter(value: unknown): ParsedFilter {
  try {
    if (!isJsonObject(value)) throw new Fault([], null, "A property filter is a JSON object.");
    const reading: Reading = { predicates: [], operandValues: 0 };
    readObject(value, [], reading);
    return { ok: true, filter: reading.predicates };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const { path, operator, message, suggestion } = fault;
    return { ok: false, error: { path: formatPath(path), operator, message, suggestion } };
  }
}

interface Reading {
  readonly predicates: Predicate[];
  operandValues: number;
}

class Fault extends Error {
  readonly path: PropertyPath;
  readonly operator: string | null;
  readonly suggestion: string | null;

  constructor(path: PropertyPath, operator: string | null, message: string, suggestion: string | null = null) {
    super(message);
    this.path = path;
    this.operator = operator;
    this.suggestion = suggestion;
  }
}

function readObject(object: JsonObject, path: PropertyPath, reading: Reading): void {
  const entries = Object.entries(object);
  const operators = entries.filter(([key]) => key.startsWith("$"));
  const first = operators[0];
  if (first === undefined) {
    for (const [key, value] of entries) {
      if (path.length > 0) requireNoBareOperator(key, path);
      readPath(key, value, path, reading);
    }
    return;
  }
  for (const [key] of operators) {
    if (OPERATORS.has(key)) continue;
    const suggestion = nearestName(key, OPERATORS);
    const question = didYouMean(suggestion);
    throw new Fault(
      path,
      key,
      `Unknown operator; known are ${[...OPERATORS].join(", ")}${question || "."}`,
      suggestion,
    );
  }
  if (path.length === 0) throw new Fault(path, first[0], "An operator stands under the property it tests.");
  if (operators.length < entries.length) {
    throw new Fault(path, first[0], "Operators and property names cannot be mixed in one object.");
  }
  for (const [key, operand] of operators) addPredicate(path, key as FilterOperator, operand, reading);
}

/** Refuses `gt` where `$gt` was meant. */
function requireNoBareOperator(key: string, path: PropertyPath): void {
  const operator = `$${key.toLowerCase()}`;
  if (!OPERATORS.has(operator)) return;
  const dotted = formatPath([...path, key]);
  const message = `Operators begin with $; write ${operator}, or ${JSON.stringify(dotted)} as one key for a property of that name${didYouMean(operator)}`;
  throw new Fault(path, key, message, operator);
}

function readPath(key: string, value: Json, parent: PropertyPath, reading: Reading): void {
  const steps = splitPath(key);
  const path = [...parent, ...steps];
  const at = steps.findIndex((step) => step.startsWith("$"));
  if (at !== -1) {
    const before = path.slice(0, parent.length + at);
    throw new Fault(
      before,
      steps[at] ?? null,
      "A key of a path cannot begin with $; write operators as a nested object.",
    );
  }
  const fault = pathFault(path);
  if (fault !== null) throw new Fault(path, null, fault);
  if (isJsonObject(value)) readObject(value, path, reading);
  else addPredicate(path, "$eq", value, reading);
}

function addPredicate(path: PropertyPath, operator: FilterOperator, operand: Json, reading: Reading): void {
  if (reading.predicates.length >= FILTER_LIMITS.predicates) {
    throw new Fault(path, operator, `A filter holds at most ${FILTER_LIMITS.predicates} predicates.`);
  }
  countOperand(operand, path, operator, 1, reading);
  reading.predicates.push(predicate(path, operator, operand));
}

function predicate(path: PropertyPath, operator: FilterOperator, operand: Json): Predicate {
  switch (operator) {
    case "$eq":
    case "$ne":
    case "$contains":
      return { path, operator, operand };
    case "$in":
      if (!Array.isArray(operand)) throw new Fault(path, operator, "$in takes an array of values.");
      return { path, operator, operand };
    default:
      if (typeof operand !== "number" && typeof operand !== "string") {
        throw new Fault(path, operator, `${operator} compares with a number or a string.`);
      }
      return { path, operator, operand };
  }
}

function countOperand(
  value: Json,
  path: PropertyPath,
  operator: FilterOperator,
  depth: number,
  reading: Reading,
): void {
  const refuse = (message: string): never => {
    throw new Fault(path, operator, message);
  };
  reading.operandValues += 1;
  if (reading.operandValues > FILTER_LIMITS.operandValues) {
    refuse(`The operands of a filter hold at most ${FILTER_LIMITS.operandValues} values together.`);
  }
  if (typeof value === "string") {
    checkText(value, refuse);
    return;
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) refuse("A number must be finite.");
    return;
  }
  if (typeof value === "boolean" || value === null) return;
  if (depth > FILTER_LIMITS.operandDepth) refuse(`An operand nests at most ${FILTER_LIMITS.operandDepth} levels deep.`);
  if (Array.isArray(value)) {
    for (const item of value) countOperand(item, path, operator, depth + 1, reading);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      checkText(key, refuse);
      countOperand(item, path, operator, depth + 1, reading);
    }
  } else {
    refuse("An operand is a JSON value.");
  }
}

function checkText(text: string, refuse: (message: string) => never): void {
  if (text.length > FILTER_LIMITS.stringLength) {
    refuse(`A string in a filter has at most ${FILTER_LIMITS.stringLength} characters.`);
  }
  if (!isStorable(text)) refuse("A string in a filter holds no NUL and no lone surrogate.");
}
