import type { ComparisonOp, Expression } from "#domain/expression.ts";

/** Condition about one property of the entity, as a row of the builder. */
export interface ConditionRow {
  readonly path: string;
  readonly op: Comparison;
  /** Value as it is typed; empty stands for nothing. */
  readonly value: string;
}

/** Comparisons that the builder offers, in words. */
export const COMPARISONS = {
  eq: "is",
  ne: "is not",
  gte: "is at least",
  lte: "is at most",
} as const satisfies Partial<Record<ComparisonOp, string>>;
type Comparison = keyof typeof COMPARISONS;

const isOffered = (op: string): op is Comparison => Object.hasOwn(COMPARISONS, op);

/** Returns a condition as a row; null for one that the builder cannot show. */
export function rowOf(condition: Expression): ConditionRow | null {
  if (!("op" in condition) || !isOffered(condition.op) || !("args" in condition)) return null;
  const [left, right] = condition.args;
  if (left === undefined || right === undefined || !("entity" in left) || !("lit" in right)) return null;
  return { path: left.path, op: condition.op, value: right.lit === null ? "" : String(right.lit) };
}

/** Returns a row as a condition. */
export function conditionOf({ path, op, value }: ConditionRow): Expression {
  return { op, args: [{ entity: "self", path }, { lit: valueOfText(value.trim()) }] };
}

function valueOfText(text: string): string | number | boolean | null {
  if (text === "") return null;
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
