import type { Branch, DialogueNode } from "../dialogue/wire.ts";
import { needsNoBranches, TERMINAL_KIND } from "../dialogue/wire.ts";
import { checkStructure, DANGLING_START, LEAVES_GRAPH, toGraphArrays } from "../structural-checks.ts";
import { unresolvedTarget } from "./import-notes.ts";
import { type Problem, problem } from "./problem.ts";
import { strongComponents } from "./strong-components.ts";

/** Fields of a node that the walk over a dialogue reads. */
export type StructureNode = Pick<DialogueNode, "id" | "kind" | "exit_to"> & {
  readonly branches: readonly StructureBranch[];
};
export type StructureBranch = Pick<Branch, "id" | "target_graph_id" | "target_node_id" | "choice_text" | "extensions">;

/** A graph as edge lists of node indexes. */
interface Edges {
  offsets: Int32Array;
  targets: Int32Array;
}

/**
 * Returns the problems of a dialogue's structure: the three lists of the validation report, and their consequences. A
 * missing start is one problem, however many nodes it leaves unreachable.
 */
export function structureProblems(
  graph: { id: string; start_node_id: string | null },
  nodes: readonly StructureNode[],
): Problem[] {
  if (nodes.length === 0) return [];
  const arrays = toGraphArrays(graph, nodes);
  const report = checkStructure(arrays);
  const found: Problem[] = [];
  const lost = arrays.startOrdinal === DANGLING_START;
  if (lost && graph.start_node_id !== null) {
    found.push(problem("missing_start", graph.start_node_id, {}, { target_node_id: graph.start_node_id }));
  }
  const idOf = (index: number): string => nodes[index]?.id ?? "";
  for (const index of report.deadEnds) found.push(problem("dead_end", idOf(index), { node_id: idOf(index) }));
  for (const { node, branch } of report.invalid) found.push(...targetProblem(nodes[node], branch));

  const member = new Uint8Array(nodes.length);
  if (!lost) {
    for (const index of report.unreachable) member[index] = 1;
    const causes = unreachableCauses(arrays, member);
    for (const index of report.unreachable) {
      found.push(problem("unreachable", idOf(causes[index] ?? index), { node_id: idOf(index) }));
    }
  }
  if (!nodes.some((node, index) => isEnding(node) || leaves(arrays, index))) {
    found.push(problem("no_ending", graph.id, {}));
  } else {
    const faulty = new Set([...report.deadEnds, ...report.invalid.map(({ node }) => node)]);
    const way = new Uint8Array(nodes.length);
    nodes.forEach((node, index) => {
      // What goes back goes on behind the detour it came from.
      const isOver = isEnding(node) || needsNoBranches(node.kind);
      if (isOver || leaves(arrays, index) || faulty.has(index)) way[index] = 1;
    });
    const causes = trappedCauses(arrays, way, member);
    for (let index = 0; index < nodes.length; index++) {
      const cause = causes[index] ?? -1;
      if (cause >= 0) found.push(problem("no_route_to_end", idOf(cause), { node_id: idOf(index) }));
    }
  }
  return found;
}

function isEnding(node: StructureNode): boolean {
  return node.kind === TERMINAL_KIND || node.exit_to !== null;
}

function leaves({ offsets, targets }: Edges, node: number): boolean {
  const to = offsets[node + 1] ?? 0;
  for (let at = offsets[node] ?? 0; at < to; at++) if (targets[at] === LEAVES_GRAPH) return true;
  return false;
}

function targetProblem(node: StructureNode | undefined, at: number): Problem[] {
  const branch = node?.branches[at];
  if (node === undefined || branch === undefined) return [];
  const place = { node_id: node.id, branch_id: branch.id };
  const data = { target_node_id: branch.target_node_id, choice_text: branch.choice_text };
  if (branch.target_node_id === null) return [problem("open_choice", branch.id, place, data)];
  const name = unresolvedTarget(branch.extensions);
  if (name !== null) return [problem("unmatched_import", branch.target_node_id, place, { ...data, name })];
  return [problem("invalid_target", branch.target_node_id, place, data)];
}

