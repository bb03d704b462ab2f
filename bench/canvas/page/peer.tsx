import "@xyflow/react/dist/style.css";
import { Background, type Edge, type Node, ReactFlow, useEdgesState, useNodesState } from "@xyflow/react";
import type { ReactNode } from "react";
import type { LargeGraph } from "../graph.ts";

/** The same graph on React Flow as its own examples write it: default nodes, its state hooks, nothing tuned. */
export function show(graph: LargeGraph): ReactNode {
  const known = new Set(graph.nodes.map(({ id }) => id));
  const nodes = graph.nodes.map(
    (node): Node => ({
      id: node.id,
      position: { x: node.canvas_x, y: node.canvas_y },
      data: { label: node.title },
    }),
  );
  const edges = graph.nodes.flatMap((node) =>
    node.branches.flatMap((branch): Edge[] =>
      branch.target_node_id === null || !known.has(branch.target_node_id)
        ? []
        : [{ id: branch.id, source: node.id, target: branch.target_node_id }],
    ),
  );
  return <Peer nodes={nodes} edges={edges} />;
}

function Peer({ nodes: firstNodes, edges: firstEdges }: { nodes: Node[]; edges: Edge[] }) {
  const [nodes, , onNodesChange] = useNodesState(firstNodes);
  const [edges, , onEdgesChange] = useEdgesState(firstEdges);
  return (
    <div style={{ height: "100vh" }}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        minZoom={0.02}
        panOnScroll
      >
        <Background />
      </ReactFlow>
    </div>
  );
}
