import type { Expression } from "../../expression.ts";
import { markedName } from "./output.ts";

/** The sum of two values: of texts one after the other. */
export function added(left: Expression, right: Expression): Expression {
  return { op: "arith", fn: "add", args: [left, right] };
}

/** The sum of values, which is no deeper than it has to be; an empty text of none. */
export function allAdded(values: readonly Expression[]): Expression {
  const [only] = values;
  if (only === undefined) return { lit: "" };
  if (values.length === 1) return only;
  const half = Math.ceil(values.length / 2);
  return added(allAdded(values.slice(0, half)), allAdded(values.slice(half)));
}

/** A text that is joined of words and variables, with the variables' names marked in it; null for any other value. */
export function templateOf(expression: Expression): string | null {
  if ("lit" in expression) return String(expression.lit);
  if ("var" in expression) return markedName(expression.var);
  if (!("op" in expression) || expression.op !== "arith" || expression.fn !== "add") return null;
  const [left, right] = expression.args.map(templateOf);
  return typeof left === "string" && typeof right === "string" ? left + right : null;
}
