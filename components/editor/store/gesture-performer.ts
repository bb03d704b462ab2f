import { continued } from "../model/coalesce.ts";
import type { Operation } from "../model/operation.ts";
import { touchedBy } from "../model/touched.ts";
import { inChunks } from "../saving/outbox/chunks.ts";
import type { Clock } from "../saving/outbox/clock.ts";
import type { Place, SentOperation } from "../saving/outbox/entry.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import type { Selected } from "./history.ts";
import type { OpenContent } from "./open-content.ts";
import { NUDGE_PAUSE_MS, OpenGesture, PAUSE_MS } from "./open-gesture.ts";
import type { WaitingChanges } from "./waiting-changes.ts";

interface PerformerOptions {
  readonly outbox: Outbox;
  readonly place: Place;
  readonly clock: Clock;
  readonly content: OpenContent;
  readonly held: WaitingChanges;
  /** A gesture was performed on the content and is kept under these ids: shows it, with this selection. */
  readonly onPerformed: (ids: ReadonlySet<string>, next: Selected) => void;
}

/** Does gestures: each is seen at once, and it is kept until the server has it. */
export interface GesturePerformer {
  /** Does a gesture, with this selection after it, and answers what undoes it. */
  perform(label: string, operations: readonly Operation[], next: Selected, coalesce?: string): readonly Operation[];
  /** Ends the gesture that still goes on. */
  settle(): void;
  /** Whether, for the history, a gesture under this key is still the same one. */
  continues(coalesce: string | undefined): boolean;
  /** Whether a gesture is being put in the outbox: what that says of itself is shown with the gesture. */
  isKeeping(): boolean;
}

/** The performer of one open dialogue. */
export function createPerformer(options: PerformerOptions): GesturePerformer {
  const { outbox, place, content, held } = options;
  let isKeeping = false;

  const find = (entryId: string | null) => outbox.entriesOf(place).find(({ id }) => id === entryId);
  const open = new OpenGesture(options.clock, (entryId) => {
    const entry = find(entryId);
    if (entry?.state === "open") outbox.update({ ...entry, state: "ready" });
  });

  /** An operation with the version that its author is looking at. */
  function based(operation: Operation): SentOperation {
    if (!("patch" in operation)) return operation;
    const touched = touchedBy(operation, place.graphId);
    const subjectId = touched[0]?.subjectId;
    if (subjectId === undefined) return operation;
    const pointers = touched.map(({ pointer }) => pointer);
    const base_seq = held.seenSeq(subjectId, pointers) ?? content.baseSeq(subjectId, pointers);
    return base_seq === undefined ? operation : { ...operation, base_seq };
  }

  return {
    perform(label, operations, next, coalesce) {
      const entryId = open.entryFor(coalesce);
      if (entryId === null) open.end();
      const prepared = operations.map(based);
      const inverse = content.perform(operations);
      const known = entryId === null ? undefined : find(entryId);
      const chunks = known === undefined ? inChunks(prepared) : [continued(known.operations, prepared).operations];
      const isOpen = coalesce !== undefined && chunks.length === 1;
      const ids = new Set<string>();
      let entryNow = known?.id ?? "";
      isKeeping = true;
      for (const chunk of chunks) {
        if (known === undefined) {
          entryNow = outbox.create(place, { label, operations: chunk, state: isOpen ? "open" : "ready" }).id;
        } else outbox.update({ ...known, label, operations: chunk });
        ids.add(entryNow);
      }
      isKeeping = false;
      options.onPerformed(ids, next);
      if (coalesce !== undefined) {
        const isNudge = operations.every(({ op }) => op === "node.move");
        open.touch(coalesce, isOpen ? entryNow : null, isNudge ? NUDGE_PAUSE_MS : PAUSE_MS);
      }
      return inverse;
    },
    settle: () => open.end(),
    continues: (coalesce) => open.continues(coalesce),
    isKeeping: () => isKeeping,
  };
}
