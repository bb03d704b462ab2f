import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { Model } from "./model.ts";
import type { Subject } from "./model-view.ts";

const BRANCH_FIELD = /^\/branches\/([^/]+)\/([^/]+)$/;

/** The value of a field, by its subject and JSON pointer (`/text`, `/branches/br_…/choice_text`); undefined when it is gone. */
export function fieldValue(model: Model, subjectId: string, pointer: string): unknown {
  if (subjectId === model.graph.id) return fieldOf(model.graph, pointer);
  const { nodes, groups, annotations } = model;
  return fieldOf(nodes.get(subjectId) ?? groups.get(subjectId) ?? annotations.get(subjectId), pointer);
}

/** Pointer to the marks on the words at a pointer; null for a field that has none. */
export function marksPointer(pointer: string): string | null {
  return /^\/text$|^\/branches\/[^/]+\/choice_text$/.test(pointer)
    ? pointer.replace(/(?:choice_)?text$/, "text_marks")
    : null;
}

/** The value of a field of a subject. */
export function fieldOf(subject: Subject | undefined, pointer: string): unknown {
  if (subject === undefined) return undefined;
  if (pointer === "") return subject;
  const [, branchId, name] = BRANCH_FIELD.exec(pointer) ?? [];
  if (branchId === undefined || name === undefined) return (subject as Record<string, unknown>)[pointer.slice(1)];
  const branch = "branches" in subject ? subject.branches.find(({ id }) => id === branchId) : undefined;
  return (branch as Record<string, unknown> | undefined)?.[name];
}

/** The operation that gives a field a value; null when its subject is gone. */
export function fieldOperation(model: Model, subjectId: string, pointer: string, value: unknown): Operation | null {
  const [, branchId, name] = BRANCH_FIELD.exec(pointer) ?? [];
  if (branchId !== undefined && name !== undefined) {
    return { op: "branch.update", node_id: subjectId, id: branchId, patch: { [name]: value } };
  }
  const patch = { [pointer.slice(1)]: value };
  if (subjectId === model.graph.id) return { op: "dialogue.update", patch };
  if (model.nodes.has(subjectId)) return { op: "node.update", id: subjectId, patch };
  if (model.groups.has(subjectId)) return { op: "group.update", id: subjectId, patch };
  return model.annotations.has(subjectId) ? { op: "annotation.update", id: subjectId, patch } : null;
}
