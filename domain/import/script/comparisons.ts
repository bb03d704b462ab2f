import type { ComparisonOp } from "../../expression.ts";

/** The signs that scripts compare with, as far as all formats that have them agree. */
export const SYMBOL_COMPARISONS: readonly (readonly [sign: string, op: ComparisonOp])[] = [
  ["==", "eq"],
  ["!=", "ne"],
  ["<", "lt"],
  ["<=", "lte"],
  [">", "gt"],
  [">=", "gte"],
];
