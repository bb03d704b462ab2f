import { Problem } from "../../kernel/problem.ts";
import { type Resource, stateOf, type Versioned } from "../../record/resource.ts";
import type { UnitOfWork } from "../../record/unit-of-work.ts";
import type { GestureOperation } from "./gestures.ts";
import { deleteGroupIn } from "./operations/delete-group.ts";
import { patchGraphIn } from "./patch-graph.ts";
import { annotationResource, graphResource, groupResource, nodeResource } from "./resources.ts";
import { createNodeIn, patchNodeIn } from "./write-node.ts";

type Loc = (string | number)[];

/** Applies one operation of a gesture in the unit of work and answers the ids it wrote. */
export async function applyOperation(
  record: UnitOfWork,
  graphId: string,
  operation: GestureOperation,
  now: number,
  loc: Loc,
): Promise<string[]> {
  switch (operation.op) {
    case "node.create":
      return [await createNodeIn(record, graphId, operation.node, now, [...loc, "node"])];
    case "node.update": {
      const node = await member(record, nodeResource, graphId, operation.id);
      await patchNodeIn(record, node, operation.patch, now, [...loc, "patch"]);
      return conflictFree(record, nodeResource, operation);
    }
    case "node.move": {
      const node = await member(record, nodeResource, graphId, operation.id);
      const { canvas_x, canvas_y } = operation;
      await patchNodeIn(record, node, { canvas_x, canvas_y }, now, loc);
      return [node.id];
    }
    case "node.delete":
      record.remove(nodeResource, await member(record, nodeResource, graphId, operation.id));
      return [operation.id];
    case "dialogue.update": {
      await patchGraphIn(record, await record.require(graphResource, graphId), operation.patch, [...loc, "patch"]);
      return conflictFree(record, graphResource, { id: graphId, base_seq: operation.base_seq });
    }
    case "group.create": {
      const { id, ...fields } = operation.group;
      await record.requireUnused(groupResource, [id]);
      record.create(groupResource, id, { ...fields, graph_id: graphId, source_format: null, source_key: null });
      return [id];
    }
    case "group.update":
      await patch(record, groupResource, graphId, operation.id, operation.patch);
      return conflictFree(record, groupResource, operation);
    case "group.delete": {
      const released = await deleteGroupIn(record, await member(record, groupResource, graphId, operation.id));
      return [operation.id, ...released];
    }
    case "annotation.create": {
      const { id, ...fields } = operation.annotation;
      await record.requireUnused(annotationResource, [id]);
      record.create(annotationResource, id, { ...fields, graph_id: graphId, source_format: null, source_key: null });
      return [id];
    }
    case "annotation.update":
      await patch(record, annotationResource, graphId, operation.id, operation.patch);
      return conflictFree(record, annotationResource, operation);
    case "annotation.delete":
      record.remove(annotationResource, await member(record, annotationResource, graphId, operation.id));
      return [operation.id];
  }
}

/** What a gesture names must belong to the dialogue the batch is for. */
async function member<S extends { graph_id: string }>(
  record: UnitOfWork,
  resource: Resource<S>,
  graphId: string,
  id: string,
): Promise<Versioned<S>> {
  const found = await record.get(resource, id);
  if (found === null || found.graph_id !== graphId) throw new Problem("not_found", { detail: { id } });
  return found;
}

async function patch<S extends { graph_id: string }>(
  record: UnitOfWork,
  resource: Resource<S>,
  graphId: string,
  id: string,
  fields: object,
): Promise<void> {
  const found = await member(record, resource, graphId, id);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  record.update(resource, found, { ...stateOf(resource, found), ...given });
}

async function conflictFree<S>(
  record: UnitOfWork,
  resource: Resource<S>,
  { id, base_seq }: { id: string; base_seq?: number | undefined },
): Promise<string[]> {
  if (base_seq !== undefined) await record.requireNoConflict(resource, id, base_seq);
  return [id];
}
