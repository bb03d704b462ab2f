import { describe, expect, test } from "vitest";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { after, branch, performed, sampleNode, smallContent, statesOf } from "../model/sample-content.ts";
import { OpenContent } from "./open-content.ts";

function opened(model = smallContent()): OpenContent {
  const states = [...statesOf(model).present].map(([id, state]) => ({ id, seq: 1, state }));
  return new OpenContent({ graphId: model.graph.id, seq: 1, states });
}

describe("what does not change keeps its identity", () => {
  test("typing in one card replaces that card alone, and not its choices", () => {
    const content = opened();
    const before = content.model;
    content.perform([{ op: "node.update", id: "node_a", patch: { text: "Who?" } }]);
    const { nodes, groups, annotations, graph } = content.model;
    expect(nodes.get("node_a")).not.toBe(before.nodes.get("node_a"));
    expect(nodes.get("node_a")?.branches).toBe(before.nodes.get("node_a")?.branches);
    expect(nodes.get("node_b")).toBe(before.nodes.get("node_b"));
    expect([groups, annotations, graph]).toEqual([before.groups, before.annotations, before.graph]);
    expect(groups).toBe(before.groups);
    expect(annotations).toBe(before.annotations);
    expect(graph).toBe(before.graph);
  });

  test("another edit of one choice leaves the other as it is", () => {
    const content = opened();
    const before = content.model.nodes.get("node_a")?.branches;
    const patch = { choice_text: "A foe." };
    content.perform([{ op: "branch.update", node_id: "node_a", id: "br_a", patch }]);
    const now = content.model.nodes.get("node_a")?.branches;
    expect(now?.[0]).toMatchObject(patch);
    expect(now?.[1]).toBe(before?.[1]);
  });

  test("what changes nothing leaves all of it", () => {
    const content = opened();
    const before = content.model;
    const nothing: Operation[] = [
      { op: "node.update", id: "node_a", patch: { text: "Who goes there?" } },
      { op: "node.update", id: "node_gone", patch: { text: "?" } },
      { op: "branch.move", node_id: "node_a", id: "br_a", before: "br_b" },
      { op: "node.restore", id: "node_a", group_id: "grp_a" },
      { op: "branch.create", node_id: "node_a", branch: branch("br_a", "twice") },
    ];
    for (const operation of nothing) content.perform([operation]);
    expect(content.model.nodes).toBe(before.nodes);
  });

  test("ten thousand cards: a gesture copies no map but that of the cards, once", () => {
    const nodes = new Map([...Array(10_000).keys()].map((n) => [`node_${n}`, sampleNode({ id: `node_${n}` })]));
    const content = opened({ ...smallContent(), nodes });
    const before = content.model;
    for (let n = 0; n < 100; n++) content.perform([{ op: "node.update", id: "node_7", patch: { text: `${n}` } }]);
    expect(content.model.groups).toBe(before.groups);
    expect(content.model.nodes.get("node_8")).toBe(before.nodes.get("node_8"));
  });
});

test("what comes back stands where it stood", () => {
  const content = opened();
  const before = content.model;
  const { inverse } = content.perform([
    { op: "node.delete", id: "node_a" },
    { op: "group.delete", id: "grp_a" },
  ]);
  expect([...content.model.nodes.keys()]).toEqual(["node_b"]);
  expect(content.model.nodes.get("node_b")?.group_id).toBeNull();
  content.perform(inverse);
  expect([...content.model.nodes]).toEqual([...before.nodes]);
  expect([...content.model.groups]).toEqual([...before.groups]);
  expect(after(before, [])).toEqual(before);
  expect(performed(before, [{ op: "node.delete", id: "node_a" }]).inverse).toEqual([
    { op: "node.restore", id: "node_a", group_id: null },
  ]);
});
