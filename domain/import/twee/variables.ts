import { fitsType, neutralValue, VARIABLE_DEFAULTS, type VariableType } from "../../dialogue/wire.ts";
import { type Expression, type Scalar, walkExpression } from "../../expression.ts";
import { checkExpression, type Declarations, type ValueType } from "../../expression-type.ts";
import type { Assignment } from "../script/statements.ts";
import type { ImportedVariable } from "../story.ts";

/** Evidence of the variables' types: their uses in a story. */
export interface VariableEvidence {
  assignments: readonly Assignment[];
  /** Expressions that are asked as conditions. */
  conditions: readonly Expression[];
  /** Assignments made before the story begins, whose constants are the first values. */
  initial: readonly Assignment[];
}

/** Number of times types are passed on from one variable to another (`a` set to `b`, `b` set to `c`, …). */
const ROUNDS = 6;

/**
 * Declares the variables of a story in formats that declare none, from what is assigned to them and, where that says
 * nothing, from what they are compared with. A variable nothing simple is ever done with is not declared.
 */
export function inferVariables(evidence: VariableEvidence): ImportedVariable[] {
  const types = new Map<string, VariableType>();
  const declarations: Declarations = (name) => {
    const type = types.get(name);
    return type === undefined ? undefined : { type, enum_values: [] };
  };
  fromAssignments(evidence.assignments, types, declarations);
  fromConditions(evidence, types);
  fromAssignments(evidence.assignments, types, declarations);

  const first = new Map<string, Scalar>();
  for (const { target, op, value } of evidence.initial) {
    if (target === null || op !== "set" || value === null || !("lit" in value) || first.has(target)) continue;
    const type = types.get(target);
    if (type !== undefined && fitsType(value.lit, type)) first.set(target, value.lit);
  }
  return [...types].map(([name, type]) => ({
    ...VARIABLE_DEFAULTS,
    name,
    type,
    default: first.get(name) ?? neutralValue(type),
    ...(!first.has(name) && { guessed: true }),
    enum_values: [],
    description: "",
  }));
}

function fromAssignments(
  assignments: readonly Assignment[],
  types: Map<string, VariableType>,
  declarations: Declarations,
): void {
  for (let round = 0, changed = true; changed && round < ROUNDS; round++) {
    changed = false;
    for (const { target, op, value } of assignments) {
      if (target === null || value === null) continue;
      const { type, findings } = checkExpression(value, declarations);
      if (findings.length > 0) continue;
      const found = op === "div" && isNumeric(type) ? "number" : storable(type);
      const isJoined = op === "add" && found === "string";
      if (found === null || (op !== "set" && !isNumeric(type) && !isJoined)) continue;
      changed = merge(types, target, found) || changed;
    }
  }
}

function fromConditions(evidence: VariableEvidence, types: Map<string, VariableType>): void {
  const compared = (part: Expression): void => {
    if (!("op" in part) || part.op === "opaque" || part.op === "arith") return;
    if (part.op === "all" || part.op === "any" || part.op === "not") {
      for (const arg of part.args) if ("var" in arg && !types.has(arg.var)) types.set(arg.var, "boolean");
      return;
    }
    const [left, right] = part.args;
    for (const [a, b] of [[left, right] as const, [right, left] as const]) {
      if (!("var" in a) || types.has(a.var) || !("lit" in b)) continue;
      const type = storable(checkExpression(b, () => undefined).type);
      if (type !== null) types.set(a.var, type);
    }
  };
  for (const condition of evidence.conditions) {
    if ("var" in condition) {
      if (!types.has(condition.var)) types.set(condition.var, "boolean");
    } else walkExpression(condition, compared);
  }
  for (const { value } of evidence.assignments) if (value !== null) walkExpression(value, compared);
}

/** Adds what was seen of a variable; a whole number that is also seen as another one is a number. */
function merge(types: Map<string, VariableType>, name: string, found: VariableType): boolean {
  const known = types.get(name);
  if (known === undefined || (known === "integer" && found === "number")) {
    types.set(name, found);
    return true;
  }
  return false;
}

function isNumeric(type: ValueType): boolean {
  return type.type === "integer" || type.type === "number";
}

function storable(type: ValueType): VariableType | null {
  return type.type === "boolean" || type.type === "integer" || type.type === "number" || type.type === "string"
    ? type.type
    : null;
}
