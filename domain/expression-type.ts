import type { VariableType } from "./dialogue/wire.ts";
import { EFFECT_SIGNATURES, type EffectSignature } from "./effect-signatures.ts";
import {
  type Effect,
  type EffectOp,
  type Expression,
  type FunctionName,
  isQuestId,
  isWorldOp,
  type Scalar,
} from "./expression.ts";
import { type ArgumentType, FUNCTIONS, WAYS_TO_KNOW } from "./expression-functions.ts";
import { QUEST_STATES } from "./quest.ts";

/** Properties of a variable that the checker needs. */
export interface VariableDeclaration {
  type: VariableType;
  enum_values: readonly string[];
}

/** Looks a variable up by the name expressions use for it (its id, or in an imported story its name). */
export type Declarations = (variable: string) => VariableDeclaration | undefined;

export type ExpressionFindingCode =
  | "undeclared_variable"
  | "type_mismatch"
  | "unknown_enum_value"
  | "wrong_number_of_arguments"
  | "missing_target"
  | "missing_value"
  | "unexpected_target"
  | "unexpected_value";

export interface ExpressionFinding {
  code: ExpressionFindingCode;
  /** JSON pointer inside the checked expression or effect. */
  path: string;
  message: string;
  variable: string | null;
  expected: string | null;
  actual: string | null;
}

/** The type of a value; `unknown` fits everywhere (opaque parts, facts, entity properties, undeclared variables). */
export type ValueType =
  | { type: "boolean" | "integer" | "number" | "string" | "null" | "ref" | "unknown" }
  | { type: "enum" | "set"; values: readonly string[] };

const UNKNOWN: ValueType = { type: "unknown" };
const BOOLEAN: ValueType = { type: "boolean" };
const HOW: ValueType = { type: "enum", values: WAYS_TO_KNOW };
const QUEST_STATE: ValueType = { type: "enum", values: QUEST_STATES };
/** Arguments that are named by a constant id. */
const NAMED: Partial<Record<ArgumentType, string>> = {
  fact: "a fact",
  quest: "a quest",
  objective: "an objective",
};

