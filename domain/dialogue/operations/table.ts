import type { MakeId } from "../branch-identity.ts";
import { type Changes, isPart, type PartKind, type States } from "../states.ts";
import { annotationRows } from "./annotation.ts";
import { branchRows } from "./branch.ts";
import { graphRows } from "./graph.ts";
import { groupRows } from "./group.ts";
import { nodeRows } from "./node.ts";
import type { OpenOperation, Operation } from "./operation.ts";
import { restorable } from "./part.ts";
import { isUsed, type Need, type RecordPointer, type Row, type Rows } from "./row.ts";

/** Every operation that a gesture can be made of. */
const rows: Rows<Operation["op"]> = { ...nodeRows, ...branchRows, ...graphRows, ...groupRows, ...annotationRows };

/** The names of all operations. */
export const OPERATIONS = Object.keys(rows) as readonly Operation["op"][];

// A row takes the operation it is filed under, which the compiler cannot follow through the look-up.
type AnyRow = Row<Operation["op"]>;
const rowOf = ({ op }: OpenOperation): AnyRow => rows[op] as AnyRow;

/** Lists the places in the record that an operation writes. */
export function touches(operation: OpenOperation, graphId: string): RecordPointer[] {
  return rowOf(operation).touches(operation, graphId);
}

/** Lists what must exist for an operation to be possible: what it is about first, then what its fields name. */
export function needs(operation: OpenOperation): Need[] {
  return rowOf(operation).needs(operation);
}

/** Lists the ids of nodes, branches, groups and annotations that exist because of an operation. */
export function makes(operation: OpenOperation): string[] {
  return rowOf(operation).makes(operation);
}

/** The kind of subject an operation is filed under by the first half of its name. */
const SUBJECTS = { node: "node", branch: "node", dialogue: "graph", group: "group", annotation: "annotation" } as const;

/** Names the subject an operation is about: a node for its branches too. */
export function subjectOf(operation: OpenOperation, graphId: string): { id: string; kind: PartKind | "graph" } {
  const kind = SUBJECTS[operation.op.split(".")[0] as keyof typeof SUBJECTS];
  if ("node_id" in operation) return { id: operation.node_id, kind };
  if ("id" in operation) return { id: operation.id, kind };
  return { id: makes(operation)[0] ?? graphId, kind };
}

/** Fills in the ids that an operation leaves open. What it makes of its own answer is that answer. */
export function normalise(states: States, operation: OpenOperation, makeId: MakeId): Operation {
  return rowOf(operation).normalise?.(states, operation, makeId) ?? (operation as Operation);
}

/**
 * Makes the states that an operation changes. It may be applied to every state, and twice, because it may meet what others have
 * changed meanwhile: it changes nothing then, or as much of it as is still possible.
 */
export function apply(states: States, operation: Operation): Changes {
  return rowOf(operation).apply(states, operation);
}

/** Makes the operations that undo an operation, given the states before it; none where it does nothing. */
export function inverse(states: States, operation: Operation): Operation[] {
  return rowOf(operation).inverse(states, operation);
}

/** Finds the first of what an operation needs that does not exist, or that it would restore and never was there. */
export function missing(states: States, operation: OpenOperation): Need | null {
  const found = needs(operation).find(({ id, kind }) => {
    if (kind !== "branch") return !isPart(kind, states.get(id));
    const node = "node_id" in operation ? states.get(operation.node_id) : null;
    return !isPart("node", node) || !Object.hasOwn(node.branches, id);
  });
  if (found !== undefined) return found;
  const { id, kind } = subjectOf(operation, states.graphId);
  if (!isRestoration(operation) || kind === "graph") return null;
  const exists = isPart(kind, states.get(id)) || restorable(states, kind, id) !== null;
  return exists ? null : { id, kind, field: null };
}

/** Finds the id that an operation would make and that is, or ever was, in use. */
export function taken(states: States, operation: OpenOperation): string | null {
  if (!operation.op.endsWith(".create")) return null;
  const [id = ""] = makes(operation);
  const { id: subjectId } = subjectOf(operation, states.graphId);
  if (subjectId === id) return isUsed(states, id) ? id : null;
  const node = states.get(subjectId);
  return isPart("node", node) && Object.hasOwn(node.branches, id) ? id : null;
}

/** Whether an operation brings back what was deleted. */
export function isRestoration({ op }: OpenOperation): boolean {
  return op.endsWith(".restore");
}

/** Whether an operation deletes its subject. */
export function isDeletion(operation: OpenOperation): boolean {
  return operation.op.endsWith(".delete") && !("node_id" in operation);
}

/** Whether an operation makes its subject, under an id that was never used. */
export function isCreation(operation: OpenOperation): boolean {
  return operation.op.endsWith(".create") && !("node_id" in operation);
}
