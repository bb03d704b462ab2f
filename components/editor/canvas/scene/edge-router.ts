import {
  type DrawnEdge,
  edgesOfNode,
  type NodeEdges,
  type NodeStubs,
  type RoutedGraph,
  route,
  sameNodeEdges,
  standsForGroup,
  stubsOf,
} from "./drawn-edges.ts";
import { type EdgeShape, edgeShape } from "./flow-shapes.ts";
import { KeyedValues } from "./keyed-values.ts";

/** Keeps the edges between nodes: only those of nodes that were rewired, and of what leads to them, are made again. */
export class EdgeRouter {
  readonly stubs = new KeyedValues<NodeStubs>();
  /** Edges drawn as lines, for React Flow. */
  drawnEdges: EdgeShape[] = [];
  /** Edges that are stubs near by and lines from far away. */
  long: readonly DrawnEdge[] = [];
  readonly #nodeEdges = new Map<string, NodeEdges>();
  /** Nodes with a branch to a node, by that node. */
  readonly #leading = new Map<string, Set<string>>();

  /** Routes again what these nodes lead to and what leads to them, or all; says whether any of it became other. */
  route(graph: RoutedGraph, rewired: ReadonlySet<string> | null): boolean {
    const { nodes } = graph;
    const stale = new Set(rewired ?? [...nodes.keys(), ...this.#nodeEdges.keys()]);
    for (const id of rewired ?? []) for (const from of this.#leading.get(id) ?? []) stale.add(from);
    const changed = new Map<string, NodeEdges[]>();
    for (const id of stale) {
      const before = this.#nodeEdges.get(id);
      const node = nodes.get(id);
      if (node === undefined) {
        this.#nodeEdges.delete(id);
        if (before !== undefined) changed.set(id, [before]);
        continue;
      }
      const made = edgesOfNode(graph, node, before);
      // A node that is moved a little leads where it led: nothing has to be put together again.
      if (before !== undefined && sameNodeEdges(before, made)) continue;
      this.#nodeEdges.set(id, made);
      changed.set(id, before === undefined ? [made] : [before, made]);
      for (const { target_node_id } of node.branches) {
        if (target_node_id === null) continue;
        const leading = this.#leading.get(target_node_id);
        if (leading === undefined) this.#leading.set(target_node_id, new Set([id]));
        else leading.add(id);
      }
    }
    if (changed.size === 0) return false;
    const isOfGroups = [...changed.values()].flat().some((each) => each.drawnEdges.some(standsForGroup));
    return rewired === null || isOfGroups ? this.#putAll() : this.#put(changed);
  }

  /** Puts the edges of all nodes together; says whether a line became other. */
  #putAll(): boolean {
    const routed = route(this.#nodeEdges, this.stubs.all());
    const drawnEdges = routed.drawnEdges.map(edgeShape);
    const isNew =
      drawnEdges.length !== this.drawnEdges.length ||
      routed.long.length !== this.long.length ||
      drawnEdges.some((each, i) => each !== this.drawnEdges[i]);
    if (isNew) this.drawnEdges = drawnEdges;
    this.long = routed.long;
    this.stubs.replace(routed.stubs);
    return isNew;
  }

  /** Puts the edges of a few nodes, as they were and as they are, in the place of those there were. */
  #put(changed: ReadonlyMap<string, readonly NodeEdges[]>): boolean {
    const now = [...changed.keys()].flatMap((id) => this.#nodeEdges.get(id) ?? []);
    const stays = (drawn: DrawnEdge | undefined) => drawn !== undefined && !changed.has(drawn.edge.from);
    this.drawnEdges = [
      ...this.drawnEdges.filter(({ data }) => stays(data?.drawn)),
      ...now.flatMap(({ drawnEdges }) => drawnEdges.map(edgeShape)),
    ];
    this.long = [...this.long.filter(stays), ...now.flatMap(({ long }) => long)];
    const before = this.stubs.all();
    const stubs = new Map(before);
    const told = new Set(changed.keys());
    for (const { long } of [...changed.values()].flat()) for (const { to } of long) told.add(to);
    for (const id of told) {
      const sources = [...(this.#leading.get(id) ?? [])].filter((from) =>
        this.#nodeEdges.get(from)?.long.some(({ to }) => to === id),
      );
      const made = stubsOf(this.#nodeEdges.get(id)?.out, sources, before.get(id));
      if (made === null) stubs.delete(id);
      else stubs.set(id, made);
    }
    this.stubs.replace(stubs);
    return true;
  }
}
