import { type NodeState, type States, UNSOURCED } from "../states.ts";
import { deletion, restorable, restoration } from "./part.ts";
import { changed, earlier, fields, isUsed, part, patched, type Rows, whole } from "./row.ts";

const goes = deletion("group");
const comesBack = restoration("group");

/**
 * The operations on a group. Nodes leave a group that is deleted and return to one that is restored; the last writer wins where a
 * node is, so that their `group_id` is not among the places touched.
 */
export const groupRows: Rows<"group.create" | "group.update" | "group.delete" | "group.restore"> = {
  "group.create": {
    touches: ({ group }) => whole(group.id),
    needs: () => [],
    makes: ({ group }) => [group.id],
    apply: (states, { group: { id, ...said } }) =>
      new Map(isUsed(states, id) ? [] : [[id, { ...said, graph_id: states.graphId, ...UNSOURCED }]]),
    inverse: (states, { group: { id } }) => (isUsed(states, id) ? [] : [{ op: "group.delete", id }]),
  },
  "group.update": {
    touches: ({ id, patch }) => fields(id, patch),
    needs: ({ id }) => [{ id, kind: "group", field: null }],
    makes: () => [],
    apply: (states, { id, patch }) => {
      const group = part(states, "group", id);
      return changed(id, group, group && patched(group, patch));
    },
    inverse: (states, { op, id, patch }) => {
      const group = part(states, "group", id);
      return group === null ? [] : [{ op, id, patch: earlier(group, patch) }];
    },
  },
  "group.delete": {
    ...goes,
    apply: (states, operation) =>
      part(states, "group", operation.id) === null
        ? new Map()
        : new Map([...moved(states, states.members(operation.id), null), ...goes.apply(states, operation)]),
    // The last deletion need not be this one once it is taken back: then it says nothing of these nodes.
    inverse: (states, { id }) => {
      if (part(states, "group", id) === null) return [];
      return [{ op: "group.restore", id, node_ids: states.members(id) }];
    },
  },
  "group.restore": {
    ...comesBack,
    apply: (states, operation) => {
      const { id } = operation;
      if (restorable(states, "group", id) === null) return new Map();
      const members = operation.node_ids ?? states.removed(id)?.released ?? [];
      const free = [...new Set(members)].filter((node) => part(states, "node", node)?.group_id === null);
      return new Map([...comesBack.apply(states, operation), ...moved(states, free, id)]);
    },
  },
};

/** The nodes given, in another group or in none. */
function moved(states: States, nodes: readonly string[], groupId: string | null): [string, NodeState][] {
  return nodes.flatMap((id) => {
    const node = part(states, "node", id);
    return node === null ? [] : [[id, { ...node, group_id: groupId }]];
  });
}
