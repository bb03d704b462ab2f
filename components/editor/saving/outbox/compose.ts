import { pointersMeet } from "#domain/change/pointer.ts";
import type { Operation } from "#domain/dialogue/operations/operation.ts";
import type { RecordPointer } from "#domain/dialogue/operations/row.ts";
import { isDeletion, makes, needs, subjectOf, touches } from "#domain/dialogue/operations/table.ts";
import type { Entry } from "./entry.ts";

/** The server's own limits. */
const MAX_OPERATIONS = 1_000;
/** Greatest size of the gestures in a request: 1 MiB less its frame. */
const MAX_BYTES = 1_048_576 - 4_096;
/** Half of that for a part of a gesture, so that the smallest gestures still travel together. */
const PART_OPERATIONS = 500;
const PART_BYTES = 500_000;

/**
 * Gestures that need something an undecided gesture would have made: they wait with it, instead of being refused for naming
 * what does not exist. Those `stalled` are sent later, so that whatever touches the same waits for them as well: of two edits
 * of one field the newer one must stay the last.
 */
export function heldBack(entries: readonly Entry[], stalled: ReadonlySet<string> = NONE): ReadonlySet<Entry> {
  const held = new Set<Entry>();
  const missing = new Set<string>();
  const later: RecordPointer[] = [];
  for (const entry of entries) {
    const undecided = entry.state === "conflict" || entry.state === "refused";
    const isStalled = stalled.has(entry.id);
    const isWaiting =
      !undecided && missing.size > 0 && entry.operations.some((each) => needs(each).some(({ id }) => missing.has(id)));
    const follows = later.length > 0 && !undecided && placesOf(entry).some((place) => later.some(meets(place)));
    if (isWaiting || follows || isStalled) held.add(entry);
    if (isStalled || follows) later.push(...placesOf(entry));
    if (undecided || held.has(entry))
      for (const operation of entry.operations) for (const id of makes(operation)) missing.add(id);
  }
  return held;
}

const NONE: ReadonlySet<string> = new Set();

const placesOf = ({ operations, graphId }: Entry): RecordPointer[] =>
  operations.flatMap((operation) => touches(operation, graphId));

const meets =
  (place: RecordPointer) =>
  (other: RecordPointer): boolean =>
    place.subjectId === other.subjectId && pointersMeet(place.pointer, other.pointer);

/**
 * Subjects written by what makes up one commit. A commit keeps of a subject only where it ends: one that is written and deleted in
 * it would come back without what was written.
 */
class WrittenSubjects {
  private readonly ids = new Set<string>();

  /** Whether operations would delete a subject written before them. */
  losesBy(operations: readonly Operation[], graphId: string): boolean {
    return operations.some((each) => isDeletion(each) && this.ids.has(subjectOf(each, graphId).id));
  }

  add(operations: readonly Operation[], graphId: string): void {
    for (const each of operations) for (const { subjectId } of touches(each, graphId)) this.ids.add(subjectId);
  }
}

interface NextOptions {
  readonly maxBytes?: number;
  readonly single?: boolean;
  /** Ids of gestures that wait until others were tried. */
  readonly stalled?: ReadonlySet<string>;
}

/**
 * The next gestures to send together, in order: those of a batch that has been on its way before, or as many as fit. None when
 * nothing waits.
 */
export function nextBatch(entries: readonly Entry[], options: NextOptions = {}): Entry[] {
  const held = heldBack(entries, options.stalled);
  const first = entries.find((entry) => (entry.state === "ready" || entry.state === "sent") && !held.has(entry));
  if (first === undefined) return [];
  if (first.batch !== null) {
    const { id } = first.batch;
    return entries
      .filter((entry) => entry.batch?.id === id)
      .sort((a, b) => (a.batch?.index ?? 0) - (b.batch?.index ?? 0));
  }
  const chosen: Entry[] = [];
  let operations = 0;
  let bytes = 0;
  const written = new WrittenSubjects();
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  for (const entry of entries.slice(entries.indexOf(first))) {
    if (entry.state === "conflict" || entry.state === "refused" || held.has(entry)) continue;
    if (entry.state !== "ready" || entry.batch !== null || entry.tabId !== first.tabId) break;
    operations += entry.operations.length;
    bytes += sizeOf(entry);
    if (chosen.length > 0 && (operations > MAX_OPERATIONS || bytes > maxBytes)) break;
    if (written.losesBy(entry.operations, entry.graphId)) break;
    written.add(entry.operations, entry.graphId);
    chosen.push(entry);
    if (options.single === true) break;
  }
  return chosen;
}

/** Bytes a gesture takes in a request. */
function sizeOf({ label, operations }: Entry): number {
  return new TextEncoder().encode(JSON.stringify({ label, operations })).length + 1;
}

/**
 * The operations of a gesture in parts that the server takes: one that moves two thousand nodes is one gesture to whoever did it,
 * and several on their way. What deletes a subject that the gesture wrote begins another part, which is another commit.
 */
export function inChunks(operations: readonly Operation[], graphId: string): Operation[][] {
  const chunks: Operation[][] = [];
  let current: Operation[] = [];
  let bytes = 0;
  let written = new WrittenSubjects();
  for (const operation of operations) {
    // Three bytes a character are the most UTF-8 needs for what JSON.stringify counts.
    const size = JSON.stringify(operation).length * 3;
    const isFull = current.length >= PART_OPERATIONS || bytes + size > PART_BYTES;
    if (current.length > 0 && (isFull || written.losesBy([operation], graphId))) {
      chunks.push(current);
      current = [];
      bytes = 0;
      written = new WrittenSubjects();
    }
    written.add([operation], graphId);
    current.push(operation);
    bytes += size;
  }
  return current.length === 0 ? chunks : [...chunks, current];
}
