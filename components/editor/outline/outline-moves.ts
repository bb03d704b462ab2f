import { moveBranch } from "../fields/move-branch.ts";
import type { Gesture } from "../gestures/gesture.ts";
import { moveToGroup } from "../gestures/group.ts";
import type { Model, Node } from "../model/model.ts";
import type { OutlineRow } from "./outline-tree.ts";

/** Destination of a dragged card. */
export type Goal =
  | { readonly kind: "group"; readonly groupId: string | null }
  | { readonly kind: "way"; readonly nodeId: string; readonly branchId: string; readonly to: number };

/** The branch of a card that leads to another one; undefined for none. */
function wayTo(node: Node | undefined, id: string) {
  return node?.branches.find(({ target_node_id }) => target_node_id === id);
}

/**
 * Returns the destination of a card dropped on a row. A card that is the target of a choice, dropped on another such
 * target, takes its position among the choices; any other joins the group of the row. Null where nothing would change.
 *
 * @param dragged the row that is dragged, and the cards that go with it.
 */
export function goalOf(
  { nodes }: Pick<Model, "nodes">,
  rows: readonly OutlineRow[],
  { row, ids }: { readonly row: OutlineRow; readonly ids: readonly string[] },
  target: OutlineRow | null,
): Goal | null {
  if (target !== null && (target.item.kind === "part" || target.item.id === row.item.id)) return null;
  if (target !== null && ids.length === 1 && target.item.isWay && row.item.isWay && target.above === row.above) {
    const node = nodes.get(rows[row.above]?.item.id ?? "");
    const branch = wayTo(node, row.item.id);
    const other = wayTo(node, target.item.id);
    if (node === undefined || branch === undefined || other === undefined) return null;
    return { kind: "way", nodeId: node.id, branchId: branch.id, to: node.branches.indexOf(other) };
  }
  const groupId =
    target === null
      ? null
      : target.item.kind === "group"
        ? target.item.id
        : (nodes.get(target.item.id)?.group_id ?? null);
  return ids.some((id) => nodes.get(id)?.group_id !== groupId) ? { kind: "group", groupId } : null;
}

/** The gesture that takes cards to where they go; null where nothing changes. */
export function moveTo(model: Model, ids: readonly string[], goal: Goal): Gesture | null {
  if (goal.kind === "group") return moveToGroup(model, ids, goal.groupId);
  const node = model.nodes.get(goal.nodeId);
  return node === undefined ? null : moveBranch(node, goal.branchId, goal.to);
}

/** Moves the way that leads to a row one place up or down among those of its choice; null where there is none further. */
export function stepWay(
  model: Pick<Model, "nodes">,
  rows: readonly OutlineRow[],
  row: OutlineRow,
  step: -1 | 1,
): Gesture | null {
  if (!row.item.isWay) return null;
  const node = model.nodes.get(rows[row.above]?.item.id ?? "");
  const branch = wayTo(node, row.item.id);
  if (node === undefined || branch === undefined) return null;
  const to = node.branches.indexOf(branch) + step;
  return to < 0 ? null : moveBranch(node, branch.id, to);
}
