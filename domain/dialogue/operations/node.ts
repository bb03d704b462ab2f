import type { Condition, Effect } from "../../expression.ts";
import { identifyBranches, identifyEntries, type MakeId } from "../branch-identity.ts";
import { branchesFromKeyed, branchesToKeyed, fromKeyed, type StoredNodeLists, toKeyed } from "../keyed.ts";
import { NEW_LINE, progressAfter, withFinalText } from "../line-status.ts";
import { type NodeState, type States, UNSOURCED } from "../states.ts";
import { DEFAULT_NODE_KIND, type DialogueNode } from "../wire.ts";
import type { NodePatch, OpenNode } from "./operation.ts";
import { deletion, restorable, restoration } from "./part.ts";
import { changed, earlier, fields, isUsed, type Need, part, patched, type Rows, whole } from "./row.ts";
import { marksOfPatch, withMarks } from "./words-patch.ts";

/** The operations on a node as a whole. */
export const nodeRows: Rows<"node.create" | "node.update" | "node.move" | "node.delete" | "node.restore"> = {
  "node.create": {
    touches: ({ node }) => whole(node.id),
    needs: ({ node }) => groupNeed(node),
    makes: ({ node }) => [node.id, ...(node.branches ?? []).flatMap(({ id }) => id ?? [])],
    normalise: (_, { op, node }, makeId) => ({ op, node: { ...identified(null, node, makeId), id: node.id } }),
    apply: (states, { node: { id, ...said } }) =>
      isUsed(states, id) ? new Map() : new Map([[id, writable(states, said, newNode(states.graphId))]]),
    inverse: (states, { node: { id } }) => (isUsed(states, id) ? [] : [{ op: "node.delete", id }]),
  },
  "node.update": {
    touches: ({ id, patch }) => fields(id, complete(patch)),
    needs: ({ id, patch }) => [{ id, kind: "node", field: null }, ...groupNeed(patch)],
    makes: () => [],
    normalise: (states, operation, makeId) => {
      const node = part(states, "node", operation.id);
      return { ...operation, patch: identified(node, operation.patch, makeId) };
    },
    apply: (states, { id, patch }) => {
      const node = part(states, "node", id);
      return changed(id, node, node && writable(states, patch, node));
    },
    inverse: (states, { op, id, patch }) => {
      const node = part(states, "node", id);
      return node === null ? [] : [{ op, id, patch: earlier({ ...node, ...listsOf(node, patch) }, complete(patch)) }];
    },
  },
  "node.move": {
    touches: ({ id, canvas_x, canvas_y }) => fields(id, { canvas_x, canvas_y }),
    needs: ({ id }) => [{ id, kind: "node", field: null }],
    makes: () => [],
    apply: (states, { id, canvas_x, canvas_y }) => {
      const node = part(states, "node", id);
      return changed(id, node, node && patched(node, { canvas_x, canvas_y }));
    },
    inverse: (states, { op, id }) => {
      const node = part(states, "node", id);
      return node === null ? [] : [{ op, id, canvas_x: node.canvas_x, canvas_y: node.canvas_y }];
    },
  },
  "node.delete": {
    ...deletion("node"),
    // The last deletion need not be this one once it is taken back: the node may have been without its group then.
    inverse: (states, { id }) => {
      const node = part(states, "node", id);
      return node === null ? [] : [{ op: "node.restore", id, group_id: node.group_id }];
    },
  },
  "node.restore": {
    ...restoration("node"),
    apply: (states, { id, group_id }) => {
      const last = restorable(states, "node", id);
      if (last === null) return new Map();
      const wanted = group_id === undefined ? last.group_id : group_id;
      const isGone = wanted !== null && part(states, "group", wanted) === null;
      return new Map([[id, { ...last, group_id: isGone ? null : wanted }]]);
    },
  },
};

/** A patch with the fields that change with those it names. */
function complete(patch: OpenNode<NodePatch>): NodePatch {
  return withMarks("text", withFinalText(patch as NodePatch));
}

/** A node that nothing was said about yet. */
function newNode(graphId: string): NodeState {
  return {
    graph_id: graphId,
    kind: DEFAULT_NODE_KIND,
    title: null,
    text: "",
    text_marks: [],
    speaker_id: null,
    speaker_label: null,
    tags: [],
    ...NEW_LINE,
    group_id: null,
    canvas_x: null,
    canvas_y: null,
    conditions: {},
    on_enter_effects: {},
    branches: {},
    exit_to: null,
    properties: {},
    extensions: {},
    ...UNSOURCED,
  };
}

/** The group a node is put into must exist; speakers and targets may come later. */
function groupNeed({ group_id }: Pick<NodePatch, "group_id">): Need[] {
  return group_id == null ? [] : [{ id: group_id, kind: "group", field: "group_id" }];
}

/** Writes a patch into a node: lists in stored form, entries that stay keep their order keys, no group that is gone. */
function writable(states: States, { branches, conditions, on_enter_effects, ...said }: NodePatch, node: NodeState) {
  const { group_id, ...others } = said;
  const isLost = group_id != null && part(states, "group", group_id) === null;
  const lists: Partial<StoredNodeLists> = {
    ...(branches !== undefined && { branches: branchesToKeyed(branches, node.branches) }),
    ...(conditions !== undefined && { conditions: toKeyed<Condition>(conditions, node.conditions) }),
    ...(on_enter_effects !== undefined && {
      on_enter_effects: toKeyed<Effect>(on_enter_effects, node.on_enter_effects),
    }),
  };
  const progress = progressAfter(node, said, said.text ?? node.text);
  return patched(node, { ...(isLost ? others : said), ...progress, ...marksOfPatch("text", node, said), ...lists });
}

type Lists = Pick<DialogueNode, "branches" | "conditions" | "on_enter_effects">;

/** The lists of a node in wire form, as far as a patch names them. */
function listsOf(node: NodeState, patch: NodePatch): Partial<Lists> {
  return {
    ...(patch.branches !== undefined && { branches: branchesFromKeyed(node.branches) }),
    ...(patch.conditions !== undefined && { conditions: fromKeyed<Condition>(node.conditions) }),
    ...(patch.on_enter_effects !== undefined && { on_enter_effects: fromKeyed<Effect>(node.on_enter_effects) }),
  };
}

/** Gives every entry of the lists in a sent patch an id: its own, that of the entry it replaces, or a new one. */
function identified(node: NodeState | null, sent: OpenNode<NodePatch>, makeId: MakeId): NodePatch {
  const known = node ?? newNode("");
  const { branches, conditions, on_enter_effects, ...others } = sent;
  return {
    ...others,
    ...(branches !== undefined && {
      branches: identifyBranches(branchesFromKeyed(known.branches), branches, makeId),
    }),
    ...(conditions !== undefined && {
      conditions: identifyEntries<Condition>(fromKeyed(known.conditions), conditions, () => makeId("condition")),
    }),
    ...(on_enter_effects !== undefined && {
      on_enter_effects: identifyEntries<Effect>(fromKeyed(known.on_enter_effects), on_enter_effects, () =>
        makeId("effect"),
      ),
    }),
  };
}
