import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import type { Expression, Scalar } from "../expression.ts";
import type { VariableDeclaration } from "../expression-type.ts";
import { decideConditions } from "./decide-condition.ts";

const VARIABLES: Record<string, VariableDeclaration> = {
  open: { type: "boolean", enum_values: [] },
  courage: { type: "integer", enum_values: [] },
  toll: { type: "number", enum_values: [] },
  name: { type: "string", enum_values: [] },
  tide: { type: "enum", enum_values: ["slack", "flood", "high"] },
};
const declarations = (name: string) => VARIABLES[name];
const compare = (op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte", name: string, value: Scalar): Expression => ({
  op,
  args: [{ var: name }, { lit: value }],
});
const visits: Expression = { fn: "visits", args: [{ ref: "node_1" }] };
const not = (inner: Expression): Expression => ({ op: "not", args: [inner] });
const any = (...args: Expression[]): Expression => ({ op: "any", args });

describe("decideConditions", () => {
  it.each<[string, Expression[]]>([
    ["an empty list", []],
    ["true", [{ lit: true }]],
    ["2 < 3", [{ op: "lt", args: [{ lit: 2 }, { lit: 3 }] }]],
    ["visits ≥ 0", [{ op: "gte", args: [visits, { lit: 0 }] }]],
    ["0 ≤ visits", [{ op: "lte", args: [{ lit: 0 }, visits] }]],
    ["open or not open", [any({ var: "open" }, not({ var: "open" }))]],
    ["courage > 1 or courage < 2", [any(compare("gt", "courage", 1), compare("lt", "courage", 2))]],
    ["one of all its values", [any(...["slack", "flood", "high"].map((tide) => compare("eq", "tide", tide)))]],
    ["itself", [{ op: "eq", args: [{ var: "toll" }, { var: "toll" }] }]],
  ])("says always of %s", (_, conditions) => {
    expect(decideConditions(conditions, declarations)).toBe("always");
  });

  it.each<[string, Expression[]]>([
    ["false", [{ var: "open" }, { lit: false }]],
    ["open and not open", [{ var: "open" }, not({ var: "open" })]],
    ["3 ≤ courage < 2", [compare("gte", "courage", 3), compare("lt", "courage", 2)]],
    ["no whole number between", [compare("gt", "courage", 2), compare("lt", "courage", 3)]],
    ["a whole number of 2.5", [compare("eq", "courage", 2.5)]],
    ["two names", [compare("eq", "name", "Ana"), compare("eq", "name", "Bor")]],
    ["a name that it is not", [compare("eq", "name", "Ana"), compare("ne", "name", "Ana")]],
    ["none of its values", ["slack", "flood", "high"].map((tide) => compare("ne", "tide", tide))],
    ["visits < 0", [{ op: "lt", args: [visits, { lit: 0 }] }]],
    ["nested", [{ op: "all", args: [compare("gt", "toll", 1), compare("lt", "toll", 1)] }]],
    ["not (a or not a)", [not(any({ var: "open" }, not({ var: "open" })))]],
  ])("says never of %s", (_, conditions) => {
    expect(decideConditions(conditions, declarations)).toBe("never");
  });

  it.each<[string, Expression[]]>([
    ["a variable", [{ var: "open" }]],
    ["two variables", [{ var: "open" }, compare("gt", "courage", 1)]],
    ["an undeclared one and its opposite", [{ var: "x" }, not({ var: "x" })]],
    ["what cannot be read", [{ op: "opaque", format: "ink", source: "1 > 2" }]],
    ["dice", [compare("gt", "courage", 1), { op: "gt", args: [{ fn: "roll", args: [{ lit: 6 }] }, { lit: 9 }] }]],
    ["numbers between two numbers", [compare("gt", "toll", 2), compare("lt", "toll", 3)]],
  ])("leaves %s open", (_, conditions) => {
    expect(decideConditions(conditions, declarations)).toBe("depends");
  });

  it("is never wrong: what it decides holds for every value tried", () => {
    const leaf = fc.oneof(
      fc.constant<Expression>({ var: "open" }),
      fc.boolean().map((lit): Expression => ({ lit })),
      fc
        .tuple(
          fc.constantFrom("eq" as const, "ne" as const, "lt" as const, "lte" as const, "gt" as const, "gte" as const),
          fc.constantFrom("courage", "toll"),
          fc.constantFrom(0, 1, 1.5, 2),
        )
        .map(([op, name, value]) => compare(op, name, value)),
      fc
        .tuple(fc.constantFrom("eq" as const, "ne" as const), fc.constantFrom("slack", "flood", "high"))
        .map(([op, value]) => compare(op, "tide", value)),
    );
    const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc
          .tuple(fc.constantFrom("all" as const, "any" as const), fc.array(tie("tree"), { maxLength: 3 }))
          .map(([op, args]): Expression => ({ op, args })),
        tie("tree").map(not),
      ),
    }));
    const worlds: Record<string, Scalar>[] = [];
    for (const open of [true, false])
      for (const courage of [-1, 0, 1, 2, 3])
        for (const toll of [-1, 0, 0.5, 1, 1.25, 1.5, 1.75, 2, 3])
          for (const tide of ["slack", "flood", "high"]) worlds.push({ open, courage, toll, tide });
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (conditions) => {
        const verdict = decideConditions(conditions, declarations);
        if (verdict === "depends") return;
        for (const world of worlds) {
          expect(conditions.every((condition) => holds(condition, world))).toBe(verdict === "always");
        }
      }),
      { numRuns: rounds({ gate: 400, full: 4_000 }) },
    );
  });
});

function holds(expression: Expression, world: Record<string, Scalar>): boolean {
  return valueIn(expression, world) === true;
}

function valueIn(expression: Expression, world: Record<string, Scalar>): Scalar {
  if ("lit" in expression) return expression.lit;
  if ("var" in expression) return world[expression.var] ?? null;
  if (!("op" in expression) || !("args" in expression)) throw new Error("not in this test");
  if (expression.op === "all") return expression.args.every((arg) => holds(arg, world));
  if (expression.op === "any") return expression.args.some((arg) => holds(arg, world));
  if (expression.op === "not") return !expression.args.some((arg) => holds(arg, world));
  const [a, b] = expression.args.map((arg) => valueIn(arg, world));
  if (expression.op === "eq") return a === b;
  if (expression.op === "ne") return a !== b;
  const [left, right] = [Number(a), Number(b)];
  if (expression.op === "lt") return left < right;
  if (expression.op === "lte") return left <= right;
  return expression.op === "gt" ? left > right : left >= right;
}