class Checker {
  readonly findings: ExpressionFinding[] = [];
  readonly #declarations: Declarations;

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
  }

  report(code: ExpressionFindingCode, path: string, message: string, more: Partial<ExpressionFinding> = {}): void {
    this.findings.push({ code, path, message, variable: null, expected: null, actual: null, ...more });
  }

  variable(name: string, path: string): ValueType {
    const declared = this.#declarations(name);
    if (declared === undefined) {
      this.report("undeclared_variable", path, `There is no variable ${name}.`, { variable: name });
      return UNKNOWN;
    }
    return declared.type === "enum" || declared.type === "set"
      ? { type: declared.type, values: declared.enum_values }
      : { type: declared.type };
  }

  typeOf(expression: Expression, path: string): ValueType {
    if ("var" in expression) return this.variable(expression.var, `${path}/var`);
    if ("lit" in expression) return literalType(expression.lit);
    if ("entity" in expression) return UNKNOWN;
    if ("ref" in expression) return { type: "ref" };
    if (!("op" in expression)) return this.#call(expression, path);
    switch (expression.op) {
      case "opaque":
        return UNKNOWN;
      case "all":
      case "any":
      case "not":
        if (expression.op === "not" && expression.args.length !== 1) {
          this.report("wrong_number_of_arguments", `${path}/args`, "not takes one condition.", {
            expected: "1",
            actual: String(expression.args.length),
          });
        }
        expression.args.forEach((arg, index) => {
          this.expect(arg, BOOLEAN, `${path}/args/${index}`);
        });
        return BOOLEAN;
      case "arith":
        return this.#arithmetic(expression.fn, expression.args, path);
      default:
        this.#compare(expression.op, expression.args, path);
        return BOOLEAN;
    }
  }

  expect(expression: Expression, wanted: ValueType, path: string): void {
    const found = this.typeOf(expression, path);
    if (accepts(wanted, found)) {
      this.#enumLiteral(wanted, expression, path);
      return;
    }
    this.report("type_mismatch", path, `Expected ${nameOf(wanted)}, found ${nameOf(found)}.`, {
      expected: nameOf(wanted),
      actual: nameOf(found),
    });
  }

  #constant(expression: Expression, path: string, expected: string): void {
    if ("lit" in expression && typeof expression.lit === "string") return;
    const actual = nameOf(this.typeOf(expression, path));
    this.report("type_mismatch", path, `Expected ${expected}, found ${actual}.`, { expected, actual });
  }

  #enumLiteral(wanted: ValueType, expression: Expression, path: string): void {
    if (wanted.type !== "enum" || !("lit" in expression)) return;
    if (typeof expression.lit === "string" && !wanted.values.includes(expression.lit)) {
      this.report("unknown_enum_value", path, `${JSON.stringify(expression.lit)} is not one of the values.`, {
        expected: wanted.values.join(", "),
        actual: expression.lit,
      });
    }
  }

  #call(call: { fn: FunctionName; args: readonly Expression[] }, path: string): ValueType {
    const signature = FUNCTIONS[call.fn];
    const { length } = call.args;
    if (length < signature.required || length > signature.args.length) {
      const range =
        signature.required === signature.args.length
          ? String(signature.required)
          : `${signature.required} to ${signature.args.length}`;
      this.report("wrong_number_of_arguments", `${path}/args`, `${call.fn} takes ${range} arguments, not ${length}.`, {
        expected: range,
        actual: String(length),
      });
    }
    call.args.forEach((arg, index) => {
      const wanted = signature.args[index];
      const at = `${path}/args/${index}`;
      const named = wanted === undefined ? undefined : NAMED[wanted];
      if (named !== undefined) this.#constant(arg, at, named);
      else if (wanted === "ref" || wanted === "integer" || wanted === "string") this.expect(arg, { type: wanted }, at);
      else this.typeOf(arg, at);
    });
    const [of] = call.args;
    if (call.fn === "quest_state" && of !== undefined && "lit" in of && isQuestId(of.lit)) return QUEST_STATE;
    return { type: signature.returns };
  }

  #arithmetic(fn: string, args: readonly [Expression, Expression], path: string): ValueType {
    const found = args.map((arg, index) => this.typeOf(arg, `${path}/args/${index}`));
    const joins = fn === "add" && found.some(isText);
    const types = found.map((type, index) => {
      if (joins ? type.type === "ref" : !isNumeric(type) && type.type !== "unknown") {
        this.report("type_mismatch", `${path}/args/${index}`, `Expected a number, found ${nameOf(type)}.`, {
          expected: "a number",
          actual: nameOf(type),
        });
      }
      return type;
    });
    if (joins) return { type: "string" };
    return fn !== "div" && types.every((type) => type.type === "integer") ? { type: "integer" } : { type: "number" };
  }

  #compare(op: string, args: readonly [Expression, Expression], path: string): void {
    const left = this.typeOf(args[0], `${path}/args/0`);
    const right = this.typeOf(args[1], `${path}/args/1`);
    if (op === "has" || op === "in") {
      const [whole, part, at] = op === "has" ? [left, args[1], 1] : [right, args[0], 0];
      if (whole.type === "set") this.#enumLiteral({ type: "enum", values: whole.values }, part, `${path}/args/${at}`);
      return;
    }
    this.#enumLiteral(left, args[1], `${path}/args/1`);
    this.#enumLiteral(right, args[0], `${path}/args/0`);
    if (left.type === "unknown" || right.type === "unknown") return;
    const ordered = op !== "eq" && op !== "ne";
    const alike = ordered
      ? (isNumeric(left) && isNumeric(right)) || (left.type === "string" && right.type === "string")
      : family(left) === family(right) || left.type === "null" || right.type === "null";
    if (!alike) {
      this.report("type_mismatch", path, `Cannot compare ${nameOf(left)} with ${nameOf(right)}.`, {
        expected: nameOf(left),
        actual: nameOf(right),
      });
    }
  }
}

function literalType(value: Scalar): ValueType {
  if (value === null) return { type: "null" };
  if (typeof value === "boolean") return BOOLEAN;
  if (typeof value === "string") return { type: "string" };
  return { type: Number.isSafeInteger(value) ? "integer" : "number" };
}

function isNumeric(type: ValueType): boolean {
  return type.type === "integer" || type.type === "number";
}

function isText(type: ValueType): boolean {
  return type.type === "string" || type.type === "enum";
}

function family(type: ValueType): string {
  if (isNumeric(type)) return "number";
  return type.type === "enum" ? "string" : type.type;
}

function accepts(wanted: ValueType, found: ValueType): boolean {
  if (wanted.type === "unknown" || found.type === "unknown") return true;
  if (wanted.type === "number") return isNumeric(found);
  if (wanted.type === "enum") return found.type === "enum" || found.type === "string";
  if (wanted.type === "string") return found.type === "string" || found.type === "enum";
  return wanted.type === found.type;
}

