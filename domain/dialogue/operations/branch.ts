import type { Condition, Effect } from "../../expression.ts";
import { keysBetween } from "../../order.ts";
import { identifyEntries, type MakeId } from "../branch-identity.ts";
import { branchesFromKeyed, fromKeyed, type KeyedList, type StoredBranch, toKeyed } from "../keyed.ts";
import { progressAfter, withFinalText } from "../line-status.ts";
import type { Changes, States } from "../states.ts";
import { BRANCH_DEFAULTS, type Branch } from "../wire.ts";
import type { BranchPatch, OpenBranch } from "./operation.ts";
import { changed, earlier, fields, type Need, part, patched, type Rows } from "./row.ts";
import { marksOfPatch, withMarks } from "./words-patch.ts";

type Branches = KeyedList<StoredBranch>;
type Logic = Pick<StoredBranch, "conditions" | "effects">;

/** The operations on one branch of a node; the other branches of the node are not touched. */
export const branchRows: Rows<"branch.create" | "branch.update" | "branch.delete" | "branch.move"> = {
  "branch.create": {
    touches: ({ node_id, branch }) => [{ subjectId: node_id, pointer: `/branches/${branch.id}` }],
    needs: ({ node_id }) => [{ id: node_id, kind: "node", field: null }],
    makes: ({ branch }) => [branch.id],
    normalise: (_, operation, makeId) => {
      const { branch } = operation;
      return { ...operation, branch: { ...identified(null, branch, makeId), id: branch.id } };
    },
    apply: (states, { node_id, branch: { id, ...said }, before = null }) =>
      onBranches(states, node_id, (branches) => {
        if (Object.hasOwn(branches, id)) return branches;
        const empty = { ...BRANCH_DEFAULTS, conditions: {}, effects: {}, extensions: {}, order: "" };
        return placed({ ...branches, [id]: written(empty, said) }, id, before);
      }),
    inverse: (states, { node_id, branch: { id } }) => {
      const branches = part(states, "node", node_id)?.branches;
      const isNew = branches !== undefined && !Object.hasOwn(branches, id);
      return isNew ? [{ op: "branch.delete", node_id, id }] : [];
    },
  },
  "branch.update": {
    touches: ({ node_id, id, patch }) =>
      fields(node_id, withMarks("choice_text", withFinalText(patch)), `/branches/${id}`),
    needs: branchNeeds,
    makes: () => [],
    normalise: (states, operation, makeId) => {
      const { node_id, id, patch } = operation;
      const branch = wireBranches(states, node_id).find((each) => each.id === id) ?? null;
      return { ...operation, patch: identified(branch, patch, makeId) };
    },
    apply: (states, { node_id, id, patch }) =>
      onBranch(states, node_id, id, (branches, branch) => {
        const next = written(branch, patch);
        return next === branch ? branches : { ...branches, [id]: next };
      }),
    inverse: (states, { op, node_id, id, patch }) => {
      const branch = wireBranches(states, node_id).find((each) => each.id === id);
      return branch === undefined
        ? []
        : [{ op, node_id, id, patch: earlier(branch, withMarks("choice_text", withFinalText(patch))) }];
    },
  },
  "branch.delete": {
    touches: ({ node_id, id }) => [{ subjectId: node_id, pointer: `/branches/${id}` }],
    needs: branchNeeds,
    makes: () => [],
    apply: (states, { node_id, id }) =>
      onBranch(states, node_id, id, (branches) => {
        const { [id]: _, ...others } = branches;
        return others;
      }),
    inverse: (states, { node_id, id }) => {
      const branches = wireBranches(states, node_id);
      const at = branches.findIndex((each) => each.id === id);
      const branch = branches[at];
      return branch === undefined
        ? []
        : [{ op: "branch.create", node_id, branch, before: branches[at + 1]?.id ?? null }];
    },
  },
  "branch.move": {
    touches: ({ node_id, id }) => [{ subjectId: node_id, pointer: `/branches/${id}/order` }],
    needs: branchNeeds,
    makes: () => [],
    apply: (states, { node_id, id, before }) =>
      onBranch(states, node_id, id, (branches) => (before === id ? branches : placed(branches, id, before))),
    inverse: (states, { op, node_id, id }) => {
      const branches = wireBranches(states, node_id);
      const at = branches.findIndex((each) => each.id === id);
      return at === -1 ? [] : [{ op, node_id, id, before: branches[at + 1]?.id ?? null }];
    },
  },
};

