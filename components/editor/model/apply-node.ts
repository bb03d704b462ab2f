import { mergePatch } from "#domain/change/merge-patch.ts";
import type { Branch } from "#domain/dialogue/wire.ts";
import type { Node } from "./model.ts";
import type { BranchPatch, NewNode, NodePatch, Operation } from "./operation.ts";

/** Operations about one card and its choices. */
export type NodeOperation = Exclude<
  Operation,
  { op: "dialogue.update" } | { op: `group.${string}` } | { op: `annotation.${string}` }
>;

/** The card an operation is about. */
export function nodeIdOf(operation: NodeOperation): string {
  if (operation.op === "node.create") return operation.node.id;
  return "node_id" in operation ? operation.node_id : operation.id;
}

/** A new card: what nothing is said about is as the server would make it. */
export function madeNode({ branches = [], ...given }: NewNode): Node {
  return {
    kind: "line",
    title: null,
    text: "",
    speaker_id: null,
    speaker_label: null,
    tags: [],
    group_id: null,
    canvas_x: null,
    canvas_y: null,
    conditions: [],
    on_enter_effects: [],
    exit_to: null,
    extensions: {},
    source: null,
    ...given,
    branches: branches as Branch[],
  };
}

/**
 * A card after an operation that changes it; the same card where the operation finds nothing to change. Every operation can be
 * applied to every state and twice, because it may meet a card that others have changed meanwhile.
 */
export function changedNode(node: Node, operation: NodeOperation): Node {
  switch (operation.op) {
    case "node.update":
      return patched(node, operation.patch);
    case "node.move":
      return patched(node, { canvas_x: operation.canvas_x, canvas_y: operation.canvas_y });
    case "branch.create": {
      const { branch, before = null } = operation;
      if (node.branches.some(({ id }) => id === branch.id)) return node;
      return { ...node, branches: placed(node.branches, branch, before) };
    }
    case "branch.update": {
      const index = node.branches.findIndex(({ id }) => id === operation.id);
      const branch = node.branches[index];
      if (branch === undefined) return node;
      const next = patchedBranch(branch, operation.patch);
      return next === branch ? node : { ...node, branches: node.branches.with(index, next) };
    }
    case "branch.delete": {
      const branches = node.branches.filter(({ id }) => id !== operation.id);
      return branches.length === node.branches.length ? node : { ...node, branches };
    }
    case "branch.move": {
      const { id, before } = operation;
      const branch = node.branches.find((each) => each.id === id);
      if (branch === undefined || before === id) return node;
      const others = node.branches.filter((each) => each !== branch);
      const branches = placed(others, branch, before);
      return branches.every((each, index) => each === node.branches[index]) ? node : { ...node, branches };
    }
    case "node.create":
    case "node.delete":
    case "node.restore":
      return node;
  }
}

function placed(branches: readonly Branch[], branch: Branch, before: string | null): Branch[] {
  const found = before === null ? -1 : branches.findIndex(({ id }) => id === before);
  return branches.toSpliced(found === -1 ? branches.length : found, 0, branch);
}

function patched(node: Node, patch: NodePatch): Node {
  return changesAnything(node, patch) ? { ...node, ...given(patch) } : node;
}

function patchedBranch(branch: Branch, patch: BranchPatch): Branch {
  const { extensions, ...fields } = patch;
  const plain = changesAnything(branch, fields) ? { ...branch, ...given(fields) } : branch;
  return extensions === undefined ? plain : { ...plain, extensions: mergePatch(branch.extensions, extensions) };
}

/** Whether a patch says anything an object does not say already. */
export function changesAnything<T extends object>(target: T, patch: Partial<T>): boolean {
  return Object.entries(patch).some(([name, value]) => value !== undefined && target[name as keyof T] !== value);
}

/** A patch without the fields that are not in it. */
export function given<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never;
}
