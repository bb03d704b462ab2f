import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "#test-size";
import {
  type CheckedNode,
  checkGraph,
  checkStructure,
  LEAVES_GRAPH,
  NO_TARGET,
  toGraphArrays,
  type ValidationReport,
} from "./structural-checks.ts";

const GRAPH = "dlg_here";

function node(id: string, kind: string, ...targets: (string | null)[]): CheckedNode {
  return { id, kind, branches: targets.map((target) => ({ target_node_id: target, choice_text: `to ${target}` })) };
}

/** The three definitions of docs/interface.md, word for word, with sets. */
function oracle(start: string | null, nodes: readonly CheckedNode[]): ValidationReport {
  const ids = new Set(nodes.map((n) => n.id));
  const leaves = (b: CheckedNode["branches"][number]) =>
    b.target_graph_id !== undefined && b.target_graph_id !== null && b.target_graph_id !== GRAPH;
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const reached = new Set<string>();
  const first = start ?? nodes[0]?.id;
  const open = first !== undefined && ids.has(first) ? [first] : [];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const branch of byId.get(id)?.branches ?? []) {
      if (!leaves(branch) && branch.target_node_id !== null && ids.has(branch.target_node_id)) {
        open.push(branch.target_node_id);
      }
    }
  }
  return {
    dead_ends: nodes.filter((n) => n.kind !== "end" && n.kind !== "return" && n.branches.length === 0).map((n) => n.id),
    unreachable: nodes.filter((n) => !reached.has(n.id)).map((n) => n.id),
    invalid_branch_targets: nodes.flatMap((n) =>
      n.branches
        .filter((b) => !leaves(b) && (b.target_node_id === null || !ids.has(b.target_node_id)))
        .map((b) => ({ from_node_id: n.id, target_node_id: b.target_node_id, choice_text: b.choice_text })),
    ),
  };
}

describe("checkGraph", () => {
  it("finds nothing in an empty graph and in a clean one", () => {
    const clean = { dead_ends: [], unreachable: [], invalid_branch_targets: [] };
    expect(checkGraph({ id: GRAPH, start_node_id: null }, [])).toEqual(clean);
    expect(checkGraph({ id: GRAPH, start_node_id: "a" }, [node("b", "end"), node("a", "line", "b")])).toEqual(clean);
  });

  it("starts at the first node created when no start is set", () => {
    const nodes = [node("a", "end"), node("b", "line", "a")];
    expect(checkGraph({ id: GRAPH, start_node_id: null }, nodes).unreachable).toEqual(["b"]);
  });

  it("calls every node unreachable when the start no longer exists", () => {
    const nodes = [node("a", "line", "b"), node("b", "end")];
    expect(checkGraph({ id: GRAPH, start_node_id: "gone" }, nodes).unreachable).toEqual(["a", "b"]);
  });

  it("walks the branches of an end, and lets one without branches be", () => {
    const nodes = [node("a", "end", "b"), node("b", "end"), node("c", "line")];
    expect(checkGraph({ id: GRAPH, start_node_id: "a" }, nodes)).toEqual({
      dead_ends: ["c"],
      unreachable: ["c"],
      invalid_branch_targets: [],
    });
  });

  it("lists each invalid branch, null targets too, but not one that leaves for another dialogue", () => {
    const nodes: CheckedNode[] = [
      {
        id: "a",
        kind: "line",
        branches: [
          { target_node_id: "gone", choice_text: "x" },
          { target_node_id: null, choice_text: "y" },
          { target_node_id: "elsewhere", target_graph_id: "dlg_other", choice_text: "z" },
          { target_node_id: null, target_graph_id: "dlg_other", choice_text: "w" },
          { target_node_id: "a", target_graph_id: GRAPH, choice_text: "v" },
        ],
      },
    ];
    expect(checkGraph({ id: GRAPH, start_node_id: null }, nodes).invalid_branch_targets).toEqual([
      { from_node_id: "a", target_node_id: "gone", choice_text: "x" },
      { from_node_id: "a", target_node_id: null, choice_text: "y" },
    ]);
  });

  it("agrees with the definitions on random graphs", () => {
    const name = fc.integer({ min: 0, max: 12 }).map((n) => `n${n}`);
    const branch = fc.record({
      target_node_id: fc.option(name, { nil: null }),
      target_graph_id: fc.constantFrom(null, null, null, GRAPH, "dlg_other"),
      choice_text: fc.string({ maxLength: 3 }),
    });
    const nodes = fc.uniqueArray(
      fc.record({
        id: name,
        kind: fc.constantFrom("line", "end", "hub", "return"),
        branches: fc.array(branch, { maxLength: 4 }),
      }),
      { selector: (n) => n.id, maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.option(name, { nil: null }), nodes, (start, list) => {
        expect(checkGraph({ id: GRAPH, start_node_id: start }, list)).toEqual(oracle(start, list));
      }),
      { numRuns: rounds({ gate: 100, full: 1_000 }) },
    );
  });
});

describe("checkStructure", () => {
  it("does not care how sparse the ordinals are, and knows targets beyond them", () => {
    const report = checkStructure({
      ordinals: Int32Array.of(90, 7),
      terminal: Uint8Array.of(0, 1),
      offsets: Int32Array.of(0, 5, 5),
      targets: Int32Array.of(7, 8, 91, NO_TARGET, LEAVES_GRAPH),
      startOrdinal: 90,
      maxOrdinal: 90,
    });
    expect(report).toEqual({
      deadEnds: new Int32Array(0),
      unreachable: new Int32Array(0),
      invalid: [
        { node: 0, branch: 1 },
        { node: 0, branch: 2 },
        { node: 0, branch: 3 },
      ],
    });
  });

  it("walks a chain of 100,000 nodes", () => {
    const nodes = Array.from({ length: 100_000 }, (_, i) => node(`n${i}`, "line", `n${i + 1}`));
    const report = checkStructure(toGraphArrays({ id: GRAPH, start_node_id: null }, nodes));
    expect(report.unreachable).toHaveLength(0);
    expect(report.invalid).toEqual([{ node: 99_999, branch: 0 }]);
  });
});
