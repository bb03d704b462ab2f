import { setImmediate as breathe } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type Change, diffStates, isEmptyChange } from "#domain/change/change.ts";
import type { JsonObject } from "#domain/json.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { Problem } from "../kernel/problem.ts";
import { roughSize } from "../kernel/rough-size.ts";
import { type CommitEntry, type Head, PendingRows } from "./append.ts";
import { ChangedByColumn } from "./changed-by-column.ts";
import type { CommitGuard, GuardedTransaction } from "./commit-guard.ts";
import { CountRuns } from "./counts.ts";
import type { Db } from "./database.ts";
import { LaterEvents } from "./edit-conflicts.ts";
import type { KnownCounts, LastCounts } from "./known-counts.ts";
import { type LookUp, merged } from "./look-up.ts";
import { nameFiles, newlyNamed } from "./named-files.ts";
import type { ResourceRegistry } from "./registry.ts";
import type { Derivation, LiveChange, LiveDeriver, Resource, Version, Where } from "./resource.ts";
import type { Statement } from "./statement.ts";
import { emptiedColumns, findEach, findVersions, versionRow } from "./versions.ts";

/** Author of a commit, and the request it belongs to. */
export interface Authorship {
  actor: string;
  requestId: string | null;
  /** Whether the author may read the project, so that refusals may quote it; true when absent. */
  mayRead?: boolean;
}

type State = Version<JsonObject>;

/** Changes numbered and written in one piece: more than a batch may have, some 30 ms. */
const AT_ONCE = 1_000;
/** Characters of JSON that wait at most before they are written. */
const SIZE_AT_ONCE = 4 * 1024 * 1024;
/** Statements on their way together: as many as a usual piece has. */
const SENT_AT_ONCE = 4;

/** Bytes that states may have which are read by the first statement, and characters of JSON of each after it, where what is held is bounded. */
const FIRST_BYTES = 64 * 1024 * 1024;
const CHARACTERS_AT_ONCE = 4 * 1024 * 1024;

/** Values that are looked up one by one; for more, a plan is made that fits them. */
const FEW = 256;

/** Moves the head of a project on, and takes over whether it is archived where that is not null. */
const MOVE_HEAD = `UPDATE project_heads SET last_seq = $2, last_recorded_at = $3, archived = coalesce($4, archived)
  WHERE project_id = $1`;

/** Result of a commit of a unit of work. */
export interface CommitResult {
  lastSeq: number;
  /** The versions that now hold, by subject; of a commit in pieces without those that are forgotten. */
  versions: Map<string, State>;
}

/** A commit that is written in pieces, because its states together would not fit into memory. */
export interface CommitInPieces {
  /** Types whose subjects are forgotten once they are written: whoever asks about one reads it from the table. */
  readonly forgotten: ReadonlySet<string>;
  /** Last sequence of the commit as its author foresees it; null while it cannot be known. */
  readonly foreseenSeq: number | null;
  readonly versions: Map<string, State>;
  /** Sequence of its first event, and the time of all; null before the first piece. */
  begun: { firstSeq: number; recordedMs: number } | null;
  /** Whether events were written that name another last sequence than the one it will have. */
  isMisnamed: boolean;
}

/**
 * One project inside one transaction, under its lock: what is known of its subjects, the commits made so far, and their
 * rows, which wait until {@link finish} or until somebody reads past the units of work. Each unit of work is one commit; those
 * behind it see what it did, wherever that is by then.
 */
