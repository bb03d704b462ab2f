import { type ComparisonOp, type Expression, negate, type Scalar } from "../expression.ts";
import type { Declarations } from "../expression-type.ts";
import { ValueRange } from "./value-range.ts";

/** Whether a condition holds whatever the state of play; `depends` also where that cannot be decided here. */
export type Verdict = "always" | "never" | "depends";

const OPPOSITE = { always: "never", never: "always", depends: "depends" } as const;
const MIRROR: Partial<Record<ComparisonOp, ComparisonOp>> = {
  eq: "eq",
  ne: "ne",
  lt: "gt",
  lte: "gte",
  gt: "lt",
  gte: "lte",
};

/**
 * Decides a list of conditions (a list means AND) without playing: constants, and what several conditions say of one
 * variable or one count of visits together (`courage > 3 and courage < 2`). It never claims more than it knows.
 */
export function decideConditions(conditions: readonly Expression[], declarations: Declarations): Verdict {
  return decideAll(conditions, declarations);
}

function decide(expression: Expression, declarations: Declarations): Verdict {
  if ("lit" in expression) {
    if (expression.lit === true) return "always";
    return expression.lit === false ? "never" : "depends";
  }
  if (!("op" in expression)) return "depends";
  switch (expression.op) {
    case "all":
      return decideAll(expression.args, declarations);
    case "any":
      // "One of these holds" is "not all of their opposites hold".
      return OPPOSITE[decideAll(expression.args.map(opposite), declarations)];
    case "not": {
      const [inner] = expression.args;
      return inner === undefined ? "depends" : OPPOSITE[decide(inner, declarations)];
    }
    case "opaque":
    case "arith":
      return "depends";
    default:
      return decideComparison(expression, declarations);
  }
}

/** The opposite of a condition, with the opposites of its parts where that is exact. */
function opposite(expression: Expression): Expression {
  if ("op" in expression && (expression.op === "all" || expression.op === "any")) {
    return { op: expression.op === "all" ? "any" : "all", args: expression.args.map(opposite) };
  }
  return negate(expression);
}

function decideAll(conditions: readonly Expression[], declarations: Declarations): Verdict {
  let verdict: Verdict = "always";
  const ranges = new Map<string, ValueRange>();
  let possible = true;
  const add = (condition: Expression): void => {
    if ("op" in condition && condition.op === "all") {
      condition.args.forEach(add);
      return;
    }
    const one = decideOne(condition, declarations);
    if (one === "never") possible = false;
    if (one === "depends") verdict = "depends";
    if (!narrow(ranges, condition, declarations)) possible = false;
  };
  conditions.forEach(add);
  return possible ? verdict : "never";
}

/** A single condition: its own constants, then what values its subject can have at all. */
function decideOne(condition: Expression, declarations: Declarations): Verdict {
  const verdict = decide(condition, declarations);
  if (verdict !== "depends") return verdict;
  if (!narrow(new Map(), condition, declarations)) return "never";
  return narrow(new Map(), negate(condition), declarations) ? "depends" : "always";
}

function decideComparison(
  { op, args }: { op: ComparisonOp; args: readonly [Expression, Expression] },
  declarations: Declarations,
): Verdict {
  const [left, right] = args;
  if ("lit" in left && "lit" in right) return compareLiterals(op, left.lit, right.lit);
  if ("var" in left && "var" in right && left.var === right.var && declarations(left.var) !== undefined) {
    if (op === "eq") return "always";
    if (op === "ne" || op === "lt" || op === "gt") return "never";
  }
  return "depends";
}

function compareLiterals(op: ComparisonOp, left: Scalar, right: Scalar): Verdict {
  const holds = (value: boolean): Verdict => (value ? "always" : "never");
  if (op === "eq") return holds(left === right);
  if (op === "ne") return holds(left !== right);
  if (typeof left !== "number" || typeof right !== "number") return "depends";
  if (op === "lt") return holds(left < right);
  if (op === "lte") return holds(left <= right);
  if (op === "gt") return holds(left > right);
  return op === "gte" ? holds(left >= right) : "depends";
}

/** Takes what one condition says of one subject into its range; false when nothing is left that it could be. */
function narrow(ranges: Map<string, ValueRange>, condition: Expression, declarations: Declarations): boolean {
  const claim = claimOf(condition);
  if (claim === null) return true;
  const key = JSON.stringify(claim.subject);
  const range = ranges.get(key) ?? rangeOf(claim.subject, declarations);
  if (range === null || !range.understands(claim.value)) return true;
  ranges.set(key, range);
  range.narrow(claim.op, claim.value);
  return !range.empty;
}

interface Claim {
  subject: Expression;
  op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte";
  value: Scalar;
}

/** A condition as "subject, comparison, constant", where it is one. */
function claimOf(condition: Expression): Claim | null {
  // Rebuilt, because a condition of a list carries an id that is no part of what it asks.
  if ("var" in condition) return { subject: { var: condition.var }, op: "eq", value: true };
  if (!("op" in condition)) {
    if (!("fn" in condition)) return null;
    return { subject: { fn: condition.fn, args: condition.args }, op: "eq", value: true };
  }
  if (condition.op === "not") {
    const inner = condition.args[0] === undefined ? null : claimOf(condition.args[0]);
    if (inner === null) return null;
    // Turning an order round is exact here: a claim is only used where the subject is a number.
    const turned = { eq: "ne", ne: "eq", lt: "gte", lte: "gt", gt: "lte", gte: "lt" } as const;
    return { ...inner, op: turned[inner.op] };
  }
  if (!("args" in condition) || condition.op === "all" || condition.op === "any" || condition.op === "arith")
    return null;
  const [left, right] = condition.args;
  if (left === undefined || right === undefined) return null;
  const op = condition.op;
  if (op === "has" || op === "in") return null;
  if ("lit" in right && !("lit" in left)) return { subject: left, op, value: right.lit };
  const mirrored = MIRROR[op];
  if ("lit" in left && !("lit" in right) && mirrored !== undefined) {
    return { subject: right, op: mirrored as Claim["op"], value: left.lit };
  }
  return null;
}

/** Functions whose value is the same wherever one list of conditions asks for it, and is never below zero. */
const COUNTS = new Set(["visits", "turns", "choice_count"]);
const FLAGS = new Set(["visited", "offered"]);

function rangeOf(subject: Expression, declarations: Declarations): ValueRange | null {
  if ("var" in subject) {
    const declared = declarations(subject.var);
    if (declared === undefined) return null;
    switch (declared.type) {
      case "boolean":
        return ValueRange.among([true, false]);
      case "enum":
        return ValueRange.among(declared.enum_values);
      case "integer":
        return ValueRange.numbers({ whole: true });
      case "number":
        return ValueRange.numbers({ whole: false });
      case "string":
        return ValueRange.texts();
    }
  }
  if (!("fn" in subject) || "op" in subject) return null;
  if (COUNTS.has(subject.fn)) return ValueRange.numbers({ whole: true, least: 0 });
  return FLAGS.has(subject.fn) ? ValueRange.among([true, false]) : null;
}
