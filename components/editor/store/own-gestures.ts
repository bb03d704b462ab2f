import type { Operation } from "../model/operation.ts";
import { touchedBy } from "../model/touched.ts";
import { compareEntries, type Entry, type Place } from "../saving/outbox/entry.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import type { Acknowledged } from "../saving/outbox/settle-answer.ts";
import type { RecordedEvent } from "./recorded-change.ts";

/**
 * What a person did here that the record, as far as it has been followed, does not have yet: gestures that wait in the outbox,
 * and those the server has taken whose events have not come back.
 */
export interface OwnGestures {
  /** Those in the outbox, in whatever state. */
  kept(): readonly Entry[];
  /** All that are shown on top of the record, in order. */
  layers(): Entry[];
  /** The server has taken some; those up to the sequence that was followed are in the record already. */
  taken(acknowledged: readonly Acknowledged[], followedSeq: number): void;
  /** The record was followed up to here; a gesture stays until every card that it wrote has been read. */
  followed(seq: number, isMissing: (id: string) => boolean): void;
  isOwn(event: RecordedEvent): boolean;
  /** What an event came from; null where that is not known for sure: of several gestures some may still be on their way. */
  operationsOf(event: RecordedEvent): readonly Operation[] | null;
}

/** Follows them; for an earlier moment, which is not live, what waits to be sent is not part of it. */
export function followOwnGestures(outbox: Outbox, place: Place, isLive: boolean): OwnGestures {
  let echoing: readonly Acknowledged[] = [];

  const kept = () => (isLive ? outbox.entriesOf(place) : []);
  const touches = ({ operations }: Entry, isIt: (id: string) => boolean) =>
    operations.some((each) => touchedBy(each, place.graphId).some(({ subjectId }) => isIt(subjectId)));

  /** Gestures of the batch an event came from. */
  function ofBatch(event: RecordedEvent): Entry[] {
    const batchId = event.data?.batch_id;
    if (typeof batchId !== "string") return [];
    const taken = echoing.map(({ entry }) => entry);
    return [...taken, ...outbox.entriesOf(place)].filter(({ batch }) => batch?.id === batchId);
  }

  return {
    kept,
    layers: () => [...echoing.map(({ entry }) => entry), ...kept().filter(({ state }) => state !== "refused")],
    taken(acknowledged, followedSeq) {
      const fresh = acknowledged.filter(({ seq }) => seq > followedSeq);
      echoing = [...echoing, ...fresh].sort((a, b) => compareEntries(a.entry, b.entry));
    },
    followed(seq, isMissing) {
      echoing = echoing.filter((each) => each.seq > seq || touches(each.entry, isMissing));
    },
    isOwn: (event) => event.data?.client_id === outbox.tabId || ofBatch(event).length > 0,
    operationsOf(event) {
      const about = ofBatch(event).filter((entry) => touches(entry, (id) => id === event.subject_id));
      const allTaken = about.every(({ id }) => echoing.some(({ entry }) => entry.id === id));
      return about.length === 1 || (about.length > 0 && allTaken)
        ? about.flatMap(({ operations }) => operations)
        : null;
    },
  };
}
