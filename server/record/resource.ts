import { getTableName, type SQL, type Table } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "#domain/change/change.ts";
import type { PairOf } from "#domain/change/take-back.ts";
import type { Json, JsonObject } from "#domain/json.ts";
import type { Scope } from "../kernel/scope.ts";
import type { RowComparison } from "./compare-rows.ts";
import type { Db } from "./database.ts";
import { type EventMeaning, STANDARD_EVENTS } from "./event-meaning.ts";
import type { StateLimit } from "./limits.ts";

/** Fields of every version of every subject besides its own state. */
export interface VersionMeta {
  project_id: string;
  id: string;
  /** Sequence of the event that made this version; a resource's ETag. */
  valid_from_seq: number;
  /** Last sequence at which the version held; `CURRENT` while it still does. */
  valid_to_seq: number;
  /** Sequence of the subject's first event, the default order of lists. */
  created_seq: number;
  /** RFC 3339, UTC. */
  created_at: string;
  updated_at: string;
}

/** One version of a subject: its state with the version's columns beside it. */
export type Version<S> = S & VersionMeta;

/** One subject's change inside a commit, with the sequence it was given. */
export interface AppliedChange<S = JsonObject> {
  readonly id: string;
  readonly seq: number;
  readonly before: S | null;
  readonly after: S | null;
}

/** A change that waits in a unit of work for its invariants and its commit. */
export interface PendingChange<S = JsonObject> {
  readonly id: string;
  readonly before: S | null;
  readonly after: S | null;
  /** Whether it brings back or copies what the record has had, so that rules for new values are not asked. */
  readonly isKept: boolean;
  /** Verb of the event that it becomes. */
  readonly verb: string;
  /** Location in the request that the change came from, for a 422's `loc`. */
  readonly loc: readonly (string | number)[];
}

/** Columns compared by equality; an array means any of its values, null means SQL null. */
export type Where = Record<string, string | null | readonly string[]>;

/** View of the unit of work for invariants: current states, its own changes included. */
export interface RecordView {
  readonly projectId: string;
  readonly db: Db;
  load<S>(resource: Resource<S>, ids: readonly string[]): Promise<Map<string, Version<S>>>;
  get<S>(resource: Resource<S>, id: string): Promise<Version<S> | null>;
  find<S>(resource: Resource<S>, where: Where): Promise<Version<S>[]>;
  /** Reads ahead, once in the transaction, what {@link find} will ask about values of one column. */
  loadFound<S>(resource: Resource<S>, column: keyof S & string, values: readonly string[]): Promise<void>;
  /** The changes of one kind of subject that wait to be written, in the order of their events. */
  pending<S>(resource: Resource<S>): PendingChange<S>[];
}

/** Computes tables from a resource's changes. */
export interface Deriver<C = AppliedChange> {
  /** Takes the changes of one commit in order; answers extra columns for each change's version row. */
  derive(changes: readonly C[]): Promise<JsonObject[]>;
}

/** A change as a live deriver sees it: with what is known, so that it asks nothing when nothing it derives from changed. */
export interface LiveChange<S = JsonObject> extends AppliedChange<S> {
  /** The version that the change builds on, with its extra columns; null for what did not exist. */
  readonly stored: Version<S> | null;
  /** Whether the subject never existed before. */
  readonly isNew: boolean;
}

/** A deriver against the database, for all commits of one transaction: it remembers what it was told and what it derived. */
export interface LiveDeriver extends Deriver<LiveChange> {
  /** Reads in one statement what it will be asked about these subjects. */
  ahead?(ids: readonly string[]): Promise<void>;
  /** The statements that write what was derived and is not written yet. */
  take(): SQL[];
  /** Returns the extra `data` of the events of the last derived changes, by their sequences. */
  said?(): ReadonlyMap<number, JsonObject>;
}

/** View for a live deriver: the database without pending writes, and current states with them. */
export interface DerivationView {
  readonly db: Db;
  readonly projectId: string;
  /** States of subjects of the resource before the commit that is derived; absent where there is none. */
  states(ids: readonly string[]): Promise<Map<string, JsonObject>>;
}

/** A deriver that works in memory, so that replay can compute independently what the live one wrote. */
export interface FoldingDeriver extends Deriver {
  /** The rows of each derived table as they must be after everything folded so far. */
  tables(): Map<string, JsonObject[]>;
}

/** Derivation of tables that follow a resource: once against the database, once in memory for replay. */
export interface Derivation<Live extends LiveDeriver = LiveDeriver> {
  live(view: DerivationView): Live;
  folding(projectId: string): FoldingDeriver;
}

