import type { Port } from "./connect.ts";
import { createConnected } from "./create-connected.ts";
import type { NodeGesture } from "./gesture.ts";
import { quoted } from "./node-name.ts";
import type { PlacedModel } from "./place.ts";

/** Where writing goes on after a node. */
export type NextLine =
  | { readonly kind: "there"; readonly nodeId: string }
  | { readonly kind: "made"; readonly gesture: NodeGesture }
  | { readonly kind: "nowhere"; readonly reason: string };

/** The node along the first branch; where it leads nowhere, or there is no branch, a new line to the right. */
export function nextLine(model: PlacedModel, nodeId: string): NextLine {
  const node = model.nodes.get(nodeId);
  if (node === undefined) return { kind: "nowhere", reason: "The card is gone." };
  if (node.kind === "end") return { kind: "nowhere", reason: `${quoted(node)} is an ending: nothing follows it.` };
  const [first] = node.branches;
  const leaves = first !== undefined && first.target_graph_id !== null && first.target_graph_id !== model.graph.id;
  if (leaves) return { kind: "nowhere", reason: "The first choice leaves for another dialogue." };
  const to = first?.target_node_id ?? null;
  if (to !== null && model.nodes.has(to)) return { kind: "there", nodeId: to };
  const from: Port = { nodeId, branchId: first?.id ?? null };
  const gesture = createConnected(model, from, "line", null);
  return gesture === null ? { kind: "nowhere", reason: "The card is gone." } : { kind: "made", gesture };
}
