import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { diffStates, isEmptyChange, touchedPointers } from "#domain/change/change.ts";
import { pointersMeet } from "#domain/change/pointer.ts";
import type { JsonObject } from "#domain/json.ts";
import { isoMoment } from "../kernel/clock.ts";
import { aboveMaximum, Problem } from "../kernel/problem.ts";
import type { CommitEntry } from "./append.ts";
import { ChangedByColumn } from "./changed-by-column.ts";
import { type Db, isOneOf } from "./database.ts";
import { editConflicts } from "./edit-conflicts.ts";
import { requireStorable, requireWithinLimits } from "./limits.ts";
import { meeting } from "./meeting.ts";
import { requireNamedFiles } from "./named-files.ts";
import { type Authorship, type CommitInPieces, type ProjectTransaction, subjectKey } from "./project-transaction.ts";
import {
  type Derivation,
  type LiveDeriver,
  type PendingChange,
  type RecordView,
  type Resource,
  stateOf,
  type Version,
  type Where,
} from "./resource.ts";
import { versionPages } from "./version-pages.ts";
import { findWhere, lastVersions } from "./versions.ts";

/** Reason for a change; recorded with the event. */
export interface ChangeNote {
  /** Past-tense verb of the event's kind; created, updated, deleted or restored unless said otherwise. */
  verb?: string;
  /** Said, but not state. */
  data?: JsonObject;
  /** The subject whose change brought this one about. */
  causation?: string;
  /** Location in the request, so that a refused invariant names the field; `["body"]` by default. */
  loc?: (string | number)[];
  /** Whether it brings back or copies what the record has had: rules for new values are not asked. What is restored is kept. */
  isKept?: boolean;
  /** Gives the event the last place so far; otherwise a subject keeps the place of its first change. */
  last?: boolean;
}

/** Changes checked before other requests of the process get their turn: some 10 ms. */
const CHECKED_AT_ONCE = 500;

interface Entry extends CommitEntry {
  loc: (string | number)[];
  isKept: boolean;
}

/** State of a subject's entry before the work of an attempt changed it. */
interface Saved {
  entry: Entry | undefined;
  removed: JsonObject | undefined;
}

/**
 * The changes of one commit, gathered in memory under the project's lock and handed to the project's transaction at the end:
 * one event for each subject however often it changed. One that is thrown away before its commit leaves no trace.
 */
export class UnitOfWork implements RecordView {
  readonly projectId: string;
  /** For statements of features: it reads earlier commits of the transaction, but never the changes gathered here. */
  readonly db: Db;
  private readonly transaction: ProjectTransaction;
  private readonly authorship: Authorship;
  /** Last sequence of the record when this unit began. */
  private readonly baseSeq: number;
  private readonly entries = new Map<string, Entry>();
  /** Entries whose invariants have not been checked since they last changed. */
  private unchecked = new Set<string>();
  /** Entries that the guards have not seen since they last changed. */
  private unguarded = new Set<string>();
  /** Entries that {@link attempt} has to restore, by subject. */
  private journal: Map<string, Saved> | null = null;
  /** Order of the entries before the work of an attempt changed it; null while it has not. */
  private order: string[] | null = null;
  /** States that subjects had when this unit removed them. */
  private readonly removed = new Map<string, JsonObject>();
  private readonly own = new ChangedByColumn();
  private said: JsonObject | null = null;
  private committed: Map<string, Version<JsonObject>> | null = null;
  private lastSeq: number;
  /** Commit that {@link writePiece} has begun. */
  private pieces: CommitInPieces | null = null;
  /** Whether what is done now is only tried out. */
  private isTrial = false;

  constructor(transaction: ProjectTransaction, authorship: Authorship) {
    this.transaction = transaction;
    this.projectId = transaction.projectId;
    this.db = transaction.db;
    this.authorship = authorship;
    this.baseSeq = transaction.head.last_seq;
    this.lastSeq = this.baseSeq;
  }

  /** Whether the author may read the project. */
  get mayRead(): boolean {
    return this.authorship.mayRead ?? true;
  }

  /** Sequence of the project: before the commit the one it builds on, afterwards its own. */
  get seq(): number {
    return this.lastSeq;
  }