/** Check of a table that follows the record from behind: how replay derives it and compares it. */
export interface FollowedCheck {
  /** Takes version rows of the resource; those of one subject come in order. */
  take(versions: readonly JsonObject[]): void;
  /** Reports how the table differs, as far as it says it has come. */
  compare(comparison: RowComparison): Promise<void>;
}

/** Text of a subject by which it is found. */
export interface Wording<S = JsonObject> {
  /** The fields that it is made of; nothing else is read for it. */
  readonly fields: readonly string[];
  /** Returns the words of a state; a subject without words is not found. */
  text(state: S): string;
  /** Returns the group of neighbouring texts, such as the dialogue of a line; null for a text on its own. */
  place(state: S): string | null;
  /** Returns what it is found by beside its words, such as who speaks; each begins with `@`, which no word does. */
  tags?(state: S): readonly string[];
  /** Returns those who may read it; absent where all may who may read its subject. A text without words is counted then too. */
  audiences?(state: S): readonly string[];
}

/** Opens the check of such a table in one project; null where the project has nothing in it. */
export type OpenFollowedCheck = (db: Db, projectId: string) => Promise<FollowedCheck | null>;

/** A project that was restored from a backup. */
export interface RestoredHead {
  readonly project_id: string;
  readonly workspace_id: string;
  readonly mode: string;
  /** RFC 3339. */
  readonly created_at: string;
  /** Whether the rows of its workspace came back with it. */
  readonly isWhole: boolean;
}

/** A kind of subject the record keeps. */
export interface Resource<S = JsonObject> {
  /** `subject_type` of its events and the first half of their kinds. */
  readonly type: string;
  /** Prefix of its ids. */
  readonly prefix: string;
  readonly table: string;
  readonly state: z.ZodObject;
  /** The scope without which nothing may write it, whatever the way in. */
  readonly scope: Scope;
  /** Whether commenters of a project write it too. */
  readonly forCommenters: boolean;
  /** Events of the resource by past-tense verb; an event with another verb is refused. */
  readonly events: Readonly<Record<string, EventMeaning>>;
  /** The verb of its first event. */
  readonly creation: string;
  /** Version written into new events. */
  readonly version: number;
  /** Names of the state's fields, each a column of the table. */
  readonly fields: readonly string[];
  /** Schema defaults, given to old events that lack a field. */
  readonly defaults: JsonObject;
  /** Pointers where the last writer wins: they never raise an edit conflict. */
  readonly lastWriterWins: readonly string[];
  /** The pair of fields that a pointer is one of, where the second tells of the first, such as marks of their text; else null. */
  readonly pairOf: PairOf;
  /** Fields that name a subject that must exist, and of which type; replay checks again what the invariants refused. */
  readonly references: Readonly<Record<string, string>>;
  /** Fields that name files of the project: a SHA-256 in hexadecimal, a list of them, or null. A named file stays with the project. */
  readonly files: readonly string[];
  /** Fields that are kept sealed: personal data of players, which the record cannot read. */
  readonly sealed: readonly string[];
  /** Fields that name a subject that may be gone, or never was there, and of which type it would be. */
  readonly mentions: Readonly<Record<string, string>>;
  /** Fields that a restore of an earlier version leaves as they are. */
  readonly staying: readonly string[];
  /** Fields that the deletion of what they name clears and its restoration sets again, where nothing else was set since. */
  readonly rejoins: readonly string[];
  /** Whether one that was made by mistake can go without anything that has to follow it: taking its creation back deletes it. */
  readonly standsAlone: boolean;
  /** The field, never null, by whose values subjects are counted beside their number in all; null where no list needs the numbers. */
  readonly countedBy: string | null;
  /** Columns computed from the state alone, such as a search form. */
  columns(state: S): JsonObject;
  /**
   * Columns that a version gives up when it ends, by the field that each is made of. It keeps one where the field's value ends with
   * it, so that an index of the column finds every value that there ever was in the last version that had it.
   */
  readonly emptied: Readonly<Record<string, string>>;
  /** Brings the change of an older event to today's shape. */
  upcast(change: Change, version: number): Change;
  readonly derivation: Derivation | null;
  /** Check of the tables that follow the record from behind; null where there are none. */
  readonly followed: OpenFollowedCheck | null;
  /** Text by which it is found; null where it is not searched. */
  readonly wording: Wording | null;
  /** Bounds of every state that results from a change, whatever the way in. */
  readonly limits: readonly StateLimit<never>[];
  /** Checks the invariants of these changes under the project's lock, before anything is written. */
  invariants(record: RecordView, changes: readonly PendingChange<S>[], self: Resource<S>): Promise<void>;
  /** Makes what its subjects have beside the record in a project that was restored from a backup, which does not hold it. */
  restored(db: Db, head: RestoredHead): Promise<void>;
}

