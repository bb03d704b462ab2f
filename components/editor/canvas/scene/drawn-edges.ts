import { type Edge, edgesOf } from "../../model/edges.ts";
import type { Node } from "../../model/model.ts";
import type { Rect } from "../../model/rects.ts";

/** Beyond this an edge is two stubs with names instead of a line across everything. */
const LONG = 1_400;

/** Reason why a branch shows a stub instead of an edge. */
export type StubKind = "far" | "missing" | "dialogue";

/** The end of a branch that is not drawn as an edge, at the node it leaves. */
export interface Stub {
  readonly kind: StubKind;
  readonly edge: Edge;
}

/** Stubs of a node: outgoing ones by branch, and the distant nodes that lead here. */
export interface NodeStubs {
  readonly out: ReadonlyMap<string, Stub>;
  readonly in: readonly string[];
}

/** An edge drawn as a line, between two things on the canvas: nodes, or folded groups that hold them. */
export interface DrawnEdge {
  readonly edge: Edge;
  readonly from: string;
  readonly to: string;
  /** Whether the end stands for a node in a folded group. */
  readonly fromGroup: boolean;
  readonly toGroup: boolean;
}

export interface DrawnEdges {
  readonly drawnEdges: readonly DrawnEdge[];
  readonly stubs: ReadonlyMap<string, NodeStubs>;
  /** Edges too long to be drawn whole, for the view from far away. */
  readonly long: readonly DrawnEdge[];
}

/** Part of the dialogue that routing reads. */
export interface RoutedGraph {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly graphId: string;
  rectOf(id: string): Rect | undefined;
  /** The folded group a node is in, or null. */
  foldedIn(node: Node): string | null;
}

/** Edges and stubs of one node's branches. */
export interface NodeEdges {
  readonly drawnEdges: readonly DrawnEdge[];
  readonly long: readonly DrawnEdge[];
  readonly out: ReadonlyMap<string, Stub>;
}

/** Decides for every branch of a node how it is drawn. An edge that is the same as `before` keeps its identity. */
export function edgesOfNode(graph: RoutedGraph, node: Node, before?: NodeEdges): NodeEdges {
  const drawnEdges: DrawnEdge[] = [];
  const long: DrawnEdge[] = [];
  const out = new Map<string, Stub>();
  const folded = graph.foldedIn(node);
  const stub = (kind: StubKind, edge: Edge) => {
    if (folded === null) out.set(edge.branchId, { kind, edge });
  };
  for (const edge of edgesOf(node)) {
    if (edge.toGraph !== null && edge.toGraph !== graph.graphId) {
      stub("dialogue", edge);
      continue;
    }
    if (edge.to === null) continue;
    const target = graph.nodes.get(edge.to);
    if (target === undefined) {
      stub("missing", edge);
      continue;
    }
    const targetFolded = graph.foldedIn(target);
    if (folded !== null && folded === targetFolded) continue;
    const from = folded ?? node.id;
    const to = targetFolded ?? target.id;
    const a = graph.rectOf(from);
    const b = graph.rectOf(to);
    if (a === undefined || b === undefined) continue;
    const isFolded = folded !== null || targetFolded !== null;
    const far = !isFolded && isFar(a, b);
    const made: DrawnEdge = { edge, from, to, fromGroup: folded !== null, toGroup: targetFolded !== null };
    const known = (far ? before?.long : before?.drawnEdges)?.find((each) => sameEdge(each, made));
    (far ? long : drawnEdges).push(known ?? made);
    if (far) stub("far", edge);
  }
  return { drawnEdges, long, out };
}

/** Puts the edges of all nodes together. Stubs of a node that has the same as `before` keep their identity. */
export function route(
  nodeEdges: Iterable<readonly [string, NodeEdges]>,
  before: ReadonlyMap<string, NodeStubs> = new Map(),
): DrawnEdges {
  const drawnEdges: DrawnEdge[] = [];
  const long: DrawnEdge[] = [];
  const into = new Map<string, Set<string>>();
  const out = new Map<string, NodeStubs["out"]>();
  const between = new Set<string>();
  for (const [id, each] of nodeEdges) {
    if (each.out.size > 0) out.set(id, each.out);
    for (const drawn of each.drawnEdges) {
      if (standsForGroup(drawn)) {
        // Many edges between the same two slabs say no more than one.
        const pair = `${drawn.from}${drawn.fromGroup ? "" : drawn.edge.branchId}>${drawn.to}`;
        if (between.has(pair)) continue;
        between.add(pair);
      }
      drawnEdges.push(drawn);
    }
    for (const drawnEdge of each.long) {
      long.push(drawnEdge);
      const sources = into.get(drawnEdge.to);
      if (sources === undefined) into.set(drawnEdge.to, new Set([drawnEdge.from]));
      else sources.add(drawnEdge.from);
    }
  }
  const stubs = new Map<string, NodeStubs>();
  for (const id of new Set([...out.keys(), ...into.keys()])) {
    const made = stubsOf(out.get(id), into.get(id), before.get(id));
    if (made !== null) stubs.set(id, made);
  }
  return { drawnEdges, stubs, long };
}

/** Whether an edge ends at a folded group. */
export function standsForGroup({ fromGroup, toGroup }: DrawnEdge): boolean {
  return fromGroup || toGroup;
}

/**
 * Returns the stubs of a node, sources in the order of their ids; `before` where they are the same, null where there
 * are none.
 */
export function stubsOf(
  out: NodeStubs["out"] = NO_STUBS,
  sources: Iterable<string> = [],
  before?: NodeStubs,
): NodeStubs | null {
  const made: NodeStubs = { out, in: [...sources].sort() };
  if (out.size === 0 && made.in.length === 0) return null;
  return before !== undefined && sameStubs(before, made) ? before : made;
}

const NO_STUBS: ReadonlyMap<string, Stub> = new Map();

function sameEdge(a: DrawnEdge, b: DrawnEdge): boolean {
  return a.edge === b.edge && a.from === b.from && a.to === b.to;
}

/** Long, or leading back: such a line would run across nodes that have nothing to do with it. */
export function isFar(from: Rect, to: Rect): boolean {
  const middle = to.x + to.width / 2;
  if (middle < from.x) return true;
  const dx = to.x - (from.x + from.width);
  const dy = to.y - from.y;
  return dx * dx + dy * dy > LONG * LONG;
}

/** Whether the branches of a node are drawn as they were. */
export function sameNodeEdges(a: NodeEdges, b: NodeEdges): boolean {
  return sameList(a.drawnEdges, b.drawnEdges) && sameList(a.long, b.long) && sameOut(a.out, b.out);
}

function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

function sameOut(a: NodeStubs["out"], b: NodeStubs["out"]): boolean {
  if (a.size !== b.size) return false;
  for (const [id, stub] of a) {
    const other = b.get(id);
    if (other === undefined || other.kind !== stub.kind || other.edge !== stub.edge) return false;
  }
  return true;
}

function sameStubs(a: NodeStubs, b: NodeStubs): boolean {
  return sameOut(a.out, b.out) && sameList(a.in, b.in);
}
