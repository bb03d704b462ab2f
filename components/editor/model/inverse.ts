import { mergePatch, patchBetween } from "#domain/change/merge-patch.ts";
import { type NodeOperation, nodeIdOf } from "./apply-node.ts";
import { type Content, subjectOf } from "./content.ts";
import type { Node } from "./model.ts";
import type { BranchPatch, Operation } from "./operation.ts";

/** What undoes an operation, given the content before it; nothing where it does nothing. */
export function inverseOf(content: Content, operation: Operation): Operation[] {
  switch (operation.op) {
    case "dialogue.update":
      return [{ op: "dialogue.update", patch: earlier(content.graph, operation.patch) }];
    case "group.create":
      return isUsed(content, operation.group.id) ? [] : [{ op: "group.delete", id: operation.group.id }];
    case "group.update": {
      const group = content.groups.get(operation.id);
      return group === undefined ? [] : [{ ...operation, patch: earlier(group, operation.patch) }];
    }
    case "group.delete":
      return content.groups.has(operation.id) ? [{ op: "group.restore", id: operation.id }] : [];
    case "group.restore":
      return comesBack(content, operation.id, "group") ? [{ op: "group.delete", id: operation.id }] : [];
    case "annotation.create": {
      const { id } = operation.annotation;
      return isUsed(content, id) ? [] : [{ op: "annotation.delete", id }];
    }
    case "annotation.update": {
      const annotation = content.annotations.get(operation.id);
      return annotation === undefined ? [] : [{ ...operation, patch: earlier(annotation, operation.patch) }];
    }
    case "annotation.delete":
      return content.annotations.has(operation.id) ? [{ op: "annotation.restore", id: operation.id }] : [];
    case "annotation.restore":
      return comesBack(content, operation.id, "annotation") ? [{ op: "annotation.delete", id: operation.id }] : [];
    default:
      return inverseOnNode(content, operation);
  }
}

function inverseOnNode(content: Content, operation: NodeOperation): Operation[] {
  const id = nodeIdOf(operation);
  const node = content.nodes.get(id);
  if (node === undefined) {
    const comes =
      (operation.op === "node.create" && !isUsed(content, id)) ||
      (operation.op === "node.restore" && comesBack(content, id, "node"));
    return comes ? [{ op: "node.delete", id }] : [];
  }
  switch (operation.op) {
    case "node.create":
    case "node.restore":
      return [];
    case "node.update":
      return [{ op: "node.update", id, patch: earlier(node, operation.patch) }];
    case "node.move": {
      const { canvas_x, canvas_y } = node;
      if (canvas_x !== null && canvas_y !== null) return [{ op: "node.move", id, canvas_x, canvas_y }];
      return [{ op: "node.update", id, patch: { canvas_x, canvas_y } }];
    }
    case "node.delete":
      return [{ op: "node.restore", id }];
    case "branch.create":
      return branchOf(node, operation.branch.id) === undefined
        ? [{ op: "branch.delete", node_id: id, id: operation.branch.id }]
        : [];
    case "branch.update": {
      const branch = branchOf(node, operation.id);
      if (branch === undefined) return [];
      const { extensions, ...fields } = operation.patch;
      const patch: BranchPatch = earlier(branch, fields);
      if (extensions === undefined) return [{ ...operation, patch }];
      const after = mergePatch(branch.extensions, extensions);
      return [{ ...operation, patch: { ...patch, extensions: patchBetween(after, branch.extensions) } }];
    }
    case "branch.delete": {
      const branch = branchOf(node, operation.id);
      if (branch === undefined) return [];
      return [{ op: "branch.create", node_id: id, branch, before: nextOf(node, operation.id) }];
    }
    case "branch.move":
      return branchOf(node, operation.id) === undefined ? [] : [{ ...operation, before: nextOf(node, operation.id) }];
  }
}

const branchOf = (node: Node, id: string) => node.branches.find((branch) => branch.id === id);

function nextOf(node: Node, id: string): string | null {
  const index = node.branches.findIndex((branch) => branch.id === id);
  return node.branches[index + 1]?.id ?? null;
}

const isUsed = (content: Content, id: string): boolean =>
  subjectOf(content, id) !== undefined || content.removed.has(id);

function comesBack(content: Content, id: string, kind: "node" | "group" | "annotation"): boolean {
  const removed = content.removed.get(id);
  if (removed?.kind !== kind) return false;
  return !(kind === "node" ? content.nodes : kind === "group" ? content.groups : content.annotations).has(id);
}

function earlier<T extends object, P extends Partial<T>>(target: T, patch: P): P {
  const names = Object.keys(patch).filter((name) => patch[name as keyof P] !== undefined);
  return Object.fromEntries(names.map((name) => [name, target[name as keyof T]])) as P;
}
