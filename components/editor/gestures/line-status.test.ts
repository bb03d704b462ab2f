import { describe, expect, it } from "vitest";
import type { Model } from "../model/model.ts";
import { branch, sampleNode } from "../model/sample-content.ts";
import { setStatus } from "./line-status.ts";

const model = (...nodes: ReturnType<typeof sampleNode>[]): Model => ({
  graph: { id: "dlg_a", name: "Gate", description: "", start_node_id: null },
  nodes: new Map(nodes.map((node) => [node.id, node])),
  groups: new Map(),
  annotations: new Map(),
});

describe("setStatus", () => {
  it("marks the words of a card and of its choices, and nothing that has no words", () => {
    const node = sampleNode({
      id: "node_a",
      text: "Halt.",
      branches: [branch("br_a", "Pay"), branch("br_b")],
    });
    expect(setStatus(model(node), ["node_a"], "review")?.operations).toEqual([
      { op: "node.update", id: "node_a", patch: { status: "review" } },
      { op: "branch.update", node_id: "node_a", id: "br_a", patch: { status: "review" } },
    ]);
  });

  it("says final again of what was changed since, and nothing of what stayed", () => {
    const stays = sampleNode({ id: "node_a", text: "Halt.", status: "final", final_text: "Halt." });
    expect(setStatus(model(stays), ["node_a"], "final")).toBeNull();
    const changed = sampleNode({ id: "node_b", text: "Stop.", status: "final", final_text: "Halt." });
    expect(setStatus(model(changed), ["node_b"], "final")?.operations).toEqual([
      { op: "node.update", id: "node_b", patch: { status: "final" } },
    ]);
  });
});
