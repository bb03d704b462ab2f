import { describe, expect, it } from "vitest";
import { describeConditions, describeEffect, describeExpression } from "./describe-logic.ts";
import type { Expression, WorldEffectOp } from "./expression.ts";

const names = {
  variable: (id: string) => ({ v1: "gate_open", v2: "courage", v3: "met_guard", v4: "raining", v5: "has_key" })[id],
  node: (id: string) => ({ n1: "The gate" })[id],
  entity: (id: string) => ({ e1: "Mara" })[id],
};
const is = (id: string, value: boolean): Expression => ({ op: "eq", args: [{ var: id }, { lit: value }] });
const atLeast = (id: string, value: number): Expression => ({ op: "gte", args: [{ var: id }, { lit: value }] });

describe("conditions described", () => {
  it.each<[Expression[], string]>([
    [[], "always"],
    [[is("v1", true), atLeast("v2", 3)], "the gate is open and courage ≥ 3"],
    [[is("v1", false)], "the gate is not open"],
    [[{ op: "not", args: [{ var: "v4" }] }], "raining is no"],
    [[is("v3", true)], "met guard"],
    [[is("v5", false)], "not has key"],
    [
      [{ op: "any", args: [is("v1", true), { op: "all", args: [is("v4", true), atLeast("v2", 1)] }] }, is("v3", true)],
      "(the gate is open or raining is yes and courage ≥ 1) and met guard",
    ],
    [
      [{ op: "not", args: [{ op: "any", args: [{ var: "v1" }, { var: "v4" }] }] }],
      "not (the gate is open or raining is yes)",
    ],
    [[{ op: "gte", args: [{ fn: "visits", args: [{ ref: "n1" }] }, { lit: 2 }] }], "visits to “The gate” ≥ 2"],
    [[{ fn: "visited", args: [{ ref: "n1" }] }], "“The gate” has been visited"],
    [[{ op: "eq", args: [{ entity: "e1", path: "mood" }, { lit: "calm" }] }], "Mara’s mood is “calm”"],
    [[{ op: "opaque", format: "harlowe", source: "$bag   contains\n'rope'" }], "«$bag contains 'rope'»"],
    [[{ lit: false }], "never"],
    [[{ op: "not", args: [{ op: "opaque", format: "x", source: "a" }] }], "not «a»"],
  ])("%j", (conditions, text) => {
    expect(describeConditions(conditions, names)).toBe(text);
  });

  it("brackets arithmetic", () => {
    const sum: Expression = { op: "arith", fn: "add", args: [{ var: "v2" }, { lit: 1 }] };
    expect(describeExpression({ op: "arith", fn: "mul", args: [sum, { lit: 2 }] }, names)).toBe("(courage + 1) × 2");
    expect(describeExpression({ op: "arith", fn: "sub", args: [{ lit: 1 }, sum] }, names)).toBe("1 − (courage + 1)");
  });
});

describe("effects described", () => {
  it("says what happens and when", () => {
    expect(describeEffect({ op: "add", target: "v2", value: { lit: 1 }, when: [is("v1", true)] }, names)).toBe(
      "courage + 1, if the gate is open",
    );
    expect(describeEffect({ op: "set", target: "v3", value: { lit: true }, when: [] }, names)).toBe(
      "met guard becomes yes",
    );
    expect(describeEffect({ op: "toggle", target: "v4", value: null, when: [] }, names)).toBe(
      "raining changes to its opposite",
    );
    const done = (op: WorldEffectOp, key?: string, lit: string | number = 2) =>
      describeEffect({ op, target: "e1", ...(key !== undefined && { key }), value: { lit }, when: [] }, names);
    expect(done("property.set", "mood", "glad")).toBe("Mara’s mood becomes “glad”");
    expect(done("location.move", "e2")).toBe("Mara goes to e2");
    expect(done("inventory.give", "e2")).toBe("Mara gets 2 × e2");
    expect(done("relationship.adjust", "e2")).toBe("the relationship of Mara with e2 + 2");
    expect(done("relationship.adjust", "e2", -2)).toBe("the relationship of Mara with e2 − 2");
    expect(done("quest.set_state", undefined, "done")).toBe("the state of quest Mara becomes “done”");
    expect(describeExpression({ fn: "at_location", args: [{ lit: "e1" }, { lit: "home" }] }, names)).toBe(
      "Mara is at “home”",
    );
  });
});
