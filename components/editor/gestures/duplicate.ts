import { counted } from "#domain/counted.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { newId } from "../model/new-id.ts";
import type { Point } from "../model/rects.ts";
import { copyNode, idsForCopies } from "./copy-nodes.ts";
import type { Gesture } from "./gesture.ts";
import { movedName } from "./move.ts";
import { nodeBox, type PlacedModel } from "./place.ts";
import { partsOf } from "./selected-parts.ts";

/** How far copies lie from what they are copies of when nobody says where. */
const BESIDE: Point = { x: 32, y: 32 };

/**
 * Copies what is selected, a selected group with its nodes. Links inside the selection follow the copies; links that
 * leave it stay as they are, and nothing comes to lead to a copy from outside.
 */
export function duplicate(model: PlacedModel, selection: readonly string[], by: Point = BESIDE): Gesture | null {
  const { nodes: nodeIds, groups, notes } = partsOf(model, selection);
  if (nodeIds.length + groups.length + notes.length === 0) return null;
  const nodes = nodeIds.flatMap((id) => model.nodes.get(id) ?? []);
  const groupIds = new Map(groups.map((id) => [id, newId("grp")]));
  const rules = {
    ...idsForCopies(nodes),
    outside: ({
      target_node_id,
      target_graph_id,
    }: {
      target_node_id: string | null;
      target_graph_id: string | null;
    }) => ({
      target_node_id,
      target_graph_id,
    }),
  };
  const operations: Operation[] = groups.flatMap((id) => {
    const group = model.groups.get(id);
    const copy = groupIds.get(id);
    return group === undefined || copy === undefined ? [] : [{ op: "group.create", group: { ...group, id: copy } }];
  });
  const made: string[] = [...groupIds.values()];
  for (const node of nodes) {
    const { x, y } = nodeBox(model, node.id);
    const copy = copyNode(node, rules);
    const group_id = node.group_id === null ? null : (groupIds.get(node.group_id) ?? node.group_id);
    operations.push({ op: "node.create", node: { ...copy, group_id, canvas_x: x + by.x, canvas_y: y + by.y } });
    if (node.group_id === null || !groupIds.has(node.group_id)) made.push(copy.id);
  }
  for (const id of notes) {
    const note = model.annotations.get(id);
    if (note === undefined) continue;
    const copy = { ...note, id: newId("ann"), canvas_x: note.canvas_x + by.x, canvas_y: note.canvas_y + by.y };
    operations.push({ op: "annotation.create", annotation: copy });
    made.push(copy.id);
  }
  const name = movedName(model, selection) || counted(groups.length, "group");
  return { label: `Duplicate ${name}`, operations, select: made, said: `Duplicated ${name}.` };
}
