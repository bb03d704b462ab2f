import { describe, expect, it } from "vitest";
import type { Condition, Expression } from "#domain/expression.ts";
import { conditionsWithIds } from "./keep-ids.ts";

const paid: Expression = { var: "var_paid" };
const atLeast = (value: number): Expression => ({ op: "gte", args: [{ var: "var_purse" }, { lit: value }] });
const entry = (id: string, expression: Expression): Condition => ({ ...expression, id });

describe("conditions that were read from text", () => {
  const before = [entry("cnd_1", paid), entry("cnd_2", atLeast(6))];

  it("are the same entries where they say the same, wherever they stand now", () => {
    expect(conditionsWithIds(before, [atLeast(6), paid])).toEqual([entry("cnd_2", atLeast(6)), entry("cnd_1", paid)]);
  });

  it("stay the entry that they were written over, and are new beyond those", () => {
    const [first, second, third] = conditionsWithIds(before, [paid, atLeast(7), atLeast(8)]);
    expect([first?.id, second?.id]).toEqual(["cnd_1", "cnd_2"]);
    expect(third?.id).toMatch(/^cnd_/);
  });
});
