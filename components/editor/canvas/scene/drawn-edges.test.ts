import { expect, test } from "vitest";
import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import { branch, makeNode } from "../../gestures/gestures.fixture.ts";
import type { Node } from "../../model/model.ts";
import { edgesOfNode, type NodeStubs, route as put, type RoutedGraph } from "./drawn-edges.ts";

function graph(nodes: readonly Node[], folded: ReadonlySet<string> = new Set()): RoutedGraph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes: byId,
    graphId: "dlg_here",
    rectOf: (id) => {
      const node = byId.get(id);
      if (node === undefined) return { x: 0, y: 0, width: 264, height: 56 };
      const { width, height } = nodeMetrics(node);
      return { x: node.canvas_x ?? 0, y: node.canvas_y ?? 0, width, height };
    },
    foldedIn: ({ group_id }) => (group_id !== null && folded.has(group_id) ? group_id : null),
  };
}

function route(over: RoutedGraph, before?: ReadonlyMap<string, NodeStubs>) {
  return put(
    [...over.nodes.values()].map((node) => [node.id, edgesOfNode(over, node)]),
    before,
  );
}

test("draws a thread to a card near by and ahead", () => {
  const { drawnEdges, stubs } = route(
    graph([makeNode("node_a", { branches: [branch("br_a", "node_b")] }), makeNode("node_b", { canvas_x: 360 })]),
  );
  expect(drawnEdges.map(({ from, to }) => [from, to])).toEqual([["node_a", "node_b"]]);
  expect(stubs.size).toBe(0);
});

test("what leads far away or back is a stub at both ends", () => {
  const { drawnEdges, stubs, long } = route(
    graph([
      makeNode("node_a", { branches: [branch("br_far", "node_far"), branch("br_back", "node_back")] }),
      makeNode("node_far", { canvas_x: 5_000 }),
      makeNode("node_back", { canvas_x: -600 }),
    ]),
  );
  expect(drawnEdges).toEqual([]);
  expect(long).toHaveLength(2);
  expect([...(stubs.get("node_a")?.out ?? [])].map(([id, { kind }]) => [id, kind])).toEqual([
    ["br_far", "far"],
    ["br_back", "far"],
  ]);
  expect(stubs.get("node_far")?.in).toEqual(["node_a"]);
  expect(stubs.get("node_back")?.in).toEqual(["node_a"]);
});

test("a card that is gone and another dialogue are stubs; what leads nowhere yet is nothing", () => {
  const jump = branch("br_jump", null, { target_graph_id: "dlg_there" });
  const own = branch("br_own", "node_b", { target_graph_id: "dlg_here" });
  const { drawnEdges, stubs } = route(
    graph([
      makeNode("node_a", { branches: [branch("br_gone", "node_gone"), jump, branch("br_open", null), own] }),
      makeNode("node_b", { canvas_x: 360 }),
    ]),
  );
  expect([...(stubs.get("node_a")?.out ?? [])].map(([id, { kind }]) => [id, kind])).toEqual([
    ["br_gone", "missing"],
    ["br_jump", "dialogue"],
  ]);
  expect(drawnEdges.map(({ edge }) => edge.id)).toEqual(["br_own"]);
});

test("threads of a folded group meet at its slab, each way once", () => {
  const inside = { group_id: "grp_a" };
  const { drawnEdges, stubs } = route(
    graph(
      [
        makeNode("node_a", { branches: [branch("br_1", "node_b"), branch("br_2", "node_c")] }),
        makeNode("node_b", {
          ...inside,
          canvas_x: 5_000,
          branches: [branch("br_3", "node_c"), branch("br_4", "node_a")],
        }),
        makeNode("node_c", { ...inside, canvas_x: 6_000, branches: [branch("br_5", "node_a")] }),
      ],
      new Set(["grp_a"]),
    ),
  );
  expect(drawnEdges.map(({ from, to, edge }) => [edge.id, from, to])).toEqual([
    ["br_1", "node_a", "grp_a"],
    ["br_2", "node_a", "grp_a"],
    ["br_4", "grp_a", "node_a"],
  ]);
  expect(stubs.size).toBe(0);
});

test("stubs that are the same keep their identity", () => {
  const a = makeNode("node_a", { branches: [branch("br_far", "node_b")] });
  const b = makeNode("node_b", { canvas_x: 9_000 });
  const first = route(graph([a, b]));
  const second = route(graph([{ ...a, text: "New words" }, b]), first.stubs);
  expect(second.stubs.get("node_a")).toBe(first.stubs.get("node_a"));
});
