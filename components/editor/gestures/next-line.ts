import { quoted } from "./card-name.ts";
import type { WireEnd } from "./connect.ts";
import { createConnected } from "./create-connected.ts";
import type { CardGesture } from "./gesture.ts";
import type { Paper } from "./place.ts";

/** Where writing goes on after a card. */
export type NextLine =
  | { readonly kind: "there"; readonly nodeId: string }
  | { readonly kind: "made"; readonly gesture: CardGesture }
  | { readonly kind: "nowhere"; readonly reason: string };

/** The card along the first choice; where it leads nowhere, or there is no choice, a new line to the right. */
export function nextLine(paper: Paper, nodeId: string): NextLine {
  const node = paper.nodes.get(nodeId);
  if (node === undefined) return { kind: "nowhere", reason: "The card is gone." };
  if (node.kind === "end") return { kind: "nowhere", reason: `${quoted(node)} is an ending: nothing follows it.` };
  const [first] = node.branches;
  const leaves = first !== undefined && first.target_graph_id !== null && first.target_graph_id !== paper.graph.id;
  if (leaves) return { kind: "nowhere", reason: "The first choice leaves for another dialogue." };
  const to = first?.target_node_id ?? null;
  if (to !== null && paper.nodes.has(to)) return { kind: "there", nodeId: to };
  const from: WireEnd = { nodeId, branchId: first?.id ?? null };
  const gesture = createConnected(paper, from, "line", null);
  return gesture === null ? { kind: "nowhere", reason: "The card is gone." } : { kind: "made", gesture };
}
