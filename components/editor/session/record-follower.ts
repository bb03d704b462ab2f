import { applyOperations } from "../model/apply.ts";
import { subjectOf } from "../model/content.ts";
import type { Node } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";
import { touchedBy } from "../model/touched.ts";
import type { Clock } from "../saving/outbox/clock.ts";
import type { Feed } from "./feed.ts";
import type { Layers } from "./layers.ts";
import type { OpenContent } from "./open-content.ts";
import { outcomeOf, type RecordedEvent, type Subject } from "./recorded-change.ts";

const RETRY_MS = 3_000;

interface FollowerOptions {
  readonly content: OpenContent;
  readonly feed: Feed;
  readonly clock: Clock;
  readonly seq: number;
  readonly layers: Layers;
  /** Before others' changes become visible. `versions` are the ones before them. */
  readonly onOthers: (events: readonly RecordedEvent[], versions: ReadonlyMap<string, number>) => void;
  /** The record has moved: these subjects are to be made again. */
  readonly onMoved: (ids: ReadonlySet<string>) => void;
}

/** Follows the record of the project, in order, and keeps what is known of the dialogue in step with it. */
export class RecordFollower {
  seq: number;
  private readonly options: FollowerOptions;
  /** Cards whose change does not follow from the event, and the sequence that must be reached by reading them. */
  private readonly missing = new Map<string, number>();
  private reading: Promise<void> | null = null;
  private catching: Promise<void> | null = null;
  private again = false;
  private isStopped = false;

  constructor(options: FollowerOptions) {
    this.options = options;
    this.seq = options.seq;
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Takes in events of the stream, in order; what came before is passed over. */
  receive(events: readonly RecordedEvent[]): void {
    if (this.isStopped) return;
    const { content, layers, onOthers } = this.options;
    const before = new Map<string, number>();
    const subjects = new Map<string, Subject | null>();
    const others: RecordedEvent[] = [];
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      const known = content.versions.get(event.subject_id);
      if (known !== undefined && event.seq <= known) continue;
      const isMine = layers.isOwn(event);
      if (!this.take(event, subjects, isMine)) continue;
      if (isMine) continue;
      others.push(event);
      if (known !== undefined && !before.has(event.subject_id)) before.set(event.subject_id, known);
    }
    if (others.length > 0) onOthers(others, before);
    content.record(subjects);
    this.moved(subjects);
    if (this.missing.size > 0) this.read();
  }

  /** Reads what the stream has not brought. */
  catchUp(): Promise<void> {
    this.again = true;
    this.catching ??= this.readEvents().finally(() => {
      this.catching = null;
    });
    return this.catching;
  }

  private async readEvents(): Promise<void> {
    while (this.again && !this.isStopped) {
      this.again = false;
      let hasMore = true;
      while (hasMore && !this.isStopped) {
        const page = await this.options.feed.events(this.seq).catch(() => null);
        if (page === null) return;
        this.receive(page.events);
        hasMore = page.hasMore && page.events.length > 0;
      }
    }
  }

  /** Takes one event into the subjects that changed; false when it is not about this dialogue. */
  private take(event: RecordedEvent, subjects: Map<string, Subject | null>, isMine: boolean): boolean {
    const { content, layers } = this.options;
    const { subject_id: id, seq } = event;
    if (this.missing.has(id) && !saysAll(event)) {
      this.missing.set(id, seq);
      return true;
    }
    this.missing.delete(id);
    const changed = subjects.get(id);
    const known = changed === null ? undefined : (changed ?? subjectOf(content.base, id));
    const outcome = outcomeOf(content.graphId, known, event);
    if (outcome === "elsewhere") return false;
    if (outcome === "gone") {
      subjects.set(id, null);
      content.versions.delete(id);
    } else if (outcome !== "unknown") {
      subjects.set(id, outcome.subject);
      content.versions.set(id, seq);
    } else {
      const operations = isMine ? layers.operationsOf(event) : null;
      if (operations === null || known === undefined || !("branches" in known)) this.missing.set(id, seq);
      else {
        subjects.set(id, this.after(known, operations));
        content.versions.set(id, seq);
      }
    }
    return true;
  }

  private after(node: Node, operations: readonly Operation[]): Node {
    const { base, graphId } = this.options.content;
    const about = operations.filter((each) => touchedBy(each, graphId).some(({ subjectId }) => subjectId === node.id));
    return applyOperations({ ...base, nodes: new Map([[node.id, node]]) }, about).nodes.get(node.id) ?? node;
  }

  private moved(subjects: ReadonlyMap<string, Subject | null>): void {
    this.options.layers.followed(this.seq, (id) => this.missing.has(id));
    this.options.onMoved(new Set(subjects.keys()));
  }

  private read(): void {
    this.reading ??= this.readMissing().finally(() => {
      this.reading = null;
    });
  }

  private async readMissing(): Promise<void> {
    const { content, feed, clock } = this.options;
    while (this.missing.size > 0 && !this.isStopped) {
      const asked = [...this.missing.keys()];
      const found = await feed.nodes(asked).catch(() => null);
      if (this.isStopped) return;
      if (found === null || found.length === 0) {
        clock.after(RETRY_MS, () => this.read());
        return;
      }
      const subjects = new Map<string, Subject | null>();
      for (const { node, seq } of found) {
        if (seq < (this.missing.get(node.id) ?? 0)) continue;
        this.missing.delete(node.id);
        subjects.set(node.id, node);
        content.versions.set(node.id, seq);
      }
      content.record(subjects);
      this.moved(subjects);
    }
  }
}

/** Whether an event says what its subject is, whatever it was before: it was made, or it is gone. */
function saysAll({ change }: RecordedEvent): boolean {
  return change.set?.[""] !== undefined || (change.unset?.includes("") ?? false);
}
