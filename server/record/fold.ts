import { addToList } from "#domain/add-to-list.ts";
import { applyChange } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { CountRuns } from "./counts.ts";
import type { RecordedEvent } from "./event.ts";
import { type Dangling, ReferenceCheck } from "./references.ts";
import type { ResourceRegistry } from "./registry.ts";
import type { AppliedChange, FoldingDeriver, Resource } from "./resource.ts";
import { emptiedColumns, endRow, versionRow } from "./versions.ts";

interface Subject {
  state: JsonObject | null;
  created_seq: number;
  created_at: string;
  /** The version row that holds, to be closed by the next event. */
  open: JsonObject | null;
}

/**
 * Rebuilds a project from its events alone. Pure: no clock, no randomness, no database; the same events give the same
 * rows on any machine. Derived tables are computed by their own in-memory deriver, independent of the live one.
 */
export class Fold {
  readonly projectId: string;
  private readonly resources: ResourceRegistry;
  private readonly subjects = new Map<string, Subject>();
  /** Version rows that no event can change any more, by table. */
  private closed = new Map<string, JsonObject[]>();
  private readonly derivers = new Map<string, FoldingDeriver>();
  private readonly counts = new CountRuns();
  private readonly references = new ReferenceCheck();
  private seq = 0;
  private waiting: RecordedEvent[] = [];

  constructor(projectId: string, resources: ResourceRegistry) {
    this.projectId = projectId;
    this.resources = resources;
    for (const resource of resources.all()) {
      if (resource.derivation !== null) this.derivers.set(resource.type, resource.derivation.folding(projectId));
    }
  }

  /** Sequence of the last event folded. */
  get lastSeq(): number {
    return this.seq;
  }

  /** Folds events in order, commit by commit. Throws when they name an unknown resource. */
  async apply(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      this.waiting.push(event);
      if (event.seq === event.commit_seq) await this.settle();
    }
  }

  /** Folds what is left of a commit that was cut off, as a read at a sequence inside it sees it. */
  async settle(): Promise<void> {
    const commit = this.waiting;
    this.waiting = [];
    const changes = [];
    for (const [type, events] of Map.groupBy(commit, (event) => event.subject_type)) {
      const resource = this.resources.of(type);
      changes.push({ resource, changes: await this.applyToResource(resource, events) });
    }
    this.references.moment(changes);
    const last = commit.at(-1);
    if (last !== undefined) this.seq = last.seq;
  }

  /** Fields that named something that was not there at the end of a commit; none, unless there is a defect. */
  get dangling(): readonly Dangling[] {
    return this.references.dangling;
  }

  private async applyToResource(resource: Resource, events: readonly RecordedEvent[]): Promise<AppliedChange[]> {
    const applied: AppliedChange[] = events.map((event) => {
      const subject = this.subject(event);
      const before = subject.state;
      const change = resource.upcast(event.change, event.v);
      const after = applyChange(before, change);
      subject.state = after === null ? null : { ...resource.defaults, ...after };
      this.counts.add(resource, { commit: event.commit_seq, seq: event.seq }, before, subject.state);
      return { id: event.subject_id, seq: event.seq, before, after: subject.state };
    });
    const extra = (await this.derivers.get(resource.type)?.derive(applied)) ?? [];
    for (const [index, event] of events.entries()) {
      const subject = this.subject(event);
      const { before = null, after = null } = applied[index] ?? {};
      if (subject.open !== null) {
        endRow(subject.open, event.seq - 1, emptiedColumns(resource, before, after));
        this.close(resource.table, subject.open);
      }
      subject.open = null;
      if (after === null) continue;
      subject.open = versionRow(
        resource,
        {
          project_id: this.projectId,
          id: event.subject_id,
          seq: event.seq,
          created_seq: subject.created_seq,
          created_at: subject.created_at,
          updated_at: event.recorded_at,
        },
        after,
        extra[index] ?? {},
      );
    }
    return applied;
  }

  private close(table: string, row: JsonObject): void {
    addToList(this.closed, table, row);
  }

  private subject(event: RecordedEvent): Subject {
    const name = `${event.subject_type}:${event.subject_id}`;
    let subject = this.subjects.get(name);
    if (subject === undefined) {
      subject = { state: null, created_seq: event.seq, created_at: event.recorded_at, open: null };
      this.subjects.set(name, subject);
    }
    return subject;
  }

  /**
   * The version rows that are final, by table, each handed out once and then forgotten: with a drain now and then, memory
   * grows with what a project is, not with its history.
   */
  drain(): Map<string, JsonObject[]> {
    const drained = this.closed;
    this.closed = new Map();
    return drained;
  }

  /** Every version row as the record says it must be, by table, but for those already drained. */
  versions(): Map<string, JsonObject[]> {
    const all = new Map(this.resources.all().map(({ table }) => [table, [...(this.closed.get(table) ?? [])]]));
    for (const [name, { open }] of this.subjects) {
      if (open === null) continue;
      const { table } = this.resources.of(name.slice(0, name.indexOf(":")));
      all.get(table)?.push(open);
    }
    return all;
  }

  /** Every row of the derived tables, by table. */
  derived(): Map<string, JsonObject[]> {
    const derived = [...this.derivers.values()].flatMap((deriver) => [...deriver.tables()]);
    return new Map([...derived, ["subject_counts", this.counts.rows(this.projectId)]]);
  }

  /** The rows that hold after everything folded, by table; derived rows without an interval always do. */
  current(): Map<string, JsonObject[]> {
    return new Map(
      [...this.versions(), ...this.derived()].map(([table, rows]) => [
        table,
        rows.filter((row) => (row.valid_to_seq ?? CURRENT) === CURRENT),
      ]),
    );
  }
}
