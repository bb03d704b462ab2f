import type { StudioClient } from "../../frame/api/client.ts";
import type { LiveEvent } from "../live/live-message.ts";
import type { Layers } from "./layers.ts";
import type { OpenContent } from "./open-content.ts";
import type { OthersChanges } from "./others-changes.ts";

/** Subjects changed by some events. */
interface Followed {
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

/** Reads the events of one project after a sequence, and whether there are more. It may reject. */
export type Feed = (afterSeq: number) => Promise<{ readonly events: readonly LiveEvent[]; readonly hasMore: boolean }>;

const PAGE = 500;

/** The feed through the studio's own operations. */
export function studioFeed(client: StudioClient, projectId: string): Feed {
  return async (afterSeq) => {
    const input = { project_id: projectId, after_seq: afterSeq, limit: PAGE };
    const { events, has_more } = await client.record.events.query(input);
    return { events, hasMore: has_more };
  };
}
