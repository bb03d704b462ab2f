import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareDialogues, type DialogueStates, statesOfBoth } from "./comparison.ts";
import type { NodeState, SubjectState } from "./states.ts";

const node = (fields: Partial<NodeState> = {}): NodeState =>
  ({
    graph_id: "dlg_1",
    kind: "line",
    title: null,
    text: "",
    branches: {},
    conditions: {},
    on_enter_effects: {},
    canvas_x: 0,
    canvas_y: 0,
    ...fields,
  }) as NodeState;
const branch = (choice_text: string, target_node_id: string | null = null) =>
  ({ choice_text, target_node_id, order: "a" }) as NodeState["branches"][string];
const states = (of: Record<string, SubjectState>): DialogueStates => new Map(Object.entries(of));

describe("given a dialogue at two moments", () => {
  test("when a text, a branch's way on and a place were changed, the first two are said and the place is not", () => {
    const before = states({
      gate: node({ text: "The old gate.", branches: { br_a: branch("Enter.", "yard") } }),
      yard: node({ text: "A yard." }),
    });
    const after = states({
      gate: node({ text: "The new gate.", branches: { br_a: branch("Enter.", "gate") } }),
      yard: node({ text: "A yard.", canvas_x: 400 }),
    });
    const { subjects, branches } = compareDialogues(before, after);
    expect([...subjects.keys()]).toEqual(["gate"]);
    expect(subjects.get("gate")).toMatchObject({ mark: "changed" });
    expect(subjects.get("gate")?.fields.map(({ field, before: b, after: a }) => [field, b, a])).toEqual([
      ["/text", "The old gate.", "The new gate."],
      ["/branches/br_a/target_node_id", "yard", "gate"],
    ]);
    expect([...branches]).toEqual([["br_a", "changed"]]);
  });

  test("when nodes and branches came and went, each is marked, and both are drawn", () => {
    const before = states({ gate: node({ branches: { br_a: branch("Enter.") } }), rope: node({ text: "A rope." }) });
    const after = states({ gate: node({ branches: { br_b: branch("Leave.") } }), well: node({ text: "A well." }) });
    const { subjects, branches } = compareDialogues(before, after);
    expect([...subjects].map(([id, { mark }]) => [id, mark])).toEqual([
      ["gate", "changed"],
      ["rope", "removed"],
      ["well", "added"],
    ]);
    expect([...branches]).toEqual([
      ["br_a", "removed"],
      ["br_b", "added"],
    ]);
    const both = statesOfBoth(before, after);
    expect([...both.keys()]).toEqual(["gate", "rope", "well"]);
    expect(Object.keys((both.get("gate") as NodeState).branches).sort()).toEqual(["br_a", "br_b"]);
  });
});

const someStates = fc
  .dictionary(
    fc.constantFrom("a", "b", "c", "d"),
    fc.record({
      text: fc.constantFrom("", "One.", "Two."),
      canvas_x: fc.constantFrom(0, 400),
      branches: fc.dictionary(
        fc.constantFrom("br_1", "br_2"),
        fc.constantFrom("Yes.", "No.").map((words) => branch(words)),
      ),
    }),
  )
  .map((of) =>
    states(
      Object.fromEntries(
        Object.entries(of).map(([id, { branches, ...fields }]) => {
          const own = Object.entries(branches).map(([name, each]) => [`${name}_of_${id}`, each]);
          return [id, node({ ...fields, branches: Object.fromEntries(own) })];
        }),
      ),
    ),
  );

test("whatever the two moments are, the way back is the same differences turned round, and a moment does not differ from itself", () => {
  fc.assert(
    fc.property(someStates, someStates, (one, other) => {
      const there = compareDialogues(one, other);
      const back = compareDialogues(other, one);
      const turned = { added: "removed", removed: "added", changed: "changed" } as const;
      expect(new Map([...there.subjects].map(([id, { mark }]) => [id, turned[mark]]))).toEqual(
        new Map([...back.subjects].map(([id, { mark }]) => [id, mark])),
      );
      expect(new Map([...there.branches].map(([id, mark]) => [id, turned[mark]]))).toEqual(back.branches);
      expect(compareDialogues(one, one).subjects.size).toBe(0);
      // Everything that is marked is drawn, and of the moment that is looked at nothing is missing.
      const both = statesOfBoth(one, other);
      expect([...both.keys()]).toEqual(expect.arrayContaining([...there.subjects.keys(), ...one.keys()]));
    }),
  );
});
