import { describe, expect, it } from "vitest";
import { createConnected, insertOnEdge } from "./create-connected.ts";
import { createNode } from "./create-node.ts";
import { branch, done, makeNode, placedModelOf } from "./gestures.fixture.ts";
import { freePosition, nodeBox } from "./place.ts";

describe("a new card", () => {
  it("lies on the grid where it was asked for, and is selected", () => {
    const gesture = createNode(placedModelOf([]), "line", { x: 101, y: 203 });
    expect(gesture).toMatchObject({ label: "Add a line", select: [gesture.nodeId] });
    expect(done(placedModelOf([]), gesture).nodes.get(gesture.nodeId)).toMatchObject({ canvas_x: 104, canvas_y: 200 });
  });

  it("covers no card that is there", () => {
    const model = placedModelOf([makeNode("node_a"), makeNode("node_b", { canvas_y: 150 })]);
    const made = done(model, createNode(model, "line", { x: 20, y: 20 }));
    const [, , box] = [...made.nodes.keys()].map((id) => nodeBox(made, id));
    const b = nodeBox(made, "node_b");
    expect(box?.y).toBeGreaterThanOrEqual(b.y + b.height);
  });

  it("of the kind condition has a way out for when it holds and one for when it does not", () => {
    const gesture = createNode(placedModelOf([]), "condition", { x: 0, y: 0 });
    const made = done(placedModelOf([]), gesture).nodes.get(gesture.nodeId);
    expect(made?.branches.map(({ kind, target_node_id }) => [kind, target_node_id])).toEqual([
      ["auto", null],
      ["else", null],
    ]);
  });

  it("is put over others rather than miles away", () => {
    const wall = Array.from({ length: 500 }, (_, i) => makeNode(`node_${i}`, { canvas_y: i * 120 }));
    expect(freePosition(placedModelOf(wall), { x: 0, y: 0 }, { kind: "line", branches: [] })).toEqual({ x: 0, y: 0 });
  });
});

describe("a card at the end of a wire", () => {
  const model = placedModelOf([
    makeNode("node_a", { title: "Greets", branches: [branch("br_a", null, { choice_text: "Pay" })] }),
  ]);

  it("is led to by the choice the wire left from", () => {
    const gesture = createConnected(model, { nodeId: "node_a", branchId: "br_a" }, "line", { x: 400, y: 80 });
    const made = done(model, gesture);
    expect(made.nodes.get("node_a")?.branches).toMatchObject([
      { id: "br_a", choice_text: "Pay", target_node_id: gesture?.nodeId },
    ]);
    expect(made.nodes.get(gesture?.nodeId ?? "")).toMatchObject({ canvas_x: 400, canvas_y: 80 });
    expect(gesture?.label).toBe("Add a line after ‘Greets’");
  });

  it("gets a new choice from a card, and lies to its right", () => {
    const gesture = createConnected(model, { nodeId: "node_a", branchId: null }, "end", null);
    const made = done(model, gesture);
    expect(made.nodes.get("node_a")?.branches).toHaveLength(2);
    expect(made.nodes.get(gesture?.nodeId ?? "")).toMatchObject({ kind: "end", canvas_x: 360, canvas_y: 0 });
  });

  it("is nothing when the card it left from is gone", () => {
    expect(createConnected(model, { nodeId: "node_x", branchId: null }, "line", null)).toBeNull();
  });
});

describe("a card put into a thread", () => {
  const condition = { id: "cnd_1", op: "eq", args: [{ var: "var_1" }, { lit: true }] } as never;
  const model = placedModelOf([
    makeNode("node_a", { branches: [branch("br_a", "node_b", { choice_text: "Pay", conditions: [condition] })] }),
    makeNode("node_b", { canvas_x: 720 }),
  ]);

  it("keeps the choice's words and conditions on the first half", () => {
    const gesture = insertOnEdge(model, "node_a", "br_a", "line");
    const made = done(model, gesture);
    expect(made.nodes.get("node_a")?.branches).toMatchObject([
      { choice_text: "Pay", conditions: [condition], target_node_id: gesture?.nodeId },
    ]);
    expect(made.nodes.get(gesture?.nodeId ?? "")?.branches).toMatchObject([
      { choice_text: "", conditions: [], target_node_id: "node_b" },
    ]);
    expect(made.nodes.get(gesture?.nodeId ?? "")).toMatchObject({ canvas_x: 360 });
  });

  it("ends there when it is an ending", () => {
    const gesture = insertOnEdge(model, "node_a", "br_a", "end");
    expect(done(model, gesture).nodes.get(gesture?.nodeId ?? "")?.branches).toEqual([]);
  });
});
