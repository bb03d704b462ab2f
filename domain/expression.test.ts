import { describe, expect, it } from "vitest";
import {
  collectEffectUses,
  collectUses,
  type Expression,
  mapEffectReferences,
  mapReferences,
  measureExpression,
  negate,
  withinExpressionLimits,
} from "./expression.ts";
import { readEffect, readExpression } from "./expression-shape.ts";

const sample: Expression = {
  op: "all",
  args: [
    { op: "gte", args: [{ op: "arith", fn: "add", args: [{ var: "a" }, { var: "b" }] }, { lit: 3 }] },
    { op: "not", args: [{ fn: "visited", args: [{ ref: "n" }] }] },
    { op: "eq", args: [{ entity: "e", path: "mood" }, { lit: null }] },
    { op: "opaque", format: "f", source: "s" },
  ],
};

describe("expressions", () => {
  it("tell what they mention", () => {
    const uses = collectUses(sample);
    expect([...uses.variables, ...uses.entities, ...uses.refs, uses.opaque]).toEqual(["a", "b", "e", "n", true]);
    const effect = { op: "set", target: "t", value: { var: "v" }, when: [{ var: "w" }] } as const;
    expect([...collectEffectUses({ ...effect, when: [{ var: "w" }] }).variables]).toEqual(["t", "v", "w"]);
  });

  it("are of entities where an effect works on the world, and copied with other names there too", () => {
    const give = { op: "inventory.give" as const, target: "e", key: "k", value: { var: "v" }, when: [] };
    const uses = collectEffectUses(give);
    expect([[...uses.variables], [...uses.entities]]).toEqual([["v"], ["e", "k"]]);
    const entity = (name: string) => name.toUpperCase();
    expect(mapEffectReferences(give, { entity })).toEqual({ ...give, target: "E", key: "K" });
    const set = { op: "property.set" as const, target: "e", key: "mood", value: { lit: 1 }, when: [] };
    expect(mapEffectReferences(set, { entity })).toEqual({ ...set, target: "E" });
  });

  it("are copied with other names, without an id", () => {
    const upper = (name: string) => name.toUpperCase();
    const mapped = mapReferences({ ...sample, ...{ id: "cnd_1" } }, { variable: upper, ref: upper, entity: upper });
    expect([...collectUses(mapped).variables, ...collectUses(mapped).refs]).toEqual(["A", "B", "N"]);
    expect(mapped).not.toHaveProperty("id");
    expect(mapReferences(sample, {})).toEqual(sample);
  });

  it("are measured without recursion", () => {
    expect(measureExpression(sample)).toEqual({ depth: 4, parts: 13 });
    let deep: Expression = { lit: true };
    for (let i = 0; i < 200_000; i++) deep = { op: "not", args: [deep] };
    expect(measureExpression(deep).depth).toBe(200_001);
    expect(withinExpressionLimits(deep)).toBe(false);
    expect(withinExpressionLimits(sample)).toBe(true);
  });

  it("are negated exactly", () => {
    expect(negate({ op: "eq", args: [{ var: "a" }, { lit: 1 }] })).toEqual({
      op: "ne",
      args: [{ var: "a" }, { lit: 1 }],
    });
    expect(negate({ op: "lt", args: [{ var: "a" }, { lit: 1 }] })).toEqual({
      op: "not",
      args: [{ op: "lt", args: [{ var: "a" }, { lit: 1 }] }],
    });
    expect(negate(negate({ var: "a" }))).toEqual({ var: "a" });
  });
});

describe("readExpression", () => {
  const read = (value: unknown) => {
    const issues: string[] = [];
    const expression = readExpression(value, "/c", (pointer, message) => issues.push(`${pointer} ${message}`));
    return { expression, issues };
  };

  it("reads what is an expression", () => {
    expect(read(sample)).toEqual({ expression: sample, issues: [] });
  });

  it.each<[unknown, string]>([
    [3, "/c must be an expression, an object"],
    [{}, "/c must have one of op, var, lit, entity, ref, fn"],
    [
      { op: "xor", args: [] },
      "/c/op is not a known operator; known are all, any, not, eq, ne, lt, lte, gt, gte, has, in, arith, opaque",
    ],
    [{ op: "eq", args: [{ lit: 1 }] }, "/c/args must hold two expressions"],
    [{ op: "not", args: [] }, "/c/args must hold one expression"],
    [{ var: "a", "x/y": 1 }, "/c/x~1y is not a field of this expression"],
    [{ lit: {} }, "/c/lit must be a string, a number, true, false or null"],
    [{ op: ">=", args: [] }, '/c/op is not a known operator; did you mean "gte"?'],
    [{ fn: "hasItem", args: [] }, '/c/fn is not a known function; did you mean "has_item"?'],
    [{ op: "all", args: [{ var: "" }] }, "/c/args/0/var must be a name"],
    [{ entity: "a", path: "b.__proto__.c" }, "/c/path must not name __proto__"],
    [JSON.parse('{"op":"all","args":[],"__proto__":1}'), "/c/__proto__ is not a field of this expression"],
  ])("refuses %j", (value, issue) => {
    expect(read(value)).toEqual({ expression: null, issues: [issue] });
  });

  it("refuses what is too deep or has too many parts, with one issue", () => {
    let deep: unknown = { lit: true };
    for (let i = 0; i < 100_000; i++) deep = { op: "not", args: [deep] };
    expect(read(deep).issues).toHaveLength(1);
    expect(read({ op: "all", args: Array(10_000).fill({ lit: true }) }).issues).toHaveLength(1);
  });
});

describe("readEffect", () => {
  it("fills in what may be left out and names what is wrong", () => {
    const issues: string[] = [];
    const report = (pointer: string, message: string) => issues.push(`${pointer} ${message}`);
    expect(readEffect({ op: "toggle", target: "a" }, "/e", report)).toEqual({
      op: "toggle",
      target: "a",
      value: null,
      when: [],
    });
    readEffect({ op: "subtract" }, "/e", report);
    readEffect({ op: "set", target: 3 }, "/e", report);
    readEffect({ op: "set", target: "a", value: { lit: 1 }, when: [{}] }, "/e", report);
    expect(issues).toEqual([
      '/e/op is not a known effect; did you mean "sub"?',
      "/e/target must be a variable or null",
      "/e/when/0 must have one of op, var, lit, entity, ref, fn",
    ]);
  });
});
