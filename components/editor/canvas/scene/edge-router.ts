import { type DrawnEdge, edgesOfNode, type NodeEdges, type NodeStubs, type RoutedGraph, route } from "./drawn-edges.ts";
import { type EdgeShape, edgeShape } from "./flow-shapes.ts";
import { KeyedValues } from "./keyed-values.ts";

/** Keeps the edges between nodes: only those of nodes that were rewired, and of what leads to them, are made again. */
export class EdgeRouter {
  readonly stubs = new KeyedValues<NodeStubs>();
  /** Edges drawn as lines, for React Flow. */
  drawnEdges: EdgeShape[] = [];
  /** Edges that are stubs near by and lines from far away. */
  long: readonly DrawnEdge[] = [];
  #nodeEdges = new Map<string, NodeEdges>();
  /** Nodes with a branch to a node, by that node. */
  readonly #leading = new Map<string, Set<string>>();

  /** Routes again what these nodes lead to and what leads to them, or all; says whether that changed anything. */
  route(graph: RoutedGraph, rewired: ReadonlySet<string> | null): boolean {
    const { nodes } = graph;
    const stale = new Set(rewired ?? nodes.keys());
    for (const id of rewired ?? []) for (const from of this.#leading.get(id) ?? []) stale.add(from);
    const nodeEdges = new Map<string, NodeEdges>();
    for (const node of nodes.values()) {
      const before = this.#nodeEdges.get(node.id);
      if (before !== undefined && !stale.has(node.id)) {
        nodeEdges.set(node.id, before);
        continue;
      }
      nodeEdges.set(node.id, edgesOfNode(graph, node, before));
      for (const { target_node_id } of node.branches) {
        if (target_node_id === null) continue;
        const leading = this.#leading.get(target_node_id);
        if (leading === undefined) this.#leading.set(target_node_id, new Set([node.id]));
        else leading.add(node.id);
      }
    }
    this.#nodeEdges = nodeEdges;
    const routed = route(nodeEdges, this.stubs.all());
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
}
