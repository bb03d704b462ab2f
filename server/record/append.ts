import { type SQL, sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import type { JsonObject } from "#domain/json.ts";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { roughSize } from "../kernel/rough-size.ts";
import type { Resource, Version } from "./resource.ts";
import { FEW_ROWS, insertValues, isDeclared } from "./row-values.ts";
import type { Statement } from "./statement.ts";
import { endRow } from "./versions.ts";

/** Head of a project's record, read under its lock. */
export interface Head {
  last_seq: number;
  /** Milliseconds since the epoch of the last event. */
  last_recorded_at: number;
}

/** One subject's change, ready to become one event. */
export interface CommitEntry {
  resource: Resource;
  id: string;
  before: JsonObject | null;
  /** The version the change builds on. */
  stored: Version<JsonObject> | null;
  after: JsonObject | null;
  verb: string;
  data: JsonObject | null;
  causation: string | null;
  /** First sequence and time of a subject that is brought back, and its state when it was deleted. */
  origin: { created_seq: number; created_at: string; state: JsonObject } | null;
}

/** Inserts rows given as JSON objects whose keys are column names: one parameter however many rows. */
export function insertRows(table: string, rows: readonly object[]): SQL {
  return insertTexts(
    table,
    rows.map((row) => JSON.stringify(row)),
  );
}

/** Characters of JSON one statement carries at most; while it is on its way it is in memory several times. */
const STATEMENT_CHARACTERS = 4 * 1024 * 1024;

/** Characters of all rows that wait up to which they are given value by value. */
const FEW_CHARACTERS = 256 * 1024;

/** {@link insertRows} in as many statements as keep each parameter within its bound, each made when it is asked for. */
export function* insertStatements(table: string, rows: readonly object[]): Generator<SQL, void, undefined> {
  for (const texts of inChunks(rows)) yield insertTexts(table, texts);
}

/** Rows as JSON, as many together as one statement carries. */
function* inChunks(rows: readonly object[]): Generator<string[], void, undefined> {
  let chunk: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (characters + text.length > STATEMENT_CHARACTERS && chunk.length > 0) {
      yield chunk;
      chunk = [];
      characters = 0;
    }
    chunk.push(text);
    characters += text.length;
  }
  if (chunk.length > 0) yield chunk;
}

function insertTexts(table: string, rows: readonly string[]): SQL {
  const [before, behind] = insertionInto(table);
  return sql`${sql.raw(before)}${listOf(rows)}${sql.raw(behind)}`;
}

/** The text of a statement that inserts rows, before and behind its one parameter. */
function insertionInto(table: string): [before: string, behind: string] {
  return [`INSERT INTO "${table}" SELECT * FROM jsonb_populate_recordset(null::"${table}", `, "::jsonb)"];
}

function listOf(rows: readonly string[]): string {
  // Joined with its brackets: put around it afterwards they would make the driver copy all of it.
  const last = rows.length - 1;
  const list = rows.map((row, i) => `${i === 0 ? "[" : ""}${row}${i === last ? "]" : ""}`).join(",");
  return list === "" ? "[]" : list;
}

/** Versions of one table that end alike. */
interface Ending {
  readonly table: string;
  readonly emptied: readonly string[];
  readonly rows: JsonObject[];
}

/**
 * Rows of one transaction that wait to be written: whatever the number of commits, they become one statement a table, each
 * a plain one that names its project first, so that a sharded PostgreSQL sends it where the project lives.
 */
export class PendingRows {
  private readonly projectId: string;
  private events: JsonObject[] = [];
  /** Version rows by table and id; a later one of the same subject comes behind. */
  private opened = new Map<string, JsonObject[]>();
  /** The version row of each subject that holds and is not written yet. */
  private open = new Map<string, JsonObject>();
  /** Versions that end, by table and by the columns they give up. */
  private closed = new Map<string, Ending>();
  private characters = 0;

  constructor(projectId: string) {
    this.projectId = projectId;
  }

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  /** Characters of JSON that wait, roughly. */
  get size(): number {
    return this.characters;
  }

  addEvent(event: JsonObject): void {
    this.characters += roughSize(event);
    this.events.push(event);
  }

  /** A version ends and gives up some columns: in its own row when that still waits, otherwise in the table. */
  close(table: string, id: string, lastSeq: number, emptied: readonly string[]): void {
    const name = `${table}:${id}`;
    const waiting = this.open.get(name);
    if (waiting === undefined) {
      const ending = `${table}:${emptied}`;
      const alike = this.closed.get(ending) ?? { table, emptied, rows: [] };
      this.closed.set(ending, alike);
      alike.rows.push({ id, to: lastSeq });
    } else endRow(waiting, lastSeq, emptied);
    this.open.delete(name);
  }

  addVersion(table: string, id: string, row: JsonObject): void {
    // A copy: what was handed out as the state of the subject stays as it was when a later commit ends this version.
    const own = { ...row };
    this.characters += roughSize(own);
    addToList(this.opened, table, own);
    this.open.set(`${table}:${id}`, own);
  }

  /**
   * The statements that write what waits, in an order in which they can be executed; nothing waits afterwards. Every write sends
   * them, so that their texts are made without a builder.
   */
  take(): Iterable<Statement> {
    const { events, closed, opened, projectId, characters } = this;
    this.events = [];
    this.opened = new Map();
    this.open = new Map();
    this.closed = new Map();
    this.characters = 0;
    return (function* () {
      yield* insertions("events", events, characters);
      // A version ends before the one that follows it begins: there is one at a time.
      for (const ending of closed.values()) yield closeVersions(projectId, ending);
      for (const [table, rows] of opened) yield* insertions(table, rows, characters);
    })();
  }
}

/** Statements for rows of a table; `characters` are those of all that waits. */
function* insertions(
  table: string,
  rows: readonly JsonObject[],
  characters: number,
): Generator<Statement, void, undefined> {
  const areFew = rows.length <= FEW_ROWS && characters <= FEW_CHARACTERS;
  if (areFew && rows.every((row) => isDeclared(table, row))) {
    if (rows.length > 0) yield insertValues(table, rows);
    return;
  }
  const [before, behind] = insertionInto(table);
  for (const texts of inChunks(rows)) yield { text: `${before}$1${behind}`, values: [listOf(texts)] };
}

function closeVersions(projectId: string, { table, emptied, rows }: Ending): Statement {
  const [only, ...others] = rows;
  const where = `v.project_id = $1 AND v.valid_to_seq = ${CURRENT}`;
  const emptying = emptied.map((column) => `, "${column}" = NULL`).join("");
  const set = (to: string) => `UPDATE "${table}" v SET valid_to_seq = ${to}${emptying}`;
  if (only !== undefined && others.length === 0) {
    return { text: `${set("$2")} WHERE ${where} AND v.id = $3`, values: [projectId, only.to, only.id] };
  }
  return {
    text: `${set('c."to"')} FROM jsonb_to_recordset($2::jsonb) AS c(id text, "to" bigint) WHERE ${where} AND v.id = c.id`,
    values: [projectId, JSON.stringify(rows)],
  };
}
