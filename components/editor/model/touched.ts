import type { Operation } from "./operation.ts";

/** A place in the record that an operation writes. The empty pointer is the whole subject. */
export interface Touched {
  readonly subjectId: string;
  readonly pointer: string;
}

/** Places an operation writes, as the server's record names them. */
export function touchedBy(operation: Operation, graphId: string): Touched[] {
  switch (operation.op) {
    case "node.create":
      return whole(operation.node.id);
    case "node.update":
      return fields(operation.id, "", operation.patch);
    case "node.move":
      return fields(operation.id, "", { canvas_x: 0, canvas_y: 0 });
    case "branch.create":
      return [{ subjectId: operation.node_id, pointer: `/branches/${operation.branch.id}` }];
    case "branch.update":
      return fields(operation.node_id, `/branches/${operation.id}`, operation.patch);
    case "branch.delete":
      return [{ subjectId: operation.node_id, pointer: `/branches/${operation.id}` }];
    case "branch.move":
      return [{ subjectId: operation.node_id, pointer: `/branches/${operation.id}/order` }];
    case "dialogue.update":
      return fields(graphId, "", operation.patch);
    case "group.create":
      return whole(operation.group.id);
    case "annotation.create":
      return whole(operation.annotation.id);
    case "group.update":
    case "annotation.update":
      return fields(operation.id, "", operation.patch);
    case "node.delete":
    case "node.restore":
    case "group.delete":
    case "group.restore":
    case "annotation.delete":
    case "annotation.restore":
      return whole(operation.id);
  }
}

const whole = (subjectId: string): Touched[] => [{ subjectId, pointer: "" }];

function fields(subjectId: string, at: string, patch: object): Touched[] {
  return Object.entries(patch).flatMap(([name, value]) =>
    value === undefined ? [] : [{ subjectId, pointer: `${at}/${name}` }],
  );
}

/** Whether one pointer is the other, or lies inside it. */
export function pointersMeet(a: string, b: string): boolean {
  return a === b || a === "" || b === "" || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** Ids that exist because of an operation. */
export function madeBy(operation: Operation): string[] {
  switch (operation.op) {
    case "node.create":
      return [operation.node.id, ...(operation.node.branches ?? []).map(({ id }) => id)];
    case "branch.create":
      return [operation.branch.id];
    case "group.create":
      return [operation.group.id];
    case "annotation.create":
      return [operation.annotation.id];
    case "node.restore":
    case "group.restore":
    case "annotation.restore":
      return [operation.id];
    default:
      return [];
  }
}

/** Ids that must exist for an operation to be possible. */
export function neededBy(operation: Operation): string[] {
  switch (operation.op) {
    case "node.create":
      return operation.node.group_id == null ? [] : [operation.node.group_id];
    case "node.update":
      return operation.patch.group_id == null ? [operation.id] : [operation.id, operation.patch.group_id];
    case "branch.create":
      return [operation.node_id];
    case "branch.update":
    case "branch.delete":
    case "branch.move":
      return [operation.node_id, operation.id];
    case "dialogue.update":
      return operation.patch.start_node_id == null ? [] : [operation.patch.start_node_id];
    case "group.create":
    case "annotation.create":
    case "node.restore":
    case "group.restore":
    case "annotation.restore":
      return [];
    default:
      return [operation.id];
  }
}