/**
 * Declares a resource: a table, a schema of its state, and what is special about it. Recording, history, `at_seq`, diff,
 * replay, restore and the change feed follow from the declaration.
 */
export function resource<Shape extends z.ZodRawShape>(declaration: {
  type: string;
  prefix: string;
  table: Table;
  /** Every field has a column of the same name; a field with a default may be missing from old events. */
  state: z.ZodObject<Shape>;
  /** The scope that writes it; `write` unless said otherwise. */
  scope?: Scope;
  /** Whether commenters of a project write it too. */
  forCommenters?: boolean;
  /** Verbs beyond being created, updated, deleted and restored, and what is special about those. */
  events?: Readonly<Record<string, EventMeaning>>;
  /** The verb of its first event where that is not `created`: nothing of the usual then happens to it but what `events` says. */
  creation?: string;
  version?: number;
  lastWriterWins?: readonly string[];
  pairOf?: PairOf;
  references?: Readonly<Record<string, string>>;
  files?: readonly (keyof Shape & string)[];
  sealed?: readonly (keyof Shape & string)[];
  mentions?: Readonly<Record<string, string>>;
  staying?: readonly (keyof Shape & string)[];
  rejoins?: readonly string[];
  standsAlone?: boolean;
  countedBy?: keyof Shape & string;
  columns?: (state: z.output<z.ZodObject<Shape>>) => JsonObject;
  emptied?: Readonly<Record<string, keyof Shape & string>>;
  upcast?: (change: Change, version: number) => Change;
  derivation?: Derivation;
  followed?: OpenFollowedCheck;
  wording?: Omit<Wording<z.output<z.ZodObject<Shape>>>, "fields"> & {
    readonly fields: readonly (keyof Shape & string)[];
  };
  limits?: readonly StateLimit<z.output<z.ZodObject<Shape>>>[];
  invariants?: (
    record: RecordView,
    changes: readonly PendingChange<z.output<z.ZodObject<Shape>>>[],
    self: Resource<z.output<z.ZodObject<Shape>>>,
  ) => Promise<void>;
  restored?: (db: Db, head: RestoredHead) => Promise<void>;
}): Resource<z.output<z.ZodObject<Shape>>> {
  return {
    type: declaration.type,
    prefix: declaration.prefix,
    table: getTableName(declaration.table),
    state: declaration.state,
    scope: declaration.scope ?? "write",
    forCommenters: declaration.forCommenters ?? false,
    events:
      declaration.creation === undefined ? { ...STANDARD_EVENTS, ...declaration.events } : (declaration.events ?? {}),
    creation: declaration.creation ?? "created",
    version: declaration.version ?? 1,
    fields: Object.keys(declaration.state.shape),
    defaults: defaultsOf(declaration.state),
    lastWriterWins: declaration.lastWriterWins ?? [],
    pairOf: declaration.pairOf ?? (() => null),
    references: declaration.references ?? {},
    files: declaration.files ?? [],
    sealed: declaration.sealed ?? [],
    mentions: declaration.mentions ?? {},
    staying: declaration.staying ?? [],
    rejoins: declaration.rejoins ?? [],
    standsAlone: declaration.standsAlone ?? false,
    countedBy: declaration.countedBy ?? null,
    columns: declaration.columns ?? (() => ({})),
    emptied: declaration.emptied ?? {},
    upcast: declaration.upcast ?? ((change) => change),
    derivation: declaration.derivation ?? null,
    followed: declaration.followed ?? null,
    wording: (declaration.wording as Wording | undefined) ?? null,
    limits: (declaration.limits ?? []) as readonly StateLimit<never>[],
    invariants: declaration.invariants ?? (async () => {}),
    restored: declaration.restored ?? (async () => {}),
  };
}

function defaultsOf(state: z.ZodObject): JsonObject {
  const defaults: JsonObject = {};
  for (const [field, schema] of Object.entries(state.shape)) {
    const parsed = (schema as z.ZodType).safeParse(undefined);
    if (parsed.success && parsed.data !== undefined) defaults[field] = parsed.data as Json;
  }
  return defaults;
}

/** The state part of a version, without the version's own columns. */
export function stateOf<S>(resource: Resource<S>, version: Version<S>): S {
  const source = version as JsonObject;
  const state: JsonObject = {};
  for (const field of resource.fields) state[field] = source[field] ?? null;
  return state as S;
}

/** The state of a new subject: the fields that are given, and the defaults of those that are absent or undefined. */
export function newState<S>(resource: Resource<S>, given: Readonly<Record<string, unknown>>): S {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...resource.defaults, ...Object.fromEntries(sent) } as S;
}