export class ProjectTransaction implements GuardedTransaction {
  readonly projectId: string;
  /** Checks of features that commits of this transaction pass; none where what was recorded elsewhere is written again. */
  readonly guards: readonly CommitGuard[];
  readonly notes = new Map<CommitGuard, unknown>();
  beganAt: Head = { last_seq: 0, last_recorded_at: 0 };
  /** For statements of features: writes first what waits, so that they read it. */
  readonly db: Db;
  /** For reads that {@link known} and its likes complete. */
  readonly stored: Db;
  /** Current versions by subject, commits of this transaction included; null is known not to exist. */
  readonly known = new Map<string, State | null>();
  /** Ids known to be, or not to be, in use, by subject. */
  readonly used = new Map<string, boolean>();
  /** Last versions by subject, deleted or not. */
  readonly last = new Map<string, State | null>();
  readonly later: LaterEvents;
  private readonly resources: ResourceRegistry;
  private readonly clock: Clock;
  private readonly rows: PendingRows;
  private readonly counts = new CountRuns();
  private readonly knownCounts: KnownCounts | null;
  private lastCounts: LastCounts = new Map();
  private readonly derivers = new Map<Derivation, LiveDeriver>();
  /** Ids of the subjects that commits of this transaction changed, by type: what the database says of them may be old. */
  private readonly changed = new Map<string, Set<string>>();
  private readonly changedBy = new ChangedByColumn();
  /** Hashes of the files that written states name, until they are written as named. */
  private readonly named = new Set<string>();
  private writtenSeq = 0;
  /** New value of the project's `archived` by commits of this transaction; null where they did not change it. */
  private archived: boolean | null = null;
  /** Bound on the characters of held subjects, and the current number; null without a bound. */
  private bound: { readonly characters: number; held: number } | null = null;
  private current: Head = { last_seq: 0, last_recorded_at: 0 };

  /** Stored subjects by a column's value, for the values of which all are known; others are by {@link changedWhere}. */
  private readonly found = new Map<string, Map<string, string[]>>();

  constructor(options: {
    db: Db;
    projectId: string;
    resources: ResourceRegistry;
    clock: Clock;
    knownCounts?: KnownCounts;
    isGuarded?: boolean;
  }) {
    const { db } = options;
    this.projectId = options.projectId;
    this.stored = db;
    this.db = {
      execute: async (query) => {
        await this.flush();
        return db.execute(query);
      },
    };
    this.resources = options.resources;
    this.guards = options.isGuarded === true ? options.resources.guards : [];
    this.clock = options.clock;
    this.knownCounts = options.knownCounts ?? null;
    this.rows = new PendingRows(options.projectId);
    this.later = new LaterEvents(db, options.projectId);
  }

  /** Takes the head that was locked. What was read ahead of it was sent behind the lock. */
  begin(head: Head): this {
    this.current = head;
    this.beganAt = head;
    this.writtenSeq = head.last_seq;
    this.lastCounts = this.knownCounts?.at(this.projectId, head) ?? new Map();
    return this;
  }

  /** Remembers for the next transaction what this one wrote; to be called once it is committed. */
  committed(): void {
    if (!this.isChanged) return;
    this.knownCounts?.note(this.projectId, this.current, this.lastCounts);
    for (const guard of this.guards) guard.committed(this, this.current);
  }

  changedTypes(): Iterable<string> {
    return this.changed.keys();
  }

  /** Head of the record, commits of this transaction included. */
  get head(): Head {
    return this.current;
  }

  /** Whether any commit of this transaction said anything. */
  get isChanged(): boolean {
    return this.current.last_seq > this.writtenSeq;
  }

  /** Ids of the subjects of a type that commits of this transaction changed and that may meet conditions now. */
  changedWhere(type: string, where: Where): Iterable<string> {
    return this.changedBy.candidates(type, where, () => this.changesOf(type));
  }

  private *changesOf(type: string): Iterable<{ id: string; after: State | null }> {
    for (const id of this.changed.get(type) ?? [])
      yield { id, after: this.known.get(subjectKey({ type }, id)) ?? null };
  }

