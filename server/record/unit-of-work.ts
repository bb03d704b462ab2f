import { sql } from "drizzle-orm";
import type { Clock } from "../kernel/clock.ts";
import type { JsonObject } from "../kernel/json.ts";
import { jsonEqual } from "../kernel/json.ts";
import { aboveMaximum, Problem } from "../kernel/problem.ts";
import { appendCommit, type CommitEntry, type Head } from "./append.ts";
import { diffStates, isEmptyChange, pointersMeet, touchedPointers, valueAt } from "./change.ts";
import { type Db, textArray } from "./database.ts";
import { type RecordedEvent, toEvent } from "./event.ts";
import type { ResourceRegistry } from "./registry.ts";
import { type PendingChange, type RecordView, type Resource, stateOf, type Versioned, type Where } from "./resource.ts";
import { findVersions } from "./versions.ts";

/** Why a change is made; recorded with the event. */
export interface ChangeNote {
  /** Past-tense verb of the event's kind; created, updated, deleted or restored unless said otherwise. */
  verb?: string;
  /** Said, but not state. */
  data?: JsonObject;
  /** The subject whose change brought this one about. */
  causation?: string;
  /** Where in the request it came from, so that a refused invariant names the field; `["body"]` unless said otherwise. */
  loc?: (string | number)[];
}

interface Entry extends CommitEntry {
  checked: boolean;
  loc: (string | number)[];
}

/** Who writes, and under which request. */
export interface Authorship {
  actor: string;
  requestId: string | null;
}

/**
 * The changes of one write transaction, gathered in memory under the project's lock and written at the end: one event
 * for each subject however often it changed, then the version rows, then the head.
 */
export class UnitOfWork implements RecordView {
  readonly projectId: string;
  readonly db: Db;
  private readonly head: Head;
  private readonly authorship: Authorship;
  private readonly resources: ResourceRegistry;
  private readonly clock: Clock;
  private known = new Map<string, Versioned<JsonObject> | null>();
  private entries = new Map<string, Entry>();
  private committed: Map<string, Versioned<JsonObject>> | null = null;
  private lastSeq: number;

  constructor(options: {
    db: Db;
    projectId: string;
    head: Head;
    authorship: Authorship;
    resources: ResourceRegistry;
    clock: Clock;
  }) {
    this.db = options.db;
    this.projectId = options.projectId;
    this.head = options.head;
    this.lastSeq = options.head.last_seq;
    this.authorship = options.authorship;
    this.resources = options.resources;
    this.clock = options.clock;
  }

  /** Sequence of the project: before the commit the one it builds on, afterwards its own. */
  get seq(): number {
    return this.lastSeq;
  }

  /** Current states by id, this transaction's own changes included; ids that do not exist are absent. */
  async load<S>(resource: Resource<S>, ids: readonly string[]): Promise<Map<string, Versioned<S>>> {
    const missing = [...new Set(ids)].filter((id) => !this.known.has(key(resource, id)));
    if (missing.length > 0) {
      for (const id of missing) this.known.set(key(resource, id), null);
      for (const found of await findVersions(this.db, resource, this.projectId, { id: missing })) {
        this.known.set(key(resource, found.id), found as unknown as Versioned<JsonObject>);
      }
    }
    const result = new Map<string, Versioned<S>>();
    for (const id of ids) {
      const version = this.present(resource, id);
      if (version !== null) result.set(id, version);
    }
    return result;
  }

  /** The current state of one subject, or null. */
  async get<S>(resource: Resource<S>, id: string): Promise<Versioned<S> | null> {
    return (await this.load(resource, [id])).get(id) ?? null;
  }

  /** As {@link get}, a 404 when it does not exist. */
  async require<S>(resource: Resource<S>, id: string): Promise<Versioned<S>> {
    const found = await this.get(resource, id);
    if (found === null) throw new Problem("not_found");
    return found;
  }

  /** Current subjects by column equality, this transaction's own changes included. */
  async find<S>(resource: Resource<S>, where: Where): Promise<Versioned<S>[]> {
    const stored = await findVersions(this.db, resource, this.projectId, where);
    const ids = new Set<string>();
    for (const version of stored) {
      if (!this.known.has(key(resource, version.id))) {
        this.known.set(key(resource, version.id), version as unknown as Versioned<JsonObject>);
      }
      ids.add(version.id);
    }
    for (const entry of this.entries.values()) {
      if (entry.resource.type === resource.type) ids.add(entry.id);
    }
    const result: Versioned<S>[] = [];
    for (const id of ids) {
      const version = this.present(resource, id);
      if (version !== null && meets(version, where)) result.push(version);
    }
    return result;
  }

