import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Condition, type Expression, FUNCTION_NAMES } from "#domain/expression.ts";
import { rounds } from "#test-size";
import {
  type Clause,
  type ConditionRow,
  expressionOf,
  expressionOfRow,
  MATCHES,
  rowOf,
  withExpression,
} from "./condition-rows.ts";

const name = fc.stringMatching(/^[a-z]{2,4}_[0-9a-z]{4}$/);
const value = fc.oneof(fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string());
const subject = fc.oneof(
  fc.record({ kind: fc.constant("variable" as const), id: name }),
  fc.record({ kind: fc.constant("visits" as const), nodeId: fc.option(name) }),
);
const clause: fc.Arbitrary<Clause> = fc.oneof(
  fc.record({
    negated: fc.boolean(),
    subject,
    operator: fc.constantFrom(
      "eq" as const,
      "ne" as const,
      "lt" as const,
      "lte" as const,
      "gt" as const,
      "gte" as const,
    ),
    value,
  }),
  fc.record({ negated: fc.boolean(), subject, operator: fc.constant("holds" as const), value: fc.constant(null) }),
);
const row: fc.Arbitrary<Exclude<ConditionRow, { kind: "text" }>> = fc.oneof(
  fc.record({ kind: fc.constant("clause" as const), clause }),
  fc.record({
    kind: fc.constant("quest" as const),
    asked: fc.record({ negated: fc.boolean(), quest: name.map((id) => `qst_${id}`), state: fc.string() }),
  }),
  fc.record({
    kind: fc.constant("group" as const),
    match: fc.constantFrom(...MATCHES),
    clauses: fc.array(clause, { minLength: 1, maxLength: 4 }),
  }),
);

/** Generates arbitrary expressions, most of which no row can show. */
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ var: name }),
    fc.record({ lit: fc.oneof(value, fc.constant(null)) }),
    fc.record({ entity: name, path: fc.string() }),
    fc.record({ ref: name }),
    fc.record({ op: fc.constant("opaque" as const), format: fc.string(), source: fc.string() }),
    fc.record({ op: fc.constantFrom("all" as const, "any" as const), args: fc.array(tie("expression")) }),
    fc.record({ op: fc.constant("not" as const), args: fc.tuple(tie("expression")) }),
    fc.record({
      op: fc.constantFrom("eq" as const, "gte" as const, "has" as const, "in" as const),
      args: fc.tuple(tie("expression"), tie("expression")),
    }),
    fc.record({
      op: fc.constant("arith" as const),
      fn: fc.constantFrom("add" as const, "mod" as const),
      args: fc.tuple(tie("expression"), tie("expression")),
    }),
    fc.record({ fn: fc.constantFrom(...FUNCTION_NAMES), args: fc.array(tie("expression"), { maxLength: 2 }) }),
  ),
}));

describe("rows of conditions", () => {
  it("read back what they wrote", () => {
    fc.assert(
      fc.property(row, (shown) => {
        expect(rowOf(expressionOfRow(shown))).toEqual(shown);
      }),
    );
  });

  it("write back exactly what they read, for whatever they can show", () => {
    fc.assert(
      fc.property(expression, (given) => {
        const shown = rowOf(given);
        if (shown.kind === "text") return;
        expect(JSON.stringify(sorted(expressionOfRow(shown)))).toBe(JSON.stringify(sorted(given)));
      }),
      { numRuns: rounds({ gate: 400, full: 4_000 }) },
    );
  });

  it("leave what they cannot show as it is", () => {
    fc.assert(
      fc.property(expression, (given) => {
        const condition = { ...given, id: "cnd_1" } as Condition;
        const before = JSON.stringify(condition);
        rowOf(condition);
        expect(JSON.stringify(condition)).toBe(before);
        expect(withExpression(condition, expressionOf(condition))).toEqual(condition);
      }),
    );
  });

  it.each<[string, Expression]>([
    ["a comparison of two variables", { op: "eq", args: [{ var: "a" }, { var: "b" }] }],
    ["a value before the variable", { op: "lt", args: [{ lit: 1 }, { var: "b" }] }],
    ["nothing as a value", { op: "eq", args: [{ var: "a" }, { lit: null }] }],
    ["a double denial", { op: "not", args: [{ op: "not", args: [{ var: "a" }] }] }],
    ["an empty group", { op: "any", args: [] }],
    ["a group in a group", { op: "any", args: [{ op: "all", args: [{ var: "a" }] }] }],
    ["a denied all", { op: "not", args: [{ op: "all", args: [{ var: "a" }] }] }],
    ["visits with a scope", { op: "eq", args: [{ fn: "visits", args: [{ ref: "n" }, { lit: "visit" }] }, { lit: 1 }] }],
    ["another tool's words", { op: "opaque", format: "ink", source: "{a}" }],
  ])("cannot show %s", (_, given) => {
    expect(rowOf(given)).toEqual({ kind: "text" });
  });
});

/** Sorts the keys of objects: their order is not part of an expression. */
function sorted(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(sorted);
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
