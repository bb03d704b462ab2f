import { addToList } from "#domain/add-to-list.ts";
import { nodeMetrics } from "#domain/dialogue/node-metrics.ts";
import { boxesThere, nodeBox, noteBox, type PlacedModel } from "../../gestures/place.ts";
import { flowOrder, targetsOf } from "../../gestures/select-along.ts";
import { partsOf } from "../../gestures/selected-parts.ts";
import { boundsOf, middleOf, type Point } from "../../model/rects.ts";
import type { ArrangedNote, Arrangement } from "./arrange.ts";

/**
 * Returns the shapes to tidy: the selected nodes with the selected notes, or all of the dialogue where nothing selected
 * can be arranged. Null for an empty dialogue.
 *
 * @param shape shape of the window that it is looked at in, width to height
 */
export function arrangementOf(model: PlacedModel, selection: readonly string[], shape: number): Arrangement | null {
  const parts = partsOf(model, selection);
  const isWhole = parts.nodes.length < 2;
  const chosen = new Set(isWhole ? model.nodes.keys() : parts.nodes);
  const notes = isWhole ? [...model.annotations.keys()] : parts.notes;
  if (chosen.size < 2 && chosen.size + notes.length < 2) return null;
  const corner = boundsOf([...[...chosen].map((id) => nodeBox(model, id)), ...notes.map((id) => noteBox(model, id))]);
  if (chosen.size === 0 || corner === null) return null;

  const targets = targetsOf(model);
  const groups = wholeGroups(model, chosen);
  const above = notesAbove(model, chosen, notes);
  const nodes = flowOrder(model)
    .filter((id) => chosen.has(id))
    .flatMap((id) => {
      const node = model.nodes.get(id);
      if (node === undefined) return [];
      const { width, height } = nodeMetrics(node);
      const groupId = node.group_id !== null && groups.has(node.group_id) ? node.group_id : null;
      return [{ id, targets: targets.get(id) ?? [], width, height, groupId, notes: above.get(id) ?? [] }];
    });
  // A group goes with its nodes, so that its name is not in their way.
  const frames = [...chosen].flatMap((id) => model.nodes.get(id)?.group_id ?? []);
  const others = boxesThere(model, new Set([...chosen, ...notes, ...frames]));
  return { nodes, corner: { x: corner.x, y: corner.y }, others, shape };
}

/** Groups all of whose nodes are among the chosen: they stay together. */
function wholeGroups(model: PlacedModel, chosen: ReadonlySet<string>): ReadonlySet<string> {
  const groups = new Set<string>();
  for (const { id, group_id } of model.nodes.values()) if (group_id !== null && chosen.has(id)) groups.add(group_id);
  for (const { id, group_id } of model.nodes.values())
    if (group_id !== null && !chosen.has(id)) groups.delete(group_id);
  return groups;
}

/** Notes by the node they are nearest to: they are about it, and go along with it. */
function notesAbove(
  model: PlacedModel,
  chosen: ReadonlySet<string>,
  notes: readonly string[],
): ReadonlyMap<string, readonly ArrangedNote[]> {
  const nodes = notes.length === 0 ? [] : [...chosen].map((id) => ({ id, at: middleOf(nodeBox(model, id)) }));
  const above = new Map<string, ArrangedNote[]>();
  for (const id of notes) {
    const box = noteBox(model, id);
    const nearest = nearestTo(middleOf(box), nodes);
    if (nearest === null) continue;
    const note = { id, width: box.width, height: box.height };
    addToList(above, nearest, note);
  }
  return above;
}

function nearestTo({ x, y }: Point, nodes: readonly { readonly id: string; readonly at: Point }[]): string | null {
  let nearest: string | null = null;
  let least = Infinity;
  for (const { id, at } of nodes) {
    const distance = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (distance >= least) continue;
    least = distance;
    nearest = id;
  }
  return nearest;
}
