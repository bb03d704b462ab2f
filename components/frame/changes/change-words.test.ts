import { describe, expect, it } from "vitest";
import { type FieldChange, proseOf, valueWords, verbWords } from "./change-words.ts";

const ID = "ent_01m7zrghz17bvwhbz7pgc9s3tt";
const names = {
  thing: (id: string) => ({ [ID]: "Mara" })[id],
  variable: (id: string) => ({ var_1: "courage" })[id],
};
const change = (field: string, before: unknown, after: unknown) =>
  ({ field, name: "", branch_id: null, before, after }) as FieldChange;

describe("a history in words", () => {
  it("says values as people know them", () => {
    expect(valueWords("/speaker_id", ID, names)).toBe("Mara");
    expect(valueWords("/speaker_id", ID.replace("ent", "grp"), names)).toBe("something that is gone");
    expect(valueWords("/speaker_id", null, names)).toBe("nobody");
    expect(valueWords("/branches/br_1/target_node_id", null, names)).toBe("nowhere");
    expect(valueWords("/tags", ["a", "b"], names)).toBe("a, b");
    expect(valueWords("/kind", "line", names)).toBe("“line”");
    expect(valueWords("/default", false, names)).toBe("no");
  });

  it("says entries of lists as a whole", () => {
    const condition = { op: "gte", args: [{ var: "var_1" }, { lit: 3 }], order: "a0" };
    expect(valueWords("/conditions/cnd_1", condition, names)).toBe("courage ≥ 3");
    const effect = { op: "add", target: "var_1", value: { lit: 1 }, when: [], order: "a0" };
    expect(valueWords("/branches/br_1/effects/ef_1", effect, names)).toBe("courage + 1");
    expect(valueWords("/branches/br_1", { choice_text: "Pay", order: "a0" }, names)).toBe("“Pay”");
  });

  it("knows what is read word by word", () => {
    expect(proseOf(change("/text", "a", "b"))).toEqual({ before: "a", after: "b" });
    expect(proseOf(change("/title", null, "b"))).toEqual({ before: "", after: "b" });
    expect(proseOf(change("/branches/br_1/choice_text", "a", "b"))).not.toBeNull();
    expect(proseOf(change("/kind", "line", "end"))).toBeNull();
  });

  it("has a word for every verb", () => {
    expect(verbWords("created")).toBe("Created");
    expect(verbWords("re_matched")).toBe("Re matched");
  });
});