/**
 * For each unreachable node the entry point it hangs from: a node of the unreachable part to which nothing outside its
 * own loop leads. Leading somewhere to it makes everything below it reachable.
 */
function unreachableCauses(graph: Edges, member: Uint8Array): Int32Array {
  const { component, count } = strongComponents(graph.offsets, graph.targets, member);
  const entered = new Uint8Array(count);
  eachEdge(graph, member, (from, to) => {
    if (component[from] !== component[to]) entered[component[to] ?? 0] = 1;
  });
  return spread(graph, member, (node) => entered[component[node] ?? 0] === 0);
}

/**
 * For each reachable node from which no ending, no exit and no other fault can be reached, the loop it is caught in. A
 * node that only leads to a dead end or a branch without target is left out: that fault is reported where it is.
 */
function trappedCauses(graph: Edges, way: Uint8Array, unreachable: Uint8Array): Int32Array {
  const size = way.length;
  const back = reversed(graph, size);
  const everywhere = new Uint8Array(size).fill(1);
  const free = spread(back, everywhere, (node) => way[node] === 1);
  const trapped = new Uint8Array(size);
  let any = false;
  for (let node = 0; node < size; node++) {
    if ((free[node] ?? -1) >= 0 || unreachable[node] === 1) continue;
    trapped[node] = 1;
    any = true;
  }
  if (!any) return new Int32Array(size).fill(-1);
  const { component, count } = strongComponents(graph.offsets, graph.targets, trapped);
  const left = new Uint8Array(count);
  eachEdge(graph, trapped, (from, to) => {
    if (component[from] !== component[to]) left[component[from] ?? 0] = 1;
  });
  return spread(back, trapped, (node) => left[component[node] ?? 0] === 0);
}

/**
 * Walks from every node that `isRoot`, in order, and answers for each member the first root that reaches it, −1 for none.
 * Roots reached from an earlier root take that one, so that a loop is named once.
 */
function spread({ offsets, targets }: Edges, member: Uint8Array, isRoot: (node: number) => boolean): Int32Array {
  const origin = new Int32Array(member.length).fill(-1);
  const queue = new Int32Array(member.length);
  let head = 0;
  let tail = 0;
  for (let root = 0; root < member.length; root++) {
    if (member[root] !== 1 || (origin[root] ?? -1) >= 0 || !isRoot(root)) continue;
    origin[root] = root;
    queue[tail++] = root;
    for (; head < tail; head++) {
      const node = queue[head] ?? 0;
      const to = offsets[node + 1] ?? 0;
      for (let at = offsets[node] ?? 0; at < to; at++) {
        const target = targets[at] ?? -1;
        if (target < 0 || member[target] !== 1 || (origin[target] ?? -1) >= 0) continue;
        origin[target] = root;
        queue[tail++] = target;
      }
    }
  }
  return origin;
}

function eachEdge({ offsets, targets }: Edges, member: Uint8Array, visit: (from: number, to: number) => void): void {
  for (let node = 0; node < member.length; node++) {
    if (member[node] !== 1) continue;
    const to = offsets[node + 1] ?? 0;
    for (let at = offsets[node] ?? 0; at < to; at++) {
      const target = targets[at] ?? -1;
      if (target >= 0 && member[target] === 1) visit(node, target);
    }
  }
}

/** The same edges, read backwards. */
function reversed({ offsets, targets }: Edges, size: number): Edges {
  const back = new Int32Array(size + 1);
  for (const target of targets) if (target >= 0) back[target + 1] = (back[target + 1] ?? 0) + 1;
  for (let node = 0; node < size; node++) back[node + 1] = (back[node + 1] ?? 0) + (back[node] ?? 0);
  const sources = new Int32Array(back[size] ?? 0);
  const fill = back.slice();
  for (let node = 0; node < size; node++) {
    const to = offsets[node + 1] ?? 0;
    for (let at = offsets[node] ?? 0; at < to; at++) {
      const target = targets[at] ?? -1;
      if (target < 0) continue;
      const place = fill[target] ?? 0;
      sources[place] = node;
      fill[target] = place + 1;
    }
  }
  return { offsets: back, targets: sources };
}