  /** Current states by id, this transaction's own changes included; ids that do not exist are absent. */
  async load<S>(resource: Resource<S>, ids: readonly string[]): Promise<Map<string, Version<S>>> {
    await this.transaction.know(resource, ids);
    const result = new Map<string, Version<S>>();
    for (const id of ids) {
      const version = this.present(resource, id);
      if (version !== null) result.set(id, version);
    }
    return result;
  }

  /**
   * The parts a graph had when this unit began, as {@link load} knows them, a page at a time. Between two pages those of the last
   * one may be written and forgotten.
   */
  async *partsOf<S extends { graph_id: string }>(resource: Resource<S>, graphId: string): AsyncGenerator<Version<S>[]> {
    for await (const page of versionPages(this.db, resource, this.projectId, graphId, this.baseSeq)) {
      for (const version of page) this.transaction.remember(resource, version);
      yield page;
    }
  }

  /**
   * Bounds what this unit holds of stored subjects, for work whose request says little of how much that is.
   *
   * @throws Problem `batch_too_large`, from then on, when more is read.
   */
  holdAtMost(characters: number): void {
    this.transaction.holdAtMost(characters);
  }

  /** The current state of one subject, or null. */
  async get<S>(resource: Resource<S>, id: string): Promise<Version<S> | null> {
    return (await this.load(resource, [id])).get(id) ?? null;
  }

  /** Returns the subject as {@link get} does, and throws a 404 when it does not exist. */
  async require<S>(resource: Resource<S>, id: string): Promise<Version<S>> {
    const found = await this.get(resource, id);
    if (found === null) throw new Problem("not_found");
    return found;
  }

  /** Current subjects by column equality, this transaction's own changes included. */
  async find<S>(resource: Resource<S>, where: Where): Promise<Version<S>[]> {
    const ids = new Set(
      this.transaction.foundAhead(resource, where) ?? (await this.readWhere(resource, where)).map(({ id }) => id),
    );
    for (const id of this.transaction.changedWhere(resource.type, where)) ids.add(id);
    for (const id of this.own.candidates(resource.type, where, () => this.changesOf(resource.type))) ids.add(id);
    const meets = meeting(where);
    const result: Version<S>[] = [];
    for (const id of ids) {
      const version = this.present(resource, id);
      if (version !== null && meets(version as object)) result.push(version);
    }
    return result;
  }

  private *changesOf(type: string): Iterable<Entry> {
    for (const entry of this.entries.values()) if (entry.resource.type === type) yield entry;
  }

  /** Reads ahead, in one statement, what {@link find} will ask about many values of one column. */
  async loadFound<S>(resource: Resource<S>, column: keyof S & string, values: readonly string[]): Promise<void> {
    await this.transaction.knowFound(resource, column, values);
  }

  private async readWhere<S>(resource: Resource<S>, where: Where): Promise<Version<S>[]> {
    const stored = await findWhere(this.transaction.stored, resource, this.projectId, where);
    for (const version of stored) this.transaction.remember(resource, version);
    this.transaction.hold(stored);
    return stored;
  }

  /** Refuses ids that are, or ever were, in use in this project (409 `id_taken`). */
  async requireUnused(resource: Resource<never>, ids: readonly string[]): Promise<void> {
    await this.loadUsed(resource, ids);
    const { used } = this.transaction;
    const id = ids.find((each) => {
      const key = subjectKey(resource, each);
      return used.get(key) === true || this.entries.has(key) || this.removed.has(key);
    });
    if (id !== undefined) throw new Problem("id_taken", { detail: { id } });
  }

  /** Reads ahead, in one statement, what {@link requireUnused} will ask about many ids. */
  async loadUsed(resource: Resource<never>, ids: readonly string[]): Promise<void> {
    const { used, stored } = this.transaction;
    const missing = [...new Set(ids)].filter((id) => !used.has(subjectKey(resource, id)));
    if (missing.length === 0) return;
    const taken = await stored.execute<{ id: string }>(
      sql`SELECT DISTINCT id FROM ${sql.identifier(resource.table)} WHERE project_id = ${this.projectId}
          AND ${isOneOf(sql`id`, missing)}`,
    );
    for (const id of missing) used.set(subjectKey(resource, id), false);
    for (const { id } of taken) used.set(subjectKey(resource, id), true);
  }

