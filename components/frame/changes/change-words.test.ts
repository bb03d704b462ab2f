import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDialogue } from "#domain/export/dialogue.arbitrary.ts";
import { resources } from "#server/resources.ts";
import { rounds } from "../../../test-size.ts";
import { valueWords, verbWords } from "./change-words.ts";
import { type FieldChange, proseOf } from "./prose.ts";

const ID = "ent_01m7zrghz17bvwhbz7pgc9s3tt";
const names = {
  thing: (id: string) => (id === ID ? "Mara" : undefined),
  variable: (id: string) => (id === "var_1" ? "courage" : undefined),
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
    expect(valueWords("/kind", "condition", names)).toBe("Check");
    expect(valueWords("/default", false, names)).toBe("no");
  });

  it("says entries of lists as a whole", () => {
    const condition = { op: "gte", args: [{ var: "var_1" }, { lit: 3 }], order: "a0" };
    expect(valueWords("/conditions/cnd_1", condition, names)).toBe("courage ≥ 3");
    const effect = { op: "add", target: "var_1", value: { lit: 1 }, when: [], order: "a0" };
    expect(valueWords("/branches/br_1/effects/ef_1", effect, names)).toBe("courage + 1");
    expect(valueWords("/branches/br_1", { choice_text: "Pay", order: "a0" }, names)).toBe("“Pay”");
  });

  it("says whole lists of logic, and logic within logic", () => {
    const effects = [
      { id: "ef_1", op: "add", target: "var_1", value: { lit: 2 }, when: [] },
      { id: "ef_2", op: "toggle", target: "var_1", value: null, when: [] },
    ];
    expect(valueWords("/on_enter_effects", effects, names)).toBe("courage + 2, courage changes to its opposite");
    expect(valueWords("/on_enter_effects", [], names)).toBe("none");
    const condition = { id: "cnd_1", op: "gte", args: [{ var: "var_1" }, { lit: 3 }] };
    expect(valueWords("/conditions", [condition], names)).toBe("courage ≥ 3");
    expect(valueWords("/conditions/cnd_1/args", condition.args, names)).toBe("courage, 3");
    const branches = [
      { id: "br_1", kind: "choice", choice_text: "Pay", conditions: [condition], effects },
      { id: "br_2", kind: "auto", choice_text: "", conditions: [], effects: [] },
    ];
    expect(valueWords("/branches", branches, names)).toBe("Pay, Way on");
    expect(valueWords("/properties", { mood: "calm", age: 41, seen: null }, names)).toBe("Mood: “calm”, Age: 41");
  });

  it("never shows a value as data: each kind of field of each kind of subject, whatever it holds", () => {
    const fields = resources.all().flatMap(({ fields: own }) => own.map((name) => `/${name}`));
    expect(fields.length).toBeGreaterThan(100);
    const word = fc.constantFrom("op", "args", "var", "target", "when", "choice_text", "kind", "salt");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, true, 7, "salt", "add", ID, "2026-11-28T10:00:00Z"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(word, tie("value"), { maxKeys: 4 }),
      ),
    }));
    const logic = anyDialogue.chain(({ nodes }) => fc.constantFrom(nodes, ...nodes, ...nodes.flatMap(Object.values)));
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.oneof(value, logic), (field, held) => {
        const said = valueWords(field, held, names);
        expect(said).not.toMatch(/\[object|undefined|[{}]"/);
        expect(said).not.toBe("");
      }),
      { numRuns: rounds({ gate: 300, full: 10_000 }), endOnFailure: true, examples: [["/tags", [""]]] },
    );
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
