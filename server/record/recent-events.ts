import { jsonText } from "../kernel/json-text.ts";
import type { RecordedEvent } from "./event.ts";

/** Limits of the events kept in memory for a followed project, for readers who are nearly up to date. */
const MAX_EVENTS = 500;
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Pages remembered at once: nearly all readers are at the same place. */
const MAX_PAGES = 8;

/** The last events of a record, in order and without a hole. */
export class RecentEvents {
  #events: RecordedEvent[] = [];
  #sizes: number[] = [];
  #characters = 0;
  #end: number;
  /** Pages given since events were last added, by the sequence they follow. */
  readonly #pages = new Map<number, readonly RecordedEvent[]>();

  /** Starts empty, after the event with this sequence. */
  constructor(end: number) {
    this.#end = end;
  }

  /** Sequence of the last event that was added. */
  get end(): number {
    return this.#end;
  }

  /** Adds what follows; the oldest give way. */
  add(events: readonly RecordedEvent[]): void {
    this.#pages.clear();
    for (const event of events) {
      if (event.seq !== this.#end + 1) throw new Error(`the record has a hole before ${event.seq}`);
      const size = jsonText(event).length;
      this.#events.push(event);
      this.#sizes.push(size);
      this.#characters += size;
      this.#end = event.seq;
    }
    let gone = 0;
    while (
      this.#events.length - gone > MAX_EVENTS ||
      (this.#characters > MAX_CHARACTERS && gone < this.#events.length)
    ) {
      this.#characters -= this.#sizes[gone] ?? 0;
      gone += 1;
    }
    if (gone === 0) return;
    this.#events = this.#events.slice(gone);
    this.#sizes = this.#sizes.slice(gone);
  }

  /**
   * Returns the events that follow a sequence, the same list for all readers at one place; empty when they are not kept any
   * more, or not there yet.
   */
  after(seq: number, limit: number): readonly RecordedEvent[] {
    const first = this.#events[0]?.seq;
    if (first === undefined || seq + 1 < first || seq >= this.#end) return [];
    let page = this.#pages.get(seq);
    if (page === undefined) {
      if (this.#pages.size === MAX_PAGES) this.#pages.clear();
      page = this.#events.slice(seq + 1 - first, seq + 1 - first + limit);
      this.#pages.set(seq, page);
    }
    return page;
  }
}