  /** Whether {@link loadUsed} found an id in use. */
  isUsed(resource: Resource<never>, id: string): boolean {
    return this.transaction.used.get(subjectKey(resource, id)) === true;
  }

  /** Sets the `data` added to every change from here on; null ends it. */
  say(data: JsonObject | null): void {
    this.said = data;
  }

  /** Creates a subject. The id must be unused: see {@link requireUnused} for ids a client chose. */
  create<S>(resource: Resource<S>, id: string, state: S, note: ChangeNote = {}): void {
    // Twice in one batch; ids used before this transaction were refused when they were asked about.
    if (this.entries.has(subjectKey(resource, id))) throw new Problem("id_taken", { detail: { id } });
    this.put(resource, id, null, state as JsonObject, { verb: resource.creation, ...note }, null);
  }

  /** Changes a subject that was loaded before. A change that changes nothing leaves no event. */
  update<S>(resource: Resource<S>, version: Version<S>, state: S, note: ChangeNote = {}): void {
    this.put(resource, version.id, version, state as JsonObject, { verb: "updated", ...note }, null);
  }

  /** Deletes a subject that was loaded before. */
  remove<S>(resource: Resource<S>, version: Version<S>, note: ChangeNote = {}): void {
    this.put(resource, version.id, version, null, { verb: "deleted", ...note }, null);
  }

  /** Brings back a deleted subject with the state given; it keeps its first sequence and time. */
  restore<S>(resource: Resource<S>, origin: Version<S>, state: S, note: ChangeNote = {}): void {
    this.put(
      resource,
      origin.id,
      null,
      state as unknown as JsonObject,
      { verb: "restored", ...note },
      {
        created_seq: origin.created_seq,
        created_at: origin.created_at,
        state: stateOf(resource, origin) as JsonObject,
      },
    );
  }

  /** The last state of a deleted subject, this transaction's own changes included; null when it exists, or never did. */
  async lastState<S>(resource: Resource<S>, id: string): Promise<S | null> {
    if ((await this.get(resource, id)) !== null) return null;
    await this.loadLast(resource, [id]);
    const removed = this.removed.get(subjectKey(resource, id)) as S | undefined;
    const last = this.lastVersion(resource, id);
    return removed ?? (last === null ? null : stateOf(resource, last));
  }

  /** Brings back a deleted subject that {@link lastState} knows, with the state given. */
  restoreLast<S>(resource: Resource<S>, id: string, state: S, note: ChangeNote = {}): void {
    const last = this.lastVersion(resource, id);
    if (last === null) this.create(resource, id, state, note);
    else this.restore(resource, last, state, note);
  }

  private lastVersion<S>(resource: Resource<S>, id: string): Version<S> | null {
    return (this.transaction.last.get(subjectKey(resource, id)) ?? null) as Version<S> | null;
  }

  /** Reads ahead, in one statement, what {@link lastState} will ask about many subjects. */
  async loadLast<S>(resource: Resource<S>, ids: readonly string[]): Promise<void> {
    const { last, stored } = this.transaction;
    const missing = ids.filter((id) => !last.has(subjectKey(resource, id)));
    if (missing.length === 0) return;
    for (const id of missing) last.set(subjectKey(resource, id), null);
    const read = (some: readonly string[]) => lastVersions(stored, resource, this.projectId, some);
    for (const found of await this.transaction.readWithin(resource, missing, read)) {
      last.set(subjectKey(resource, found.id), found as Version<JsonObject>);
    }
  }

  /**
   * Raises 409 `edit_conflict` when a field this transaction changes was changed by an event after `baseSeq`.
   * Fields where the last writer wins never conflict, nor do two edits to the same value, nor events of `clientId`.
   * `from` is the state the edit started from, when this transaction had changed the subject before.
   */
  async requireNoConflict<S>(
    resource: Resource<S>,
    id: string,
    baseSeq: number,
    options: { clientId?: string | null; from?: S; loc?: (string | number)[]; derived?: readonly string[] } = {},
  ): Promise<void> {
    const loc = [...(options.loc ?? ["body"]), "base_seq"];
    // A base that does not exist yet would switch the check off without a word.
    if (baseSeq > this.baseSeq) throw aboveMaximum(loc, baseSeq, this.baseSeq);
    const entry = this.entries.get(subjectKey(resource, id));
    if (entry === undefined || baseSeq === this.baseSeq) return;
    const from = options.from === undefined ? entry.before : (options.from as JsonObject);
    const edit = { id, before: entry.before, from, after: entry.after };
    const conflicts = editConflicts(
      resource,
      edit,
      await this.transaction.later.of(id, baseSeq),
      options.clientId ?? null,
      options.derived,
    );
    if (conflicts.length > 0) throw new Problem("edit_conflict", { detail: { conflicts, current_seq: this.baseSeq } });
  }

