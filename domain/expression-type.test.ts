import { describe, expect, it } from "vitest";
import type { Effect, Expression } from "./expression.ts";
import { checkCondition, checkEffect, checkExpression, type VariableDeclaration } from "./expression-type.ts";

const declared: Record<string, VariableDeclaration> = {
  open: { type: "boolean", enum_values: [] },
  courage: { type: "integer", enum_values: [] },
  weight: { type: "number", enum_values: [] },
  name: { type: "string", enum_values: [] },
  mood: { type: "enum", enum_values: ["calm", "angry"] },
};
const declarations = (name: string) => (Object.hasOwn(declared, name) ? declared[name] : undefined);
const codes = (expression: Expression) => checkCondition(expression, declarations).map((f) => `${f.code} ${f.path}`);
const compare = (op: "eq" | "lt", left: Expression, right: Expression): Expression => ({ op, args: [left, right] });

describe("checkCondition", () => {
  it.each<Expression>([
    { var: "open" },
    compare("eq", { var: "mood" }, { lit: "calm" }),
    compare("eq", { var: "courage" }, { lit: 2.5 }),
    compare("lt", { var: "name" }, { lit: "m" }),
    compare("eq", { var: "name" }, { lit: null }),
    compare("lt", { fn: "visits", args: [] }, { var: "weight" }),
    compare("eq", { entity: "ent_1", path: "hp" }, { lit: 3 }),
    { op: "not", args: [{ op: "opaque", format: "x", source: "?" }] },
    { op: "all", args: [] },
    { op: "has", args: [{ fn: "fact", args: [{ lit: "a" }, { lit: "b" }] }, { lit: 1 }] },
    { fn: "visited", args: [{ ref: "node_1" }] },
  ])("finds nothing wrong with %j", (expression) => {
    expect(codes(expression)).toEqual([]);
  });

  it.each<[Expression, string[]]>([
    [{ var: "courage" }, ["type_mismatch "]],
    [{ var: "nobody" }, ["undeclared_variable /var"]],
    [compare("eq", { var: "mood" }, { lit: "sad" }), ["unknown_enum_value /args/1"]],
    [compare("lt", { var: "mood" }, { lit: "calm" }), ["type_mismatch "]],
    [compare("eq", { var: "open" }, { lit: 1 }), ["type_mismatch "]],
    [{ op: "all", args: [{ var: "open" }, { lit: 3 }] }, ["type_mismatch /args/1"]],
    [{ fn: "offered", args: [] }, ["wrong_number_of_arguments /args"]],
    [{ fn: "visited", args: [{ lit: "x" }] }, ["type_mismatch /args/0"]],
    [
      compare("eq", { op: "arith", fn: "sub", args: [{ var: "name" }, { var: "gone" }] }, { lit: 1 }),
      ["undeclared_variable /args/0/args/1/var", "type_mismatch /args/0/args/0"],
    ],
    [
      compare("eq", { op: "arith", fn: "add", args: [{ lit: "n" }, { var: "courage" }] }, { lit: 1 }),
      ["type_mismatch "],
    ],
    [
      compare("eq", { op: "arith", fn: "add", args: [{ lit: "n" }, { ref: "node_1" }] }, { lit: "n" }),
      ["type_mismatch /args/0/args/1"],
    ],
  ])("finds what is wrong with %j", (expression, found) => {
    expect(codes(expression)).toEqual(found);
  });

  it("knows whole numbers from others", () => {
    const type = (expression: Expression) => checkExpression(expression, declarations).type.type;
    expect(type({ op: "arith", fn: "mul", args: [{ var: "courage" }, { lit: 2 }] })).toBe("integer");
    expect(type({ op: "arith", fn: "div", args: [{ var: "courage" }, { lit: 2 }] })).toBe("number");
    expect(type({ op: "arith", fn: "add", args: [{ var: "courage" }, { var: "weight" }] })).toBe("number");
  });

  it("knows a text that is joined of others", () => {
    const type = (...args: [Expression, Expression]) => checkExpression({ op: "arith", fn: "add", args }, declarations);
    expect(type({ var: "name" }, { lit: 1 })).toEqual({ type: { type: "string" }, findings: [] });
    expect(type({ var: "open" }, { var: "mood" })).toEqual({ type: { type: "string" }, findings: [] });
  });
});

describe("checkEffect", () => {
  const effect = (op: Effect["op"], target: string | null, value: Expression | null): string[] =>
    checkEffect({ op, target, value, when: [] }, declarations).map((f) => `${f.code} ${f.path}`);

  it("lets sound effects be", () => {
    expect(effect("set", "mood", { lit: "angry" })).toEqual([]);
    expect(effect("add", "courage", { lit: 1 })).toEqual([]);
    expect(effect("add", "name", { var: "courage" })).toEqual([]);
    expect(effect("mul", "weight", { lit: 1.5 })).toEqual([]);
    expect(effect("toggle", "open", null)).toEqual([]);
    expect(effect("emit", null, { lit: "bell" })).toEqual([]);
    expect(effect("opaque", null, { op: "opaque", format: "x", source: "y" })).toEqual([]);
  });

  it("finds what is wrong", () => {
    expect(effect("set", "courage", { lit: "three" })).toEqual(["type_mismatch /value"]);
    expect(effect("add", "courage", { lit: 0.5 })).toEqual(["type_mismatch /value"]);
    expect(effect("add", "name", { ref: "node_1" })).toEqual(["type_mismatch /value"]);
    expect(effect("sub", "name", { lit: 1 })).toEqual(["type_mismatch /target"]);
    expect(effect("add", "mood", { lit: "er" })).toEqual(["type_mismatch /target", "type_mismatch /value"]);
    expect(effect("toggle", "courage", null)).toEqual(["type_mismatch /target"]);
    expect(effect("set", null, { lit: 1 })).toEqual(["missing_target /target"]);
    expect(effect("set", "open", null)).toEqual(["missing_value /value"]);
    expect(effect("reset", "open", { lit: 1 })).toEqual(["unexpected_value /value"]);
    expect(effect("emit", "open", null)).toEqual(["unexpected_target /target", "missing_value /value"]);
    expect(effect("set", "gone", { lit: 1 })).toEqual(["undeclared_variable /target"]);
  });

  it("checks what effects on the world are about and what they write", () => {
    expect(effect("property.set", "ent_1", { lit: "angry" })).toEqual([]);
    expect(effect("property.add", "ent_1", { lit: "one" })).toEqual(["type_mismatch /value"]);
    expect(effect("inventory.give", "ent_1", { lit: 1.5 })).toEqual(["type_mismatch /value"]);
    expect(effect("location.move", "ent_1", { lit: 1 })).toEqual(["unexpected_value /value"]);
    expect(effect("quest.set_state", null, { lit: "done" })).toEqual(["missing_target /target"]);
    expect(effect("time.advance", "ent_1", null)).toEqual(["unexpected_target /target", "missing_value /value"]);
    expect(effect("relationship.adjust", "ent_1", { var: "gone" })).toEqual(["undeclared_variable /value/var"]);
    expect(effect("reset_visits", null, { lit: 1 })).toEqual(["type_mismatch /value"]);
  });

  it("checks guards as conditions", () => {
    const found = checkEffect({ op: "toggle", target: "open", value: null, when: [{ var: "courage" }] }, declarations);
    expect(found.map((f) => f.path)).toEqual(["/when/0"]);
  });
});
