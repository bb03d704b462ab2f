import { quoted } from "./card-name.ts";
import { type CardKind, madeOf, newCard, placed } from "./create-card.ts";
import type { CardGesture } from "./gesture.ts";
import { newBranch, within } from "./new-branch.ts";
import { cardBox, freeSpot, type Paper } from "./place.ts";

/**
 * Puts a new card into a thread. The choice keeps its words, conditions and effects and leads to the new card, which
 * goes on to where the choice led.
 */
export function insertOnEdge(paper: Paper, nodeId: string, branchId: string, kind: CardKind): CardGesture | null {
  const from = paper.nodes.get(nodeId);
  const branch = from?.branches.find(({ id }) => id === branchId);
  if (from === undefined || branch === undefined) return null;
  const onward = { target_node_id: branch.target_node_id, target_graph_id: branch.target_graph_id };
  const to = branch.target_node_id === null ? undefined : paper.nodes.get(branch.target_node_id);
  const a = cardBox(paper, from.id);
  const b = to === undefined ? { ...a, x: a.x + 2 * a.width } : cardBox(paper, to.id);
  const group_id = from.group_id === (to?.group_id ?? null) ? from.group_id : null;
  const branches = kind === "end" ? [] : [newBranch({ kind }, onward)];
  if (kind === "condition") branches.push(newBranch({ kind }, { kind: "else" }));
  const card = newCard(kind, { group_id, branches });
  const spot = freeSpot(paper, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, card);
  const between = to === undefined ? `after ${quoted(from)}` : `between ${quoted(from)} and ${quoted(to)}`;
  return {
    label: `Add ${madeOf(kind)} ${between}`,
    operations: [
      { op: "node.create", node: placed(card, spot) },
      { op: "branch.update", node_id: nodeId, id: branchId, patch: within(card.id) },
    ],
    select: [card.id],
    nodeId: card.id,
    said: `Added ${madeOf(kind)} ${between}.`,
  };
}