  /**
   * Reads ahead, in one statement, what {@link requireNoConflict} will ask about edits of many subjects: nothing for those that start
   * from the newest event, as most do.
   */
  async loadLater(edits: readonly { id: string; baseSeq: number }[]): Promise<void> {
    const behind = edits.filter(({ baseSeq }) => baseSeq < this.baseSeq);
    if (behind.length === 0) return;
    const ids = new Set(behind.map(({ id }) => id));
    const earliest = behind.reduce((least, { baseSeq }) => Math.min(least, baseSeq), this.baseSeq);
    await this.transaction.later.load([...ids], earliest);
  }

  /** Returns who changed a part of a subject last, and when, of the events after a sequence; null where none of them did. */
  async lastChange(id: string, pointer: string, afterSeq: number): Promise<{ by: string; at: string } | null> {
    const later = await this.transaction.later.of(id, afterSeq);
    const last = later.findLast(({ change }) => touchedPointers(change).some((at) => pointersMeet(at, pointer)));
    return last === undefined ? null : { by: last.actor, at: isoMoment(last.recorded_at) };
  }

  /**
   * Runs `work`; when it throws, its changes are forgotten and the error passes on.
   *
   * @param isGuarded whether the guards see it by itself; otherwise they do as part of what it is in.
   */
  async attempt<T>(work: () => Promise<T>, isGuarded = true): Promise<T> {
    const outer = this.journal;
    const journal = new Map<string, Saved>();
    const unchecked = new Set(this.unchecked);
    const { unguarded, said } = this;
    this.unguarded = new Set();
    const outerOrder = this.order;
    this.journal = journal;
    this.order = null;
    try {
      const result = await work();
      await this.check();
      if (isGuarded && this.transaction.guards.length > 0) {
        this.unguarded = new Set([...unguarded, ...this.unguarded]);
        await this.guard();
      } else {
        for (const name of this.unguarded) unguarded.add(name);
        this.unguarded = unguarded;
      }
      for (const [name, saved] of journal) if (outer !== null && !outer.has(name)) outer.set(name, saved);
      return result;
    } catch (error) {
      for (const [name, { entry, removed }] of journal) {
        if (entry === undefined) this.entries.delete(name);
        else {
          this.entries.set(name, entry);
          this.own.add(entry.resource.type, entry);
        }
        if (removed === undefined) this.removed.delete(name);
        else this.removed.set(name, removed);
      }
      this.reorder();
      this.unchecked = unchecked;
      this.unguarded = unguarded;
      throw error;
    } finally {
      this.journal = outer;
      this.order = outerOrder ?? (outer === null ? null : this.order);
      this.said = said;
    }
  }

  /** Runs work with all its checks, answers its result, and forgets every change it made. */
  async tryOut<T>(work: () => Promise<T>): Promise<T> {
    const done = new Error("tried out");
    let result: T | undefined;
    this.isTrial = true;
    try {
      await this.attempt(async () => {
        result = await work();
        await this.check();
        await this.guard();
        throw done;
      });
    } catch (error) {
      if (error !== done) throw error;
    } finally {
      this.isTrial = false;
    }
    return result as T;
  }

  /**
   * Says that the commit to come may be larger than memory: {@link writePiece} writes it piece by piece. Subjects of the types
   * named are forgotten when they are written, and may not be changed again. `events` is how many events it will have, where
   * that is known: then each is written once, otherwise all learn at the end which sequence is the last.
   */
  beginPieces(forgotten: readonly { type: string }[], events: number | null): void {
    this.pieces = {
      forgotten: new Set(forgotten.map(({ type }) => type)),
      foreseenSeq: events === null ? null : this.baseSeq + events,
      versions: new Map(),
      begun: null,
      isMisnamed: false,
    };
  }

