import { pointersMeet } from "#domain/change/pointer.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import { touches } from "#domain/dialogue/operations/table.ts";
import { heldBack } from "./compose.ts";
import type { ConflictFact, Entry } from "./entry.ts";
import type { BatchAnswer, GestureAnswer } from "./transport.ts";

/** A gesture the server has taken. */
export interface AcknowledgedEntry {
  readonly entry: Entry;
  /** Sequence of the project after it. */
  readonly seq: number;
  /** Commit that it was recorded in; null where nothing changed. */
  readonly commit: number | null;
}

interface Settled {
  /** Entries that remain in the queue. */
  readonly entries: readonly Entry[];
  readonly acknowledged: readonly AcknowledgedEntry[];
}

/** The queue after an answer: what was taken is gone, what was refused says why. */
export function settleAnswer(queue: readonly Entry[], batch: readonly Entry[], answer: BatchAnswer): Settled {
  const acknowledged: AcknowledgedEntry[] = [];
  let entries = queue;
  for (const [index, entry] of batch.entries()) {
    const result = answer.gestures[entry.batch?.index ?? index];
    if (result === undefined) continue;
    const next = result.applied ? null : afterRefusal(entries, entry, result, answer.requestId);
    if (next === null) acknowledged.push({ entry, seq: answer.seq, commit: commitOf(answer, result) });
    entries = entries.flatMap((each) => (each.id !== entry.id ? each : (next ?? [])));
    if (result.applied) entries = rebased(entries, entry, result.versions);
  }
  return { entries, acknowledged };
}

/** Returns the commit of a gesture: one that deleted, or that gave a version the sequence which the batch ended with. */
function commitOf({ seq, gestures }: BatchAnswer, result: GestureAnswer): number | null {
  const versions = gestures.flatMap((each) => (each.applied ? each.versions : []));
  const isRecorded = versions.some((version) => version.seq === seq || version.seq === null);
  return result.applied && isRecorded ? seq : null;
}

type Refused = Extract<GestureAnswer, { applied: false }>;

/** A refused gesture as it stays in the queue; null when nothing of it is left to do. */
function afterRefusal(queue: readonly Entry[], entry: Entry, result: Refused, requestId: string | null): Entry | null {
  const { status, code, message, conflicts, missing } = result;
  const again = { ...entry, batch: null };
  if (code === "edit_conflict" && conflicts.length > 0) return { ...again, state: "conflict", conflicts };
  if (missing !== null && status === 404) {
    const earlier = queue.slice(
      0,
      queue.findIndex(({ id }) => id === entry.id),
    );
    // It named what an undecided gesture before it would have made: it waits with that one.
    const waiting: Entry = { ...again, state: "ready" };
    if (heldBack([...earlier, waiting]).has(waiting)) return waiting;
    const operations = entry.operations.filter((operation) => !isMoot(operation, missing));
    if (operations.length === 0) return null;
    if (operations.length < entry.operations.length) return { ...again, operations, state: "ready" };
    const gone = deletedUnder(entry.operations, missing);
    if (gone !== null) return { ...again, state: "conflict", conflicts: [gone] };
  }
  return { ...again, state: "refused", refusal: { status, code, message, requestId } };
}

/** Whether an operation has nothing left to do once `id` is gone: deleting it, moving it. No words are in it. */
function isMoot(operation: Operation, id: string): boolean {
  switch (operation.op) {
    case "node.delete":
    case "node.move":
    case "group.delete":
    case "annotation.delete":
    case "branch.delete":
    case "branch.move":
      return operation.id === id || ("node_id" in operation && operation.node_id === id);
    default:
      return false;
  }
}

/** The conflict of an edit with the deletion of what it edits. */
function deletedUnder(operations: readonly Operation[], missing: string): ConflictFact | null {
  const fact = { theirs: null, by: "", at: "" };
  for (const operation of operations) {
    if (operation.op === "branch.update" && operation.id === missing) {
      return { ...fact, id: operation.node_id, field: `/branches/${missing}`, mine: operation.patch };
    }
    if (operation.op === "branch.update" || operation.op === "branch.create") {
      if (operation.node_id === missing) {
        return {
          ...fact,
          id: missing,
          field: "",
          mine: operation.op === "branch.create" ? operation.branch : operation.patch,
        };
      }
    } else if ("patch" in operation && "id" in operation && operation.id === missing) {
      return { ...fact, id: missing, field: "", mine: operation.patch };
    }
  }
  return null;
}

/**
 * Gestures of another tab that build on one that is recorded now start from there: the server would take it for somebody else's
 * change, for it came under the id of the tab it was made in.
 */
function rebased(
  queue: readonly Entry[],
  taken: Entry,
  versions: readonly { readonly id: string; readonly seq: number | null }[],
): readonly Entry[] {
  if (!queue.some(({ tabId }) => tabId !== taken.tabId)) return queue;
  const seqs = new Map(versions.flatMap(({ id, seq }) => (seq === null ? [] : [[id, seq] as const])));
  const covered = taken.operations.flatMap((operation) => touches(operation, taken.graphId));
  return queue.map((entry) => {
    if (entry.tabId === taken.tabId || entry.batch !== null) return entry;
    const operations = entry.operations.map((operation) => {
      if (!("base_seq" in operation) || operation.base_seq === undefined) return operation;
      const touched = touches(operation, entry.graphId);
      const inside = touched.every(({ subjectId, pointer }) =>
        covered.some((each) => each.subjectId === subjectId && pointersMeet(each.pointer, pointer)),
      );
      const seq = seqs.get(touched[0]?.subjectId ?? "");
      return inside && seq !== undefined && seq > operation.base_seq ? { ...operation, base_seq: seq } : operation;
    });
    return operations.every((each, index) => each === entry.operations[index]) ? entry : { ...entry, operations };
  });
}
