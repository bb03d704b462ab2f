import { describe, expect, test } from "vitest";
import { branchLogic, changesOf } from "./branch-words.ts";
import type { Condition, Effect } from "./expression.ts";

const names = { variable: () => "purse" };
const asked: Condition = { id: "cnd_1", op: "gte", args: [{ var: "var_p" }, { lit: 6 }] };
const paid: Effect = { id: "ef_1", op: "sub", target: "var_p", value: { lit: 6 }, when: [] };

describe("what a way asks and changes", () => {
  test("is said in a few words, and not at all where there is nothing", () => {
    expect(branchLogic({ conditions: [asked], effects: [paid] }, names)).toBe("if purse ≥ 6 · purse − 6");
    expect(branchLogic({ conditions: [], effects: [] }, names)).toBe("");
  });

  test("of a card that changes things is what happens on entering it and along its way", () => {
    const branch = { effects: [paid] } as never;
    expect(changesOf({ on_enter_effects: [paid], branches: [branch] }, names)).toBe("purse − 6 · purse − 6");
  });
});