  /**
   * Checks what was gathered since the last piece, writes it as part of the commit to come, and gives its memory back. From here
   * on only the end of the whole transaction can take it back. What is only tried out is checked and not written.
   */
  async writePiece(): Promise<void> {
    const { pieces } = this;
    if (pieces === null || (this.journal !== null && !this.isTrial))
      throw new Error("this commit is not one in pieces");
    // Without a statement to wait for, as when it is tried out, nobody else would get a turn.
    await breathe();
    await this.check();
    await this.guard();
    if (!this.isTrial) {
      const { lastSeq } = await this.transaction.append(this.entries.values(), this.authorship, pieces);
      this.lastSeq = lastSeq;
    }
    for (const [name, { resource, id }] of this.entries) {
      const isForgotten = pieces.forgotten.has(resource.type);
      // What is tried out is in no table: others may still ask about it.
      if (this.isTrial && !isForgotten) continue;
      this.entries.delete(name);
      this.removed.delete(name);
      this.journal?.delete(name);
      if (isForgotten) this.transaction.forget(resource, id);
    }
    this.own.clear();
  }

  /** Gives back the memory of subjects that were loaded and will not be changed: who asks again reads them again. */
  forget(resource: Resource<never>, ids: readonly string[]): void {
    for (const id of ids) if (!this.entries.has(subjectKey(resource, id))) this.transaction.forget(resource, id);
  }

  /** Puts the entries back in the order they had before an attempt changed it. */
  private reorder(): void {
    if (this.order === null) return;
    const entries = new Map(this.entries);
    this.entries.clear();
    for (const name of this.order) {
      const entry = entries.get(name);
      if (entry !== undefined) this.entries.set(name, entry);
    }
    this.order = null;
  }

  /** Takes an entry out of the order, noting what the order was. */
  private dropEntry(name: string): void {
    if (this.journal !== null) this.order ??= [...this.entries.keys()];
    this.entries.delete(name);
  }

  /** Checks the invariants of everything changed since the last check. */
  async check(): Promise<void> {
    const fresh = [...this.unchecked].flatMap((name) => this.entries.get(name) ?? []);
    this.unchecked = new Set();
    const byResource = Map.groupBy(fresh, (entry) => entry.resource);
    for (const [resource, entries] of byResource) {
      const changes: Entry[] = [];
      for (let at = 0; at < entries.length; at += CHECKED_AT_ONCE) {
        if (at > 0) await breathe();
        for (const entry of entries.slice(at, at + CHECKED_AT_ONCE)) {
          const { before, after, loc, origin, data } = entry;
          const change = diffStates(before, after);
          if (isEmptyChange(change)) continue;
          requireStorable(change, data, loc);
          // What comes back may be as large as it was when it went.
          requireWithinLimits(resource.limits, [{ before: before ?? origin?.state ?? null, after, loc }]);
          changes.push(entry);
        }
      }
      if (changes.length === 0) continue;
      await requireNamedFiles(this.transaction.stored, this.projectId, resource, changes);
      await resource.invariants(this, changes as readonly PendingChange[], resource);
    }
  }

  /** Lets the guards see what was changed since they last looked: what a commit comes to, or a part of it that may be refused alone. */
  private async guard(): Promise<void> {
    const { transaction, unguarded } = this;
    if (transaction.guards.length === 0 || unguarded.size === 0) return;
    this.unguarded = new Set();
    const changes = [...unguarded].flatMap((name) => {
      const entry = this.entries.get(name);
      return entry === undefined ? [] : [{ resource: entry.resource, change: entry }];
    });
    for (const guard of transaction.guards) await guard.check(this, changes, transaction);
  }

  /**
   * Checks, then hands the changes to the project's transaction as one commit. Once; answers whether there was anything. From
   * here on only the end of the whole transaction can take them back.
   */
  async commit(): Promise<boolean> {
    if (this.committed !== null) return this.lastSeq > this.baseSeq;
    await this.check();
    await this.guard();
    const { transaction, authorship, pieces } = this;
    const { versions, lastSeq } =
      pieces?.begun == null
        ? await transaction.append(this.entries.values(), authorship)
        : await transaction.appendLast(this.entries.values(), authorship, pieces);
    this.committed = versions;
    this.lastSeq = lastSeq;
    return lastSeq > this.baseSeq;
  }

