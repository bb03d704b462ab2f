import type { Operation } from "#domain/dialogue/operations/operation.ts";

/**
 * Returns a key of the fields that an operation overwrites: of two with one key in a row only the later counts. Null
 * for operations that cannot be merged.
 */
function shapeOf(operation: Operation): string | null {
  switch (operation.op) {
    case "node.move":
      return `node.move ${operation.id}`;
    case "branch.update":
      // Free fields are merged by the server, so that an earlier patch is not contained in a later one.
      return operation.patch.extensions === undefined ? `${operation.id} ${namesIn(operation.patch)}` : null;
    case "node.update":
    case "group.update":
    case "annotation.update":
      return `${operation.op} ${operation.id} ${namesIn(operation.patch)}`;
    case "dialogue.update":
      return `dialogue.update ${namesIn(operation.patch)}`;
    default:
      return null;
  }
}

function namesIn(patch: object): string {
  return Object.entries(patch)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort()
    .join(" ");
}

/**
 * A gesture continued: the operations of both, without those at the end of the first that the second overwrites.
 * `replaced` says whether nothing was added, so that what undid the first undoes both.
 */
export function continued<T extends Operation>(
  first: readonly T[],
  second: readonly T[],
): { operations: T[]; replaced: boolean } {
  const tail = first.slice(first.length - second.length);
  const replaced =
    second.length <= first.length &&
    tail.every((operation, index) => {
      const shape = shapeOf(operation);
      const other = second[index];
      return shape !== null && other !== undefined && shape === shapeOf(other);
    });
  if (!replaced) return { operations: [...first, ...second], replaced };
  return { operations: [...first.slice(0, first.length - second.length), ...second], replaced };
}