  /** Refuses ids that are, or ever were, in use in this project (409 `id_taken`). */
  async requireUnused(resource: Resource<never>, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const taken = await this.db.execute<{ id: string }>(
      sql`SELECT id FROM ${sql.identifier(resource.table)} WHERE project_id = ${this.projectId}
          AND id = ANY(${textArray(ids)}) LIMIT 1`,
    );
    const id = taken[0]?.id ?? ids.find((each) => this.entries.has(key(resource, each)));
    if (id !== undefined) throw new Problem("id_taken", { detail: { id } });
  }

  /** Creates a subject. The id must be unused: see {@link requireUnused} for ids a client chose. */
  create<S>(resource: Resource<S>, id: string, state: S, note: ChangeNote = {}): void {
    // Twice in one batch; ids used before this transaction were refused when they were asked about.
    if (this.entries.has(key(resource, id))) throw new Problem("id_taken", { detail: { id } });
    this.put(resource, id, null, state as unknown as JsonObject, { verb: "created", ...note }, null);
  }

  /** Changes a subject that was loaded before. A change that changes nothing leaves no event. */
  update<S>(resource: Resource<S>, version: Versioned<S>, state: S, note: ChangeNote = {}): void {
    this.put(resource, version.id, version, state as unknown as JsonObject, { verb: "updated", ...note }, null);
  }

  /** Deletes a subject that was loaded before. */
  remove<S>(resource: Resource<S>, version: Versioned<S>, note: ChangeNote = {}): void {
    this.put(resource, version.id, version, null, { verb: "deleted", ...note }, null);
  }

  /** Brings back a deleted subject with the state given; it keeps its first sequence and time. */
  restore<S>(resource: Resource<S>, origin: Versioned<S>, state: S, note: ChangeNote = {}): void {
    this.put(
      resource,
      origin.id,
      null,
      state as unknown as JsonObject,
      { verb: "restored", ...note },
      {
        created_seq: origin.created_seq,
        created_at: origin.created_at,
      },
    );
  }

  /**
   * Raises 409 `edit_conflict` when a field this transaction changes was changed by an event after `baseSeq`.
   * Fields where the last writer wins never conflict, nor do two edits to the same value.
   */
  async requireNoConflict<S>(resource: Resource<S>, id: string, baseSeq: number): Promise<void> {
    // A base that does not exist yet would switch the check off without a word.
    if (baseSeq > this.head.last_seq) throw aboveMaximum(["body", "base_seq"], baseSeq, this.head.last_seq);
    const conflicts = await this.conflicts(resource, id, baseSeq);
    if (conflicts.length > 0) throw new Problem("edit_conflict", { detail: { conflicts } });
  }

  private async conflicts<S>(resource: Resource<S>, id: string, baseSeq: number): Promise<JsonObject[]> {
    const entry = this.entries.get(key(resource, id));
    if (entry === undefined || baseSeq === this.head.last_seq) return [];
    const later = await this.eventsOf(id, baseSeq);
    const before = entry.before;
    const result: JsonObject[] = [];
    for (const pointer of touchedPointers(diffStates(before, entry.after))) {
      if (resource.lastWriterWins.some((each) => pointersMeet(each, pointer))) continue;
      const theirs = later.findLast((event) => touchedPointers(event.change).some((at) => pointersMeet(at, pointer)));
      if (theirs === undefined) continue;
      const mine = valueAt(entry.after, pointer);
      const current = valueAt(before, pointer);
      if (jsonEqual(mine, current)) continue;
      result.push({ id, field: pointer, mine, theirs: current, by: theirs.actor, at: theirs.recorded_at });
    }
    return result;
  }

  private async eventsOf(id: string, afterSeq: number): Promise<RecordedEvent[]> {
    const rows = await this.db.execute(
      sql`SELECT * FROM events WHERE project_id = ${this.projectId} AND subject_id = ${id} AND seq > ${afterSeq} ORDER BY seq`,
    );
    return rows.map(toEvent);
  }

