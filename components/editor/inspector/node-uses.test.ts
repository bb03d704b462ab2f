import { describe, expect, it } from "vitest";
import { branch, makeNode } from "../gestures/gestures.fixture.ts";
import { inboundOf, otherLines, variablesOf } from "./node-uses.ts";

const nodes = (...all: ReturnType<typeof makeNode>[]) => ({ nodes: new Map(all.map((each) => [each.id, each])) });

describe("uses of a card", () => {
  it("names every choice that leads there, itself included", () => {
    const model = nodes(
      makeNode("a", { branches: [branch("b1", "b"), branch("b2", "c"), branch("b3", "b")] }),
      makeNode("b", { branches: [branch("b4", "b")] }),
      makeNode("c"),
    );
    expect(inboundOf(model, "b")).toEqual([
      { nodeId: "a", branchId: "b1" },
      { nodeId: "a", branchId: "b3" },
      { nodeId: "b", branchId: "b4" },
    ]);
    expect(inboundOf(model, "a")).toEqual([]);
  });

  it("tells what is read from what is written", () => {
    const node = makeNode("a", {
      conditions: [{ id: "c1", var: "v1" }],
      on_enter_effects: [{ id: "e1", op: "add", target: "v2", value: { var: "v3" }, when: [{ var: "v1" }] }],
      branches: [
        branch("b1", null, { effects: [{ id: "e2", op: "toggle", target: "v1", value: null, when: [] }] }),
        branch("b2", null, { conditions: [{ id: "c2", op: "not", args: [{ var: "v4" }] }] }),
      ],
    });
    expect(variablesOf(node)).toEqual({ read: ["v1", "v3", "v4"], written: ["v2", "v1"] });
  });

  it("counts the other lines of whoever speaks", () => {
    const mara = { speaker_id: "ent_1" };
    const one = makeNode("a", mara);
    const model = nodes(one, makeNode("b", mara), makeNode("c", { speaker_label: "Mara" }), makeNode("d"));
    expect(otherLines(model, one)).toBe(1);
    expect(otherLines(model, makeNode("d"))).toBe(0);
    expect(otherLines(model, makeNode("x", { speaker_label: "Mara" }))).toBe(1);
  });
});
