import type { LiveEvent } from "../live/live-message.ts";
import { compareEntries, type DialogueAddress, type Entry } from "../saving/outbox/entry.ts";
import type { Outbox } from "../saving/outbox/outbox.ts";
import type { AcknowledgedEntry } from "../saving/outbox/settle-answer.ts";

/**
 * Lists the gestures that the record, as far as it has been followed, does not have yet: those that wait in the outbox, and those
 * the server has taken whose events have not come back.
 */
export class Layers {
  private readonly outbox: Outbox;
  private readonly place: DialogueAddress;
  private readonly isLive: boolean;
  private echoing: readonly AcknowledgedEntry[] = [];

  constructor(outbox: Outbox, place: DialogueAddress, isLive: boolean) {
    this.outbox = outbox;
    this.place = place;
    this.isLive = isLive;
  }

  /** Returns the entries of the outbox, in any state; an earlier moment, which is not live, has none. */
  kept(): readonly Entry[] {
    return this.isLive ? this.outbox.entriesOf(this.place) : [];
  }

  /** All that are shown on top of the record, in order. */
  all(): Entry[] {
    return [...this.echoing.map(({ entry }) => entry), ...this.kept().filter(({ state }) => state !== "refused")];
  }

  /** The server has taken some; those up to the sequence that was followed are in the record already. */
  taken(acknowledged: readonly AcknowledgedEntry[], followedSeq: number): void {
    const fresh = acknowledged.filter(({ seq }) => seq > followedSeq);
    this.echoing = [...this.echoing, ...fresh].sort((a, b) => compareEntries(a.entry, b.entry));
  }

  /** The record was followed up to here: what it has by now no longer lies on top. */
  followed(seq: number): void {
    this.echoing = this.echoing.filter((each) => each.seq > seq);
  }

  isOwn(event: LiveEvent): boolean {
    return event.data?.client_id === this.outbox.tabId || this.ofBatch(event);
  }

  /** Whether a gesture of the batch an event came from is, or was, in this outbox. */
  private ofBatch(event: LiveEvent): boolean {
    const batchId = event.data?.batch_id;
    if (typeof batchId !== "string") return false;
    const taken = this.echoing.map(({ entry }) => entry);
    return [...taken, ...this.outbox.entriesOf(this.place)].some(({ batch }) => batch?.id === batchId);
  }
}