function branchNeeds({ node_id, id }: { node_id: string; id: string }): Need[] {
  return [
    { id: node_id, kind: "node", field: null },
    { id, kind: "branch", field: null },
  ];
}

function wireBranches(states: States, nodeId: string): Branch[] {
  const node = part(states, "node", nodeId);
  return node === null ? [] : branchesFromKeyed(node.branches);
}

/** The change of a node whose branches become others. */
function onBranches(states: States, nodeId: string, change: (branches: Branches) => Branches): Changes {
  const node = part(states, "node", nodeId);
  if (node === null) return new Map();
  const branches = change(node.branches);
  return changed(nodeId, node, branches === node.branches ? node : { ...node, branches });
}

/** Applies {@link onBranches} where the node has the branch. */
function onBranch(
  states: States,
  nodeId: string,
  id: string,
  change: (branches: Branches, branch: Branches[string]) => Branches,
): Changes {
  return onBranches(states, nodeId, (branches) => {
    const branch = Object.hasOwn(branches, id) ? branches[id] : undefined;
    return branch === undefined ? branches : change(branches, branch);
  });
}

/** A stored branch with what is said of it; conditions and effects that stay keep their order keys. */
function written(branch: Branches[string], { conditions, effects, ...said }: BranchPatch): Branches[string] {
  const logic: Partial<Logic> = {
    ...(conditions !== undefined && { conditions: toKeyed<Condition>(conditions, branch.conditions) }),
    ...(effects !== undefined && { effects: toKeyed<Effect>(effects, branch.effects) }),
  };
  const progress = progressAfter(branch, said, said.choice_text ?? branch.choice_text);
  return patched(branch, { ...said, ...progress, ...marksOfPatch("choice_text", branch, said), ...logic });
}

/** Gives every condition and effect of a sent patch an id: its own, that of the entry it replaces, or a new one. */
function identified(branch: Branch | null, sent: OpenBranch<BranchPatch>, makeId: MakeId): BranchPatch {
  const { conditions, effects, ...others } = sent;
  return {
    ...others,
    ...(conditions !== undefined && {
      conditions: identifyEntries<Condition>(branch?.conditions ?? [], conditions, () => makeId("condition")),
    }),
    ...(effects !== undefined && {
      effects: identifyEntries<Effect>(branch?.effects ?? [], effects, () => makeId("effect")),
    }),
  };
}

/** Gives one branch a key between its new neighbours, and leaves it as it is when it lies there already. */
function placed(branches: Branches, id: string, before: string | null): Branches {
  const list = fromKeyed<StoredBranch>(branches);
  const others = list.filter((branch) => branch.id !== id);
  const found = others.findIndex((branch) => branch.id === before);
  const at = found === -1 ? others.length : found;
  const keyOf = (index: number): string | null => branches[others[index]?.id ?? ""]?.order ?? null;
  const [low, high] = [keyOf(at - 1), keyOf(at)];
  const branch = branches[id];
  if (branch === undefined) return branches;
  if (branch.order !== "" && (low === null || low < branch.order) && (high === null || branch.order < high)) {
    return branches;
  }
  // Two branches with one key leave no room between them: the list gets keys that do.
  if (low !== null && high !== null && low >= high) {
    return toKeyed<StoredBranch>(others.toSpliced(at, 0, ...list.filter((each) => each.id === id)), branches);
  }
  return { ...branches, [id]: { ...branch, order: keysBetween(low, high, 1)[0] ?? "" } };
}
