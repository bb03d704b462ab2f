import type { Operation } from "#domain/dialogue/operations/operation.ts";

/** Half of what a request may hold, so that the smallest gestures still travel together. */
const MAX_OPERATIONS = 500;
const MAX_BYTES = 500_000;

/**
 * The operations of a gesture in parts that the server takes: one that moves two thousand nodes is one gesture to whoever did it,
 * and several on their way.
 */
export function inChunks(operations: readonly Operation[]): Operation[][] {
  const chunks: Operation[][] = [];
  let current: Operation[] = [];
  let bytes = 0;
  for (const operation of operations) {
    // Three bytes a character are the most UTF-8 needs for what JSON.stringify counts.
    const size = JSON.stringify(operation).length * 3;
    if (current.length > 0 && (current.length >= MAX_OPERATIONS || bytes + size > MAX_BYTES)) {
      chunks.push(current);
      current = [];
      bytes = 0;
    }
    current.push(operation);
    bytes += size;
  }
  return current.length === 0 ? chunks : [...chunks, current];
}
