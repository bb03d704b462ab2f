import type { Expression } from "../../expression.ts";
import { markedName } from "./output.ts";

/** Two values as one text. */
export function joinedTexts(left: Expression, right: Expression): Expression {
  return { op: "arith", fn: "add", args: [left, right] };
}

/** Texts one after another, as one expression that is no deeper than it has to be. */
export function allJoined(texts: readonly Expression[]): Expression {
  const [only] = texts;
  if (only === undefined) return { lit: "" };
  if (texts.length === 1) return only;
  const half = Math.ceil(texts.length / 2);
  return joinedTexts(allJoined(texts.slice(0, half)), allJoined(texts.slice(half)));
}

/** A text that is joined of words and variables, with the variables' names marked in it; null for any other value. */
export function templateOf(expression: Expression): string | null {
  if ("lit" in expression) return String(expression.lit);
  if ("var" in expression) return markedName(expression.var);
  if (!("op" in expression) || expression.op !== "arith" || expression.fn !== "add") return null;
  const [left, right] = expression.args.map(templateOf);
  return typeof left === "string" && typeof right === "string" ? left + right : null;
}
