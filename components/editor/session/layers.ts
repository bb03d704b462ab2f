import type { Operation } from "../model/operation.ts";
import { touchedBy } from "../model/touched.ts";
import { compareEntries, type Entry, type Place } from "../saving/outbox/entry.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import type { Acknowledged } from "../saving/outbox/settle-answer.ts";
import type { RecordedEvent } from "./recorded-change.ts";

/**
 * Lists the gestures that the record, as far as it has been followed, does not have yet: those that wait in the outbox, and those
 * the server has taken whose events have not come back.
 */
export class Layers {
  private readonly outbox: Outbox;
  private readonly place: Place;
  private readonly isLive: boolean;
  private echoing: readonly Acknowledged[] = [];

  constructor(outbox: Outbox, place: Place, isLive: boolean) {
    this.outbox = outbox;
    this.place = place;
    this.isLive = isLive;
  }

  /** Those in the outbox, in whatever state; an earlier moment, which is not live, has none. */
  kept(): readonly Entry[] {
    return this.isLive ? this.outbox.entriesOf(this.place) : [];
  }

  /** All that are shown on top of the record, in order. */
  all(): Entry[] {
    return [...this.echoing.map(({ entry }) => entry), ...this.kept().filter(({ state }) => state !== "refused")];
  }

  /** The server has taken some; those up to the sequence that was followed are in the record already. */
  taken(acknowledged: readonly Acknowledged[], followedSeq: number): void {
    const fresh = acknowledged.filter(({ seq }) => seq > followedSeq);
    this.echoing = [...this.echoing, ...fresh].sort((a, b) => compareEntries(a.entry, b.entry));
  }

  /** The record was followed up to here; a gesture stays until every card that it wrote has been read. */
  followed(seq: number, isMissing: (id: string) => boolean): void {
    this.echoing = this.echoing.filter((each) => each.seq > seq || this.touches(each.entry, isMissing));
  }

  isOwn(event: RecordedEvent): boolean {
    return event.data?.client_id === this.outbox.tabId || this.ofBatch(event).length > 0;
  }

  /** What an event came from; null where that is not known for sure: of several gestures some may still be on their way. */
  operationsOf(event: RecordedEvent): readonly Operation[] | null {
    const about = this.ofBatch(event).filter((entry) => this.touches(entry, (id) => id === event.subject_id));
    const allTaken = about.every(({ id }) => this.echoing.some(({ entry }) => entry.id === id));
    return about.length === 1 || (about.length > 0 && allTaken) ? about.flatMap(({ operations }) => operations) : null;
  }

  private touches({ operations }: Entry, isIt: (id: string) => boolean): boolean {
    return operations.some((each) => touchedBy(each, this.place.graphId).some(({ subjectId }) => isIt(subjectId)));
  }

  /** Gestures of the batch an event came from. */
  private ofBatch(event: RecordedEvent): Entry[] {
    const batchId = event.data?.batch_id;
    if (typeof batchId !== "string") return [];
    const taken = this.echoing.map(({ entry }) => entry);
    return [...taken, ...this.outbox.entriesOf(this.place)].filter(({ batch }) => batch?.id === batchId);
  }
}
