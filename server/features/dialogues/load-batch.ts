import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { GestureOperation } from "./gestures.ts";
import { annotationResource, groupResource, nodeResource } from "./resources.ts";

/** What the operations of a batch name, gathered so that each kind is read in one statement. */
interface Named {
  nodes: Set<string>;
  groups: Set<string>;
  annotations: Set<string>;
  restoredNodes: string[];
  newNodes: string[];
  newGroups: string[];
  newAnnotations: string[];
  /** Subjects of edits that say which sequence they started from. */
  edits: { id: string; baseSeq: number }[];
}

/** Reads ahead everything a batch will ask about: a thousand operations then cost as many statements as one. */
export async function loadBatch(
  record: UnitOfWork,
  graphId: string,
  operations: readonly GestureOperation[],
): Promise<void> {
  const named: Named = {
    nodes: new Set(),
    groups: new Set(),
    annotations: new Set(),
    restoredNodes: [],
    newNodes: [],
    newGroups: [],
    newAnnotations: [],
    edits: [],
  };
  for (const operation of operations) gather(named, graphId, operation);
  await record.load(nodeResource, [...named.nodes]);
  await record.load(groupResource, [...named.groups]);
  await record.load(annotationResource, [...named.annotations]);
  await record.loadLast(nodeResource, named.restoredNodes);
  await record.loadUsed(nodeResource, named.newNodes);
  await record.loadUsed(groupResource, named.newGroups);
  await record.loadUsed(annotationResource, named.newAnnotations);
  await record.loadLater(named.edits);
}

function gather(named: Named, graphId: string, operation: GestureOperation): void {
  if ("base_seq" in operation && operation.base_seq !== undefined) {
    const id = "node_id" in operation ? operation.node_id : "id" in operation ? operation.id : graphId;
    named.edits.push({ id, baseSeq: operation.base_seq });
  }
  switch (operation.op) {
    case "node.create":
      named.newNodes.push(operation.node.id);
      if (operation.node.group_id !== null) named.groups.add(operation.node.group_id);
      return;
    case "node.update":
      named.nodes.add(operation.id);
      if (operation.patch.group_id != null) named.groups.add(operation.patch.group_id);
      return;
    case "node.move":
    case "node.delete":
      named.nodes.add(operation.id);
      return;
    case "node.restore":
      named.nodes.add(operation.id);
      named.restoredNodes.push(operation.id);
      return;
    case "branch.create":
    case "branch.update":
    case "branch.delete":
    case "branch.move":
      named.nodes.add(operation.node_id);
      return;
    case "dialogue.update":
      if (operation.patch.start_node_id != null) named.nodes.add(operation.patch.start_node_id);
      return;
    case "group.create":
      named.newGroups.push(operation.group.id);
      return;
    case "group.update":
    case "group.delete":
    case "group.restore":
      named.groups.add(operation.id);
      return;
    case "annotation.create":
      named.newAnnotations.push(operation.annotation.id);
      return;
    case "annotation.update":
    case "annotation.delete":
    case "annotation.restore":
      named.annotations.add(operation.id);
      return;
  }
}
