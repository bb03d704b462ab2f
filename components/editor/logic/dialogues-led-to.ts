import type { DialogueState } from "../store/dialogue-state.ts";

const ledToAt = new WeakMap<object, readonly string[]>();
const ledToByAll = new WeakMap<object, string>();

/** Ids of the other dialogues that nodes lead to, joined by blanks; worked out once for each node that is another one. */
export function dialoguesLedTo(nodes: DialogueState["nodes"]): string {
  const known = ledToByAll.get(nodes);
  if (known !== undefined) return known;
  const all = new Set<string>();
  for (const node of nodes.values()) {
    const own = ledToAt.get(node) ?? [
      ...(node.exit_to === null ? [] : [node.exit_to.graph_id]),
      ...node.branches.flatMap(({ target_graph_id }) => target_graph_id ?? []),
    ];
    ledToAt.set(node, own);
    for (const id of own) all.add(id);
  }
  const told = [...all].sort().join(" ");
  ledToByAll.set(nodes, told);
  return told;
}