  /** Runs `work`; when it throws, its changes are forgotten and the error passes on. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const saved = new Map([...this.entries].map(([name, entry]) => [name, { ...entry }]));
    try {
      const result = await work();
      await this.check();
      return result;
    } catch (error) {
      this.entries = saved;
      throw error;
    }
  }

  /** Checks the invariants of everything changed since the last check. */
  async check(): Promise<void> {
    const fresh = [...this.entries.values()].filter((entry) => !entry.checked);
    for (const entry of fresh) entry.checked = true;
    const byResource = Map.groupBy(fresh, (entry) => entry.resource);
    for (const [resource, entries] of byResource) {
      const changes = entries.filter((entry) => !isEmptyChange(diffStates(entry.before, entry.after)));
      if (changes.length > 0) await resource.invariants(this, changes as readonly PendingChange[], resource);
    }
  }

  /** Checks, then writes events, versions and head. Once per transaction; answers whether anything was written. */
  async commit(): Promise<boolean> {
    if (this.committed !== null) return this.committed.size > 0;
    await this.check();
    const commit = await appendCommit(this.db, {
      projectId: this.projectId,
      head: this.head,
      entries: [...this.entries.values()],
      authorship: this.authorship,
      resources: this.resources,
      now: this.clock.now(),
    });
    this.committed = commit.versions;
    this.lastSeq = commit.lastSeq;
    return commit.lastSeq > this.head.last_seq;
  }

  /** After {@link commit}: the version a subject has now, or null if it is deleted. */
  version<S>(resource: Resource<S>, id: string): Versioned<S> | null {
    const name = key(resource, id);
    const written = this.committed?.get(name);
    if (written !== undefined) return written as unknown as Versioned<S>;
    if (this.entries.get(name)?.after === null) return null;
    return (this.known.get(name) ?? null) as Versioned<S> | null;
  }

  /** The subjects changed in this transaction, in the order of their events. */
  changed(): { type: string; id: string; verb: string }[] {
    return [...this.entries.values()].map(({ resource, id, verb }) => ({ type: resource.type, id, verb }));
  }

  private present<S>(resource: Resource<S>, id: string): Versioned<S> | null {
    const entry = this.entries.get(key(resource, id));
    const known = (this.known.get(key(resource, id)) ?? null) as unknown as Versioned<S> | null;
    if (entry === undefined) return known;
    if (entry.after === null) return null;
    const meta = known ?? {
      project_id: this.projectId,
      id,
      valid_from_seq: 0,
      valid_to_seq: 0,
      created_seq: entry.origin?.created_seq ?? Number.MAX_SAFE_INTEGER,
      created_at: "",
      updated_at: "",
    };
    return { ...meta, ...entry.after } as unknown as Versioned<S>;
  }

  private put(
    resource: Resource<never> | Resource<unknown>,
    id: string,
    version: unknown,
    after: JsonObject | null,
    note: ChangeNote & { verb: string },
    origin: CommitEntry["origin"],
  ): void {
    if (this.committed !== null) throw new Error("this unit of work has been committed");
    const name = key(resource, id);
    const earlier = this.entries.get(name);
    const generic = resource as unknown as Resource;
    const stored = this.known.get(name) ?? null;
    if (earlier === undefined && version !== null && stored === null) {
      throw new Error(`${name} was changed without being loaded through this unit of work`);
    }
    const before = earlier === undefined ? (stored === null ? null : stateOf(generic, stored)) : earlier.before;
    if (earlier !== undefined && before === null && after === null) {
      this.entries.delete(name);
      return;
    }
    this.entries.set(name, {
      resource: generic,
      id,
      before,
      stored,
      after,
      verb: earlier !== undefined && before === null ? earlier.verb : note.verb,
      data: note.data ?? earlier?.data ?? null,
      causation: note.causation ?? earlier?.causation ?? null,
      origin: origin ?? earlier?.origin ?? null,
      checked: false,
      loc: note.loc ?? earlier?.loc ?? ["body"],
    });
  }
}

function key(resource: { type: string }, id: string): string {
  return `${resource.type}:${id}`;
}

function meets(version: Versioned<unknown>, where: Where): boolean {
  const row = version as unknown as Record<string, unknown>;
  return Object.entries(where).every(([column, wanted]) => {
    const value = row[column] ?? null;
    return Array.isArray(wanted) ? wanted.includes(value as string) : value === wanted;
  });
}