  /** Makes sure that {@link known} tells of these subjects. */
  async know(resource: Resource<never> | Resource<unknown>, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.known.has(subjectKey(resource, id)));
    if (missing.length === 0) return;
    const found = await this.readAll(resource, "id", missing);
    for (const id of missing)
      if (!this.known.has(subjectKey(resource, id))) this.known.set(subjectKey(resource, id), null);
    for (const version of found) this.remember(resource, version);
  }

  /** Reads what writes will ask for: all at once, and without waiting for the lock that it was sent behind. */
  async readAhead(lookUps: readonly LookUp[]): Promise<void> {
    await Promise.all(
      merged(lookUps).flatMap(({ resource, column, values, derived }) => {
        const reads = column === "id" ? this.know(resource, values) : this.knowFound(resource, column, values);
        const { derivation } = resource;
        return derived && derivation !== null ? [reads, this.deriver(resource, derivation).ahead?.(values)] : [reads];
      }),
    );
  }

  /** Makes sure that {@link foundAhead} tells of the subjects with these values in a column. */
  async knowFound(
    resource: Resource<never> | Resource<unknown>,
    column: string,
    values: readonly string[],
  ): Promise<void> {
    const name = `${resource.type}.${column}`;
    const known = this.found.get(name) ?? new Map<string, string[]>();
    this.found.set(name, known);
    const missing = [...new Set(values)].filter((value) => !known.has(value));
    if (missing.length === 0) return;
    const stored = await this.readAll(resource, column, missing);
    for (const value of missing) known.set(value, []);
    for (const version of stored) known.get(String(version[column]))?.push(version.id);
    for (const version of stored) this.remember(resource, version);
  }

  /** Returns the ids that {@link knowFound} has for a question; null when it does not know all. */
  foundAhead(resource: Resource<never> | Resource<unknown>, where: Where): string[] | null {
    const [only, ...others] = Object.entries(where);
    if (only === undefined || others.length > 0) return null;
    const [column, wanted] = only;
    const known = this.found.get(`${resource.type}.${column}`);
    if (known === undefined || wanted === null) return null;
    const ids: string[] = [];
    for (const value of typeof wanted === "string" ? [wanted] : wanted) {
      const those = known.get(value);
      if (those === undefined) return null;
      ids.push(...those);
    }
    return ids;
  }

  private readAll(
    resource: Resource<never> | Resource<unknown>,
    column: string,
    values: readonly string[],
  ): Promise<State[]> {
    const { stored, projectId } = this;
    const known = resource as Resource;
    return this.readWithin(known, values, (some) => {
      return some.length <= FEW
        ? findEach(stored, known, projectId, column, some)
        : findVersions(stored, known, projectId, { [column]: some });
    });
  }

  /** Bounds what is held of stored subjects, in characters of JSON, from here on. */
  holdAtMost(characters: number): void {
    this.bound = { characters, held: 0 };
  }

  /**
   * Notes that states were read and are held.
   *
   * @throws Problem `batch_too_large` where that is more than may be.
   */
  hold(states: readonly unknown[]): void {
    const { bound } = this;
    if (bound === null) return;
    for (const state of states) bound.held += roughSize(state);
    if (bound.held > bound.characters) {
      throw new Problem("batch_too_large", { detail: { limit_characters: bound.characters } });
    }
  }

  /**
   * Reads what is told by some values. Where what is held is bounded, first as many as fit if each is as large as may be, then as
   * many as their size allows: a refusal comes before they are all here.
   */
  async readWithin<Read>(
    resource: { readonly limits: readonly { unit: string; max: number }[] },
    values: readonly string[],
    read: (some: readonly string[]) => Promise<Read[]>,
  ): Promise<Read[]> {
    const { bound } = this;
    if (bound === null) return read(values);
    const all: Read[] = [];
    const bytes = resource.limits.reduce((sum, { unit, max }) => sum + (unit === "bytes" ? max : 0), 0);
    let count = Math.max(1, Math.floor(FIRST_BYTES / Math.max(bytes, 1)));
    for (let at = 0; at < values.length; ) {
      const before = bound.held;
      const some = await read(values.slice(at, at + count));
      this.hold(some);
      for (const each of some) all.push(each);
      at += count;
      const each = (bound.held - before) / Math.max(some.length, 1);
      count = Math.max(1, Math.floor(CHARACTERS_AT_ONCE / Math.max(each, 1)));
    }
    return all;
  }

  /** Takes a version that was read, unless it is known better. */
  remember(resource: { type: string }, version: Version<unknown>): void {
    const name = subjectKey(resource, version.id);
    if (this.changed.get(resource.type)?.has(version.id)) return;
    this.known.set(name, this.known.get(name) ?? (version as State));
  }

  /** The tables that follow a resource, with what this transaction did to them. */
  deriver<Live extends LiveDeriver>(resource: Resource<never>, derivation: Derivation<Live>): Live {
    let live = this.derivers.get(derivation);
    if (live === undefined) {
      live = derivation.live({
        db: this.stored,
        projectId: this.projectId,
        states: async (ids) => {
          await this.know(resource, ids);
          return new Map(ids.flatMap((id) => pairOf(id, this.known.get(subjectKey(resource, id)))));
        },
      });
      this.derivers.set(derivation, live);
    }
    return live as Live;
  }

  /**
   * Takes one commit: numbers its changes, derives what follows from them, and keeps the rows. Everything an event needs (ids,
   * times) is decided here and stored in it.
   */
  async append(
    entries: Iterable<CommitEntry>,
    { actor, requestId }: Authorship,
    pieces: CommitInPieces | null = null,
  ): Promise<CommitResult> {
    const changes: { entry: CommitEntry; change: Change }[] = [];
    let compared = 0;
    for (const entry of entries) {
      compared += 1;
      if (compared % AT_ONCE === 0) await breathe();
      if (!Object.hasOwn(entry.resource.events, entry.verb)) {
        throw new Error(`"${entry.verb}" is not declared among the events of "${entry.resource.type}"`);
      }
      const change = diffStates(entry.before, entry.after);
      if (!isEmptyChange(change)) changes.push({ entry, change });
    }
    const versions = pieces?.versions ?? new Map<string, State>();
    if (changes.length === 0) return { lastSeq: this.current.last_seq, versions };
    const firstSeq = this.current.last_seq + 1;
    const lastSeq = this.current.last_seq + changes.length;
    const commitSeq = Math.max(lastSeq, pieces?.foreseenSeq ?? 0);
    const recordedMs = pieces?.begun?.recordedMs ?? Math.max(this.clock.now(), this.current.last_recorded_at);
    if (pieces !== null) pieces.begun ??= { firstSeq, recordedMs };
    const recordedAt = new Date(recordedMs).toISOString();
    const numbered = changes.map((each, index) => ({ ...each, seq: firstSeq + index }));
    const { columns, said } = await this.derive(numbered);
    for (const [index, { entry, change, seq }] of numbered.entries()) {
      // An import of many thousands is written in pieces: others get their turn, and the rows are given back.
      if ((index > 0 && index % AT_ONCE === 0) || this.rows.size > SIZE_AT_ONCE) await this.flush();
      const { resource, id, stored } = entry;
      const event = {
        project_id: this.projectId,
        seq,
        commit_seq: commitSeq,
        id: newId("evt", recordedMs),
        v: resource.version,
        kind: `${resource.type}.${entry.verb}`,
        subject_type: resource.type,
        subject_id: id,
        change: change as JsonObject,
        data: said.has(seq) ? { ...entry.data, ...said.get(seq) } : entry.data,
        actor,
        request_id: requestId,
        causation: entry.causation,
        recorded_at: recordedAt,
      };
      this.rows.addEvent(event);
      for (const { sha256 } of newlyNamed(resource, entry)) this.named.add(sha256);
      // The project is a subject of its own record, under its own id.
      if (id === this.projectId && entry.after !== null) this.archived = entry.after.archived === true;
      const isForgotten = pieces?.forgotten.has(resource.type) ?? false;
      if (!isForgotten) {
        this.later.add(id, { seq, change, actor, client_id: clientOf(entry.data), recorded_at: recordedAt });
      }
      if (stored !== null) {
        this.rows.close(resource.table, id, seq - 1, emptiedColumns(resource, entry.before, entry.after));
      }
      const origin = stored ?? entry.origin ?? { created_seq: seq, created_at: recordedAt };
      const version =
        entry.after === null
          ? null
          : versionRow(
              resource,
              {
                project_id: this.projectId,
                id,
                seq,
                created_seq: origin.created_seq,
                created_at: origin.created_at,
                updated_at: recordedAt,
              },
              entry.after,
              columns.get(seq) ?? {},
            );
      if (version !== null) {
        this.rows.addVersion(resource.table, id, version);
        if (!isForgotten) versions.set(subjectKey(resource, id), version as State);
      }
      if (isForgotten) this.forget(resource, id);
      else this.note(entry, version as State | null);
    }
    const commit = pieces?.begun?.firstSeq ?? firstSeq;
    for (const { entry, seq } of numbered) this.counts.add(entry.resource, { commit, seq }, entry.before, entry.after);
    this.current = { last_seq: lastSeq, last_recorded_at: recordedMs };
    if (pieces !== null) {
      // What was forgotten can be asked about as soon as it is in the table.
      await this.flush();
      pieces.isMisnamed ||= commitSeq !== pieces.foreseenSeq;
    }
    return { lastSeq, versions };
  }

  /** Takes the last piece of a commit, and makes all its events name the sequence it ends with. */
  async appendLast(
    entries: Iterable<CommitEntry>,
    authorship: Authorship,
    pieces: CommitInPieces,
  ): Promise<CommitResult> {
    const appended = await this.append(entries, authorship, pieces);
    const { lastSeq } = appended;
    const { begun, foreseenSeq, isMisnamed } = pieces;
    if (begun !== null && (isMisnamed || foreseenSeq !== lastSeq)) {
      await this.stored.execute(
        sql`UPDATE events SET commit_seq = ${lastSeq} WHERE project_id = ${this.projectId}
            AND seq BETWEEN ${begun.firstSeq} AND ${lastSeq} AND commit_seq <> ${lastSeq}`,
      );
    }
    return appended;
  }

  /** Drops what is known of a subject: the table tells it as well. */
  forget(resource: { type: string }, id: string): void {
    const name = subjectKey(resource, id);
    this.known.delete(name);
    this.used.delete(name);
    this.last.delete(name);
  }

  /** Writes what waits, without the head: nothing of it can be seen from outside before {@link finish}. */
  async flush(): Promise<void> {
    let sent: Promise<unknown>[] = [];
    for (const statement of this.take()) {
      sent.push(this.stored.execute(statement));
      if (sent.length < SENT_AT_ONCE) continue;
      await Promise.all(sent);
      sent = [];
    }
    await Promise.all(sent);
  }

  /** The last statements of this project's transaction: what waits, and how far the record reaches now. */
  async finish(): Promise<(SQL | Statement)[]> {
    // The numbers wait for the end: a row of them is about a whole commit, however many pieces it was written in.
    const counts = await this.counts.take(this.stored, this.projectId, this.lastCounts);
    const statements = [...this.take(), ...counts];
    if (!this.isChanged) return statements;
    const { last_seq, last_recorded_at } = this.current;
    const values = [this.projectId, last_seq, new Date(last_recorded_at).toISOString(), this.archived];
    return [...statements, { text: MOVE_HEAD, values }];
  }

  private *take(): Generator<SQL | Statement, void, undefined> {
    yield* this.rows.take();
    if (this.named.size > 0) yield nameFiles(this.projectId, this.named);
    this.named.clear();
    for (const deriver of this.derivers.values()) yield* deriver.take();
  }

  private async derive(
    numbered: readonly { entry: CommitEntry; change: Change; seq: number }[],
  ): Promise<{ columns: Map<number, JsonObject>; said: Map<number, JsonObject> }> {
    const columns = new Map<number, JsonObject>();
    const said = new Map<number, JsonObject>();
    for (const [resource, group] of Map.groupBy(numbered, ({ entry }) => entry.resource)) {
      if (resource.derivation === null) continue;
      const changes = group.map(
        ({ entry, seq }): LiveChange => ({
          id: entry.id,
          seq,
          before: entry.before,
          after: entry.after,
          stored: entry.stored,
          isNew: entry.stored === null && entry.origin === null,
        }),
      );
      const deriver = this.deriver(resource, resource.derivation);
      const derived = await deriver.derive(changes);
      for (const [index, { seq }] of group.entries()) columns.set(seq, derived[index] ?? {});
      for (const [seq, data] of deriver.said?.() ?? []) said.set(seq, data);
    }
    return { columns, said };
  }

  private note({ resource, id, stored }: CommitEntry, version: State | null): void {
    const name = subjectKey(resource, id);
    const ids = this.changed.get(resource.type);
    if (ids === undefined) this.changed.set(resource.type, new Set([id]));
    else ids.add(id);
    this.known.set(name, version);
    this.changedBy.add(resource.type, { id, after: version });
    this.used.set(name, true);
    if (version !== null) this.last.set(name, version);
    else if (stored !== null) this.last.set(name, stored);
  }
}

/** A subject's name among those of all types. */
export function subjectKey(resource: { type: string }, id: string): string {
  return `${resource.type}:${id}`;
}

function clientOf(data: JsonObject | null): string | null {
  return typeof data?.client_id === "string" ? data.client_id : null;
}

function pairOf(id: string, version: State | null | undefined): [string, JsonObject][] {
  return version == null ? [] : [[id, version]];
}
