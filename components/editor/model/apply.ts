import type { Content } from "./content.ts";
import { ContentDraft } from "./content-draft.ts";
import { inverseOf } from "./inverse.ts";
import type { Operation } from "./operation.ts";

/** The content after an operation. What it does not touch keeps its identity. */
export function applyOperation(content: Content, operation: Operation): Content {
  return applyOperations(content, [operation]);
}

/** The content after the operations of a gesture, in order. */
export function applyOperations(content: Content, operations: readonly Operation[]): Content {
  const draft = new ContentDraft(content);
  for (const operation of operations) draft.apply(operation);
  return draft.finish();
}

/** The content after a gesture, and the operations that undo it. */
export function performGesture(
  content: Content,
  operations: readonly Operation[],
): { content: Content; inverse: Operation[] } {
  const draft = new ContentDraft(content);
  const inverse: Operation[][] = [];
  for (const operation of operations) {
    inverse.push(inverseOf(draft.now, operation));
    draft.apply(operation);
  }
  return { content: draft.finish(), inverse: inverse.reverse().flat() };
}
