import { Problem } from "../../kernel/problem.ts";
import { type Resource, stateOf, type Versioned } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { GestureOperation } from "./gestures.ts";
import { deleteGroupIn } from "./operations/delete-group.ts";
import { patchGraphIn } from "./patch-graph.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import { restoreAnnotationIn, restoreGroupIn, restoreNodeIn } from "./restore-part.ts";
import type { NodeVersion } from "./states.ts";
import { createBranchIn, deleteBranchIn, moveBranchIn, patchBranchIn } from "./write-branch.ts";
import { createNodeIn, patchNodeIn } from "./write-node.ts";

type Loc = (string | number)[];

/** What the operations of a batch have in common. */
export interface GestureScope {
  record: UnitOfWork;
  graphId: string;
  clientId: string | null;
  now: number;
}

/** Applies one operation of a gesture in the unit of work and answers the ids it wrote. */
export async function applyOperation(scope: GestureScope, operation: GestureOperation, loc: Loc): Promise<string[]> {
  const { record, graphId, now } = scope;
  switch (operation.op) {
    case "node.create":
      return [await createNodeIn(record, graphId, operation.node, now, [...loc, "node"])];
    case "node.update":
      return onNode(scope, operation.id, operation.base_seq, loc, (node) =>
        patchNodeIn(record, node, operation.patch, now, [...loc, "patch"]),
      );
    case "node.move": {
      const { id, canvas_x, canvas_y } = operation;
      return onNode(scope, id, undefined, loc, (node) => patchNodeIn(record, node, { canvas_x, canvas_y }, now, loc));
    }
    case "node.delete":
      record.remove(nodeResource, await member(scope, nodeResource, operation.id));
      return [operation.id];
    case "node.restore":
      return restoreNodeIn(record, graphId, operation.id);
    case "branch.create":
      return onNode(scope, operation.node_id, undefined, loc, (node) =>
        createBranchIn(record, node, operation.branch, operation.before, now, loc),
      );
    case "branch.update":
      return onNode(scope, operation.node_id, operation.base_seq, loc, (node) =>
        patchBranchIn(record, node, operation.id, operation.patch, now, loc),
      );
    case "branch.delete":
      return onNode(scope, operation.node_id, undefined, loc, (node) =>
        deleteBranchIn(record, node, operation.id, loc),
      );
    case "branch.move":
      return onNode(scope, operation.node_id, undefined, loc, (node) =>
        moveBranchIn(record, node, operation.id, operation.before, loc),
      );
    case "dialogue.update": {
      const graph = await record.require(graphResource, graphId);
      await patchGraphIn(record, graph, operation.patch, [...loc, "patch"]);
      return conflictFree(scope, graphResource, graph, operation.base_seq, loc);
    }
    case "group.create": {
      const { id, ...fields } = operation.group;
      await record.requireUnused(groupResource, [id]);
      record.create(groupResource, id, { ...fields, graph_id: graphId, source_format: null, source_key: null });
      return [id];
    }
    case "group.update":
      return patch(scope, groupResource, operation, loc);
    case "group.delete": {
      const released = await deleteGroupIn(record, await member(scope, groupResource, operation.id));
      return [operation.id, ...released];
    }
    case "group.restore":
      return restoreGroupIn(record, graphId, operation.id);
    case "annotation.create": {
      const { id, ...fields } = operation.annotation;
      await record.requireUnused(annotationResource, [id]);
      record.create(annotationResource, id, { ...fields, graph_id: graphId, source_format: null, source_key: null });
      return [id];
    }
    case "annotation.update":
      return patch(scope, annotationResource, operation, loc);
    case "annotation.delete":
      record.remove(annotationResource, await member(scope, annotationResource, operation.id));
      return [operation.id];
    case "annotation.restore":
      return restoreAnnotationIn(record, graphId, operation.id);
  }
}

/** What a gesture names must belong to the dialogue the batch is for. */
async function member<S extends { graph_id: string }>(
  { record, graphId }: GestureScope,
  resource: Resource<S>,
  id: string,
): Promise<Versioned<S>> {
  const found = await record.get(resource, id);
  if (found === null || found.graph_id !== graphId) throw new Problem("not_found", { detail: { id } });
  return found;
}

async function onNode(
  scope: GestureScope,
  id: string,
  baseSeq: number | undefined,
  loc: Loc,
  change: (node: NodeVersion) => void | Promise<void>,
): Promise<string[]> {
  const node = await member(scope, nodeResource, id);
  await change(node);
  return conflictFree(scope, nodeResource, node, baseSeq, loc);
}

async function patch<S extends { graph_id: string }>(
  scope: GestureScope,
  resource: Resource<S>,
  { id, patch: fields, base_seq }: { id: string; patch: object; base_seq?: number | undefined },
  loc: Loc,
): Promise<string[]> {
  const found = await member(scope, resource, id);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  scope.record.update(resource, found, { ...stateOf(resource, found), ...given });
  return conflictFree(scope, resource, found, base_seq, loc);
}

async function conflictFree<S>(
  { record, clientId }: GestureScope,
  resource: Resource<S>,
  before: Versioned<S>,
  baseSeq: number | undefined,
  loc: Loc,
): Promise<string[]> {
  if (baseSeq !== undefined) {
    await record.requireNoConflict(resource, before.id, baseSeq, { clientId, from: stateOf(resource, before), loc });
  }
  return [before.id];
}
