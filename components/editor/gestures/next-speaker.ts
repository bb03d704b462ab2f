import { addToList } from "#domain/add-to-list.ts";
import type { Model, Node } from "../model/model.ts";

/** Lines that are looked back at. */
const LINES_BACK = 8;
/** Cards that are passed on the way back, at most. */
const CARDS_BACK = 40;

type Speaker = Pick<Node, "speaker_id" | "speaker_label">;

const keyOf = ({ speaker_id, speaker_label }: Speaker): string | null => speaker_id ?? (speaker_label || null);

/**
 * The one who speaks next in an exchange of two: along the only way that leads to a node, its lines are spoken by the node's own speaker and
 * one other. Null where nobody speaks, or more than two do.
 */
export function nextSpeaker(model: Model, nodeId: string): Speaker | null {
  const first = model.nodes.get(nodeId);
  const own = first === undefined ? null : keyOf(first);
  if (first === undefined || own === null) return null;
  const into = new Map<string, Node[]>();
  for (const node of model.nodes.values())
    for (const { target_node_id } of node.branches) if (target_node_id !== null) addToList(into, target_node_id, node);
  let other: Node | null = null;
  const passed = new Set<string>();
  let lines = 0;
  for (let at: Node | undefined = first; at !== undefined && lines < LINES_BACK && passed.size < CARDS_BACK; ) {
    if (passed.has(at.id)) break;
    passed.add(at.id);
    const key = keyOf(at);
    if (key !== null) lines += 1;
    if (key !== null && key !== own) {
      if (other !== null && keyOf(other) !== key) return null;
      other ??= at;
    }
    const before: Node[] = into.get(at.id) ?? [];
    at = before.length === 1 ? before[0] : undefined;
  }
  return other === null ? null : { speaker_id: other.speaker_id, speaker_label: other.speaker_label };
}