  /** Whether {@link commit} was called, or a piece written: what went wrong since then cannot be forgotten alone. */
  get isCommitted(): boolean {
    return this.committed !== null || this.pieces?.begun != null;
  }

  /** Returns the live deriver of a resource's changes in this transaction. */
  derived<Live extends LiveDeriver>(resource: Resource<never>, derivation: Derivation<Live>): Live {
    return this.transaction.deriver(resource, derivation);
  }

  /** Returns, after {@link commit}, the current version of a subject, or null if it is deleted. */
  version<S>(resource: Resource<S>, id: string): Version<S> | null {
    const name = subjectKey(resource, id);
    const written = this.committed?.get(name);
    if (written !== undefined) return written as Version<S>;
    if (this.entries.get(name)?.after === null) return null;
    return (this.transaction.known.get(name) ?? null) as Version<S> | null;
  }

  /** The subjects changed in this transaction, in the order of their events. */
  changed(): { type: string; id: string; verb: string }[] {
    return [...this.entries.values()].map(({ resource, id, verb }) => ({ type: resource.type, id, verb }));
  }

  /** Every change that waits to be written with the resource it is of, in the order of their events. */
  waiting(): { resource: Resource; change: PendingChange }[] {
    return [...this.entries.values()].map((entry) => ({ resource: entry.resource, change: entry }));
  }

  /** The changes of one kind of subject that wait to be written, in the order of their events. */
  pending<S>(resource: Resource<S>): PendingChange<S>[] {
    const changes: PendingChange<S>[] = [];
    for (const entry of this.entries.values()) {
      if (entry.resource.type === resource.type) changes.push(entry as PendingChange<S>);
    }
    return changes;
  }

  /** The change of one subject that waits to be written, or null. */
  pendingOf<S>(resource: Resource<S>, id: string): PendingChange<S> | null {
    return (this.entries.get(subjectKey(resource, id)) ?? null) as PendingChange<S> | null;
  }

  private present<S>(resource: Resource<S>, id: string): Version<S> | null {
    const entry = this.entries.get(subjectKey(resource, id));
    const known = (this.transaction.known.get(subjectKey(resource, id)) ?? null) as Version<S> | null;
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
    return { ...meta, ...entry.after } as Version<S>;
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
    const name = subjectKey(resource, id);
    const earlier = this.entries.get(name);
    const generic = resource as Resource;
    const stored = this.transaction.known.get(name) ?? null;
    if (earlier === undefined && version !== null && stored === null) {
      throw new Error(`${name} was changed without being loaded through this unit of work`);
    }
    if ((stored?.valid_from_seq ?? 0) > this.baseSeq) throw new Error(`${name} was changed again behind its piece`);
    const before = earlier === undefined ? (stored === null ? null : stateOf(generic, stored)) : earlier.before;
    if (this.journal !== null && !this.journal.has(name)) {
      this.journal.set(name, { entry: earlier, removed: this.removed.get(name) });
    }
    this.unchecked.add(name);
    this.unguarded.add(name);
    const last = earlier === undefined ? before : earlier.after;
    if (after === null && last !== null) this.removed.set(name, last);
    if (earlier !== undefined && before === null && after === null) {
      this.dropEntry(name);
      return;
    }
    const data = note.data ?? earlier?.data ?? null;
    if (note.last === true && earlier !== undefined) this.dropEntry(name);
    this.own.add(generic.type, { id, after });
    this.entries.set(name, {
      resource: generic,
      id,
      before,
      stored,
      after,
      verb: mergedVerb(earlier, note.verb, after),
      data: this.said === null ? data : { ...data, ...this.said },
      causation: note.causation ?? earlier?.causation ?? null,
      origin: origin ?? earlier?.origin ?? null,
      loc: note.loc ?? earlier?.loc ?? ["body"],
      isKept: note.isKept ?? note.verb === "restored",
    });
  }
}

/** The verb of one event for several changes: two different ones on a subject that stays are an update. */
function mergedVerb(earlier: Entry | undefined, verb: string, after: JsonObject | null): string {
  if (earlier === undefined || earlier.verb === verb) return verb;
  if (earlier.before === null) return earlier.verb;
  return earlier.after === null || after === null ? verb : "updated";
}
