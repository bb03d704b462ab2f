import { describe, expect, it } from "vitest";
import type { Condition } from "../expression.ts";
import { branchesFromKeyed, branchesToKeyed, fromKeyed, type KeyedList, type StoredBranch, toKeyed } from "./keyed.ts";
import { BRANCH_DEFAULTS, type Branch } from "./wire.ts";

function branch(id: string, conditions: Condition[] = []): Branch {
  return {
    ...BRANCH_DEFAULTS,
    id,
    choice_text: `text of ${id}`,
    conditions,
    effects: [{ id: "ef_1", op: "set", target: "var_1", value: { lit: 1 }, when: [] }],
    extensions: {},
  };
}

describe("keyed lists", () => {
  it("come back as they went in", () => {
    const list = [
      branch("br_b", [
        { id: "cnd_2", lit: true },
        { id: "cnd_1", var: "var_1" },
      ]),
      branch("br_a"),
    ];
    expect(branchesFromKeyed(branchesToKeyed(list))).toEqual(list);
  });

  it("change only the order of what moved", () => {
    const list = ["br_a", "br_b", "br_c", "br_d"].map((id) => branch(id));
    const before = branchesToKeyed(list);
    const [a, b, c, d] = list;
    if (!a || !b || !c || !d) throw new Error("four branches");
    const after = branchesToKeyed([d, a, b, c], before);
    for (const id of ["br_a", "br_b", "br_c"]) expect(after[id]).toEqual(before[id]);
    expect(branchesFromKeyed(after).map((item) => item.id)).toEqual(["br_d", "br_a", "br_b", "br_c"]);
  });

  it("break ties by id", () => {
    type Item = { id: string; n: number };
    const keyed: KeyedList<Item> = { z: { n: 1, order: "a1" }, b: { n: 2, order: "a0" }, a: { n: 3, order: "a0" } };
    expect(fromKeyed<Item>(keyed).map((item) => item.id)).toEqual(["a", "b", "z"]);
  });

  it("read branches that were recorded with fewer fields, and write them again unchanged", () => {
    const { br_a: whole } = branchesToKeyed([branch("br_a")]);
    if (whole === undefined) throw new Error("one branch");
    const { repeat_limit: _, unwind: __, ...recorded } = whole;
    const before = { br_a: recorded } as unknown as KeyedList<StoredBranch>;
    const [read] = branchesFromKeyed(before);
    if (read === undefined) throw new Error("one branch");
    expect(read).toEqual(branch("br_a"));
    expect(branchesToKeyed([read], before)).toEqual(before);
    const changed = branchesToKeyed([{ ...read, unwind: true }], before);
    expect(changed.br_a).toEqual({ ...recorded, unwind: true });
    expect(branchesFromKeyed(branchesToKeyed([{ ...read, unwind: false }], changed))).toEqual([read]);
  });

  it("are safe with hostile ids", () => {
    const keyed = toKeyed([{ id: "__proto__", n: 1 }]);
    expect(Object.keys(keyed)).toEqual(["__proto__"]);
    expect(fromKeyed(keyed)).toEqual([{ id: "__proto__", n: 1 }]);
  });
});
