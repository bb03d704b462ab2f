import { type Effect, type Expression, negate } from "../../expression.ts";
import { checkEffect, checkExpression, type Declarations } from "../../expression-type.ts";
import { shorten } from "../report.ts";
import type { ImportedVariable } from "../story.ts";
import type { Guard } from "./guards.ts";
import type { Assignment } from "./statements.ts";

/** Longest script kept inside an expression; the whole of it stays in the text of the node. */
const OPAQUE_LENGTH = 2_000;

/** Turns guards and assignments as they were read into expressions and effects, once the types of the variables are known. */
export class Resolver {
  readonly #format: string;
  readonly #declarations: Declarations;
  /** Guards are shared by all they enclose, so each is worked out once. */
  readonly #resolved = new WeakMap<Guard, Expression>();

  constructor(format: string, declarations: Declarations) {
    this.#format = format;
    this.#declarations = declarations;
  }

  /** Guards as conditions. One that says "never" needs no others beside it. */
  conditions(guards: readonly Guard[]): Expression[] {
    const conditions = guards.map((guard) => this.#condition(guard));
    const never = conditions.find((condition) => "lit" in condition && condition.lit === false);
    return never === undefined ? conditions : [never];
  }

  effect(assignment: Assignment, guards: readonly Guard[]): Omit<Effect, "id"> {
    const when = this.conditions(guards);
    const { op, target, value, source } = assignment;
    if (target !== null && value !== null) {
      const effect = { op, target, value, when };
      if (checkEffect(effect, this.#declarations).length === 0) return effect;
    }
    const kept = this.opaque(source);
    if (target === null || this.#declarations(target) === undefined) {
      return { op: "opaque", target: null, value: kept, when };
    }
    return { op: "set", target, value: kept, when };
  }

  opaque(source: string): Expression {
    return { op: "opaque", format: this.#format, source: shorten(source, OPAQUE_LENGTH) };
  }

  #condition(guard: Guard): Expression {
    const known = this.#resolved.get(guard);
    if (known !== undefined) return known;
    const expression = (guard.expression && this.#asked(guard.expression)) ?? this.opaque(guard.source);
    const result = guard.negated ? negate(expression) : expression;
    this.#resolved.set(guard, result);
    return result;
  }

  /** An expression as a condition: what is not a yes or no counts as one when it is not nothing, as in the formats. */
  #asked(expression: Expression): Expression | null {
    if ("op" in expression && expression.op === "not") {
      const inner = expression.args[0] === undefined ? null : this.#asked(expression.args[0]);
      return inner === null ? null : negate(inner);
    }
    const { type, findings } = checkExpression(expression, this.#declarations);
    if (findings.length > 0) return null;
    switch (type.type) {
      case "boolean":
        return "var" in expression ? { op: "eq", args: [expression, { lit: true }] } : expression;
      case "integer":
      case "number":
        if ("fn" in expression && !("op" in expression) && expression.fn === "visits") {
          return { fn: "visited", args: expression.args };
        }
        return { op: "ne", args: [expression, { lit: 0 }] };
      case "string":
        return { op: "ne", args: [expression, { lit: "" }] };
      default:
        return null;
    }
  }
}

/** Variables as the type checker asks for them. */
export function declarationsOf(
  variables: readonly Pick<ImportedVariable, "name" | "type" | "enum_values">[],
): Declarations {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  return (name) => byName.get(name);
}