function nameOf(type: ValueType): string {
  const names: Record<ValueType["type"], string> = {
    boolean: "true or false",
    integer: "a whole number",
    number: "a number",
    string: "a text",
    enum: "one of a list of values",
    set: "several of a list of values",
    null: "nothing",
    ref: "a node or choice",
    unknown: "something unknown",
  };
  return names[type.type];
}

/** The type of an expression over the declared variables, and what is wrong with it. */
export function checkExpression(
  expression: Expression,
  declarations: Declarations,
): { type: ValueType; findings: ExpressionFinding[] } {
  const checker = new Checker(declarations);
  const type = checker.typeOf(expression, "");
  return { type, findings: checker.findings };
}

/** Checks an expression used as a condition, which must be true or false. */
export function checkCondition(expression: Expression, declarations: Declarations): ExpressionFinding[] {
  const checker = new Checker(declarations);
  checker.expect(expression, BOOLEAN, "");
  return checker.findings;
}

function typeTaken(taken: EffectSignature["value"]): ValueType | null {
  if (taken === null) return null;
  return taken === "how" ? HOW : { type: taken };
}

const NUMERIC_OPS: ReadonlySet<EffectOp> = new Set(["add", "sub", "mul", "div", "mod"]);

/** Checks an effect: its target, its value against the target's type, its conditions. */
export function checkEffect(effect: Omit<Effect, "id">, declarations: Declarations): ExpressionFinding[] {
  const checker = new Checker(declarations);
  effect.when.forEach((condition, index) => {
    checker.expect(condition, BOOLEAN, `/when/${index}`);
  });
  const { op, target, value } = effect;
  if (op === "opaque") return checker.findings;
  const takes = EFFECT_SIGNATURES[op];
  if (isWorldOp(op)) {
    if (takes.target === null && target !== null)
      checker.report("unexpected_target", "/target", `${op} has no target.`);
    if ((takes.target === "entity" || takes.target === "tracked") && target === null)
      checker.report("missing_target", "/target", `${op} needs an entity.`);
    if (takes.target === "quest" && target === null)
      checker.report("missing_target", "/target", `${op} needs a quest.`);
    const wanted = takes.target === "tracked" && isQuestId(target) ? QUEST_STATE : typeTaken(takes.value);
    if (wanted === null) {
      if (value !== null) checker.report("unexpected_value", "/value", `${op} takes no value.`);
    } else if (value !== null) checker.expect(value, wanted, "/value");
    else if (takes.value !== "how") checker.report("missing_value", "/value", `${op} needs a value.`);
    return checker.findings;
  }
  if (takes.target === null) {
    if (target !== null) checker.report("unexpected_target", "/target", `${op} has no target variable.`);
    if (value === null && op !== "reset_visits") checker.report("missing_value", "/value", `${op} needs a value.`);
    const wanted = typeTaken(takes.value);
    if (value !== null && wanted !== null) checker.expect(value, wanted, "/value");
    return checker.findings;
  }
  if (target === null) {
    checker.report("missing_target", "/target", `${op} needs a variable.`);
    if (value !== null) checker.typeOf(value, "/value");
    return checker.findings;
  }
  const type = checker.variable(target, "/target");
  if (takes.value === null) {
    if (value !== null) checker.report("unexpected_value", "/value", `${op} takes no value.`);
    if (op === "toggle") expectTarget(checker, type, BOOLEAN, target);
    return checker.findings;
  }
  if (value === null) {
    checker.report("missing_value", "/value", `${op} needs a value.`);
    return checker.findings;
  }
  if (op === "set") checker.expect(value, type, "/value");
  else if (op === "add" && type.type === "string") {
    // Whatever is added to a text is joined to it.
    const added = checker.typeOf(value, "/value");
    if (added.type === "ref") checker.expect(value, type, "/value");
  } else if (NUMERIC_OPS.has(op)) {
    expectTarget(checker, type, { type: "number" }, target);
    const whole = type.type === "integer" && op !== "div";
    checker.expect(value, whole ? { type: "integer" } : { type: "number" }, "/value");
  } else {
    const values = type.type === "set" ? type.values : [];
    expectTarget(checker, type, { type: "set", values }, target);
    checker.expect(value, { type: "enum", values }, "/value");
  }
  return checker.findings;
}

function expectTarget(checker: Checker, type: ValueType, wanted: ValueType, variable: string): void {
  if (accepts(wanted, type)) return;
  checker.report("type_mismatch", "/target", `Expected ${nameOf(wanted)}, found ${nameOf(type)}.`, {
    variable,
    expected: nameOf(wanted),
    actual: nameOf(type),
  });
}
