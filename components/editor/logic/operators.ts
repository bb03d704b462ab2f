import { neutralValue, type VariableType } from "#domain/dialogue/wire.ts";
import type { Scalar } from "#domain/expression.ts";
import { isSet } from "#domain/runtime/value.ts";
import type { ProjectVariable } from "../../frame/project/project-queries.ts";
import type { Clause, ClauseOperator, Subject } from "./condition-rows.ts";
import { EFFECTS_BY_TYPE, takesValue, type VariableEffectOp } from "./effect-rows.ts";

/** The words of an operator, in a menu. */
export const OPERATOR_WORDS: Readonly<Record<ClauseOperator, string>> = {
  eq: "is",
  ne: "is not",
  lt: "is less than",
  lte: "is at most",
  gt: "is more than",
  gte: "is at least",
  has: "has",
  holds: "is true",
};

/** The words of an effect, in a menu. */
export const EFFECT_WORDS: Readonly<Record<VariableEffectOp, string>> = {
  set: "becomes",
  add: "goes up by",
  sub: "goes down by",
  mul: "is multiplied by",
  div: "is divided by",
  mod: "becomes the remainder by",
  toggle: "changes to its opposite",
  clear: "is emptied",
  reset: "goes back to its default",
  push: "gets",
  remove: "loses",
};

const ORDERED: readonly ClauseOperator[] = ["gte", "gt", "eq", "ne", "lte", "lt"];
const SAME: readonly ClauseOperator[] = ["eq", "ne"];

const BY_TYPE: Readonly<Record<VariableType, readonly ClauseOperator[]>> = {
  boolean: ["eq"],
  integer: ORDERED,
  number: ORDERED,
  string: SAME,
  enum: SAME,
  set: ["has"],
};

/** Returns the operators for a subject; the one in use is always among them. */
export function operatorsOf(
  subject: Subject,
  variable: Pick<ProjectVariable, "type"> | undefined,
  inUse: ClauseOperator,
): readonly ClauseOperator[] {
  const offered = subject.kind === "visits" ? (["holds", ...ORDERED] as const) : BY_TYPE[variable?.type ?? "string"];
  return offered.includes(inUse) ? offered : [...offered, inUse];
}

/** The words of an operator for what it is asked of. */
export function operatorWords(operator: ClauseOperator, subject: Subject): string {
  if (operator !== "holds") return OPERATOR_WORDS[operator];
  return subject.kind === "visits" ? "has been visited" : "is true";
}

type Value = Exclude<Scalar, null>;

/** The first row about a variable: it is true, it is at least 1, it is its first value. */
export function clauseAbout(variable: Pick<ProjectVariable, "id" | "type" | "enum_values">): Clause {
  const subject: Subject = { kind: "variable", id: variable.id };
  switch (variable.type) {
    case "boolean":
      return { negated: false, subject, operator: "eq", value: true };
    case "integer":
    case "number":
      return { negated: false, subject, operator: "gte", value: 1 };
    case "set":
      return { negated: false, subject, operator: "has", value: variable.enum_values[0] ?? "" };
    case "string":
    case "enum":
      return { negated: false, subject, operator: "eq", value: neutral(variable.type, variable.enum_values) };
  }
}

/** The first effect on a variable. */
export function effectOn(variable: Pick<ProjectVariable, "id" | "type" | "enum_values">) {
  const value = variable.type === "boolean" ? true : neutral(variable.type, variable.enum_values);
  return { kind: "variable", op: variable.type === "set" ? "push" : "set", id: variable.id, value } as const;
}

/** A value for an operator that had none, or of a variable of another type; of a set, the first that can be in it. */
export function neutral(type: VariableType, enumValues: readonly string[] = []): Value {
  const value = neutralValue(type, enumValues) ?? "";
  return isSet(value) ? (enumValues[0] ?? "") : value;
}

/** Returns the effects on a variable; the one in use is always among them. */
export function effectsOf(
  variable: Pick<ProjectVariable, "type"> | undefined,
  inUse: VariableEffectOp,
): readonly VariableEffectOp[] {
  const offered = EFFECTS_BY_TYPE[variable?.type ?? "string"];
  return offered.includes(inUse) ? offered : [...offered, inUse];
}

/** The value an effect starts with when its operation changes. */
export function valueFor(
  op: VariableEffectOp,
  before: Value | null,
  variable: Pick<ProjectVariable, "type" | "enum_values"> | undefined,
): Value | null {
  if (!takesValue(op)) return null;
  if (before !== null) return before;
  if (op === "set" || op === "push" || op === "remove")
    return variable?.type === "boolean" ? true : neutral(variable?.type ?? "string", variable?.enum_values);
  return 1;
}
