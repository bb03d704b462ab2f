import type { LiveEvent } from "../live/live-message.ts";
import type { Feed } from "./feed.ts";
import type { Layers } from "./layers.ts";
import type { OpenContent } from "./open-content.ts";
import type { OthersChanges } from "./others-changes.ts";

/** What some events changed. */
export interface Followed {
  readonly ids: ReadonlySet<string>;
  /** Versions of what others changed, before they did. */
  readonly before: ReadonlyMap<string, number>;
}

/** Follows the record of the project, in order: folds its events into the base and remembers what others did. */
export class RecordFollower {
  seq: number;
  private readonly feed: Feed;
  private readonly content: OpenContent;
  private readonly layers: Layers;
  private readonly others: OthersChanges;

  constructor(seq: number, feed: Feed, content: OpenContent, layers: Layers, others: OthersChanges) {
    this.seq = seq;
    this.feed = feed;
    this.content = content;
    this.layers = layers;
    this.others = others;
  }

  /** Takes in events in order; what came before is passed over. */
  receive(events: readonly LiveEvent[]): Followed {
    const ids = new Set<string>();
    const before = new Map<string, number>();
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      const known = this.content.versions.get(event.subject_id);
      if (!this.content.fold(event)) continue;
      ids.add(event.subject_id);
      if (this.layers.isOwn(event)) continue;
      this.others.add(event);
      if (known !== undefined && !before.has(event.subject_id)) before.set(event.subject_id, known);
    }
    this.layers.followed(this.seq);
    return { ids, before };
  }

  /** Reads what follows, page by page; nothing where it cannot be read. */
  async *read(): AsyncGenerator<readonly LiveEvent[]> {
    for (let hasMore = true; hasMore; ) {
      const page = await this.feed(this.seq).catch(() => null);
      if (page === null) return;
      yield page.events;
      hasMore = page.hasMore && page.events.length > 0;
    }
  }
}
