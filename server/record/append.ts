import { type SQL, sql } from "drizzle-orm";
import { CURRENT } from "#drizzle/schema/columns.ts";
import { newId } from "../kernel/ids.ts";
import type { JsonObject } from "../kernel/json.ts";
import { diffStates, isEmptyChange } from "./change.ts";
import { type Db, jsonb } from "./database.ts";
import type { ResourceRegistry } from "./registry.ts";
import type { AppliedChange, Resource, Versioned } from "./resource.ts";
import { versionRow } from "./versions.ts";

/** How far a project's record reaches; read under its lock. */
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
  stored: Versioned<JsonObject> | null;
  after: JsonObject | null;
  verb: string;
  data: JsonObject | null;
  causation: string | null;
  /** First sequence and time of a subject that is brought back, and its state when it was deleted. */
  origin: { created_seq: number; created_at: string; state: JsonObject } | null;
}

interface Commit {
  projectId: string;
  head: Head;
  entries: readonly CommitEntry[];
  authorship: { actor: string; requestId: string | null };
  resources: ResourceRegistry;
  now: number;
}

/** Inserts rows given as JSON objects whose keys are column names: one parameter however many rows. */
export function insertRows(table: string, rows: readonly JsonObject[]): SQL {
  const name = sql.identifier(table);
  return sql`INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(null::${name}, ${jsonb(rows)})`;
}

/** Characters of JSON one statement carries at most: PostgreSQL refuses a jsonb value near 256 MB. */
const STATEMENT_CHARACTERS = 32 * 1024 * 1024;

/** {@link insertRows} in as many statements as keep each parameter within its bound; one for all but huge imports. */
function insertStatements(table: string, rows: readonly JsonObject[]): SQL[] {
  const statements: SQL[] = [];
  let chunk: JsonObject[] = [];
  let characters = 0;
  for (const row of rows) {
    // A hundred rows cannot reach the bound, so commits of the usual size are not measured.
    const length = rows.length < 100 ? 0 : JSON.stringify(row).length;
    if (characters + length > STATEMENT_CHARACTERS && chunk.length > 0) {
      statements.push(insertRows(table, chunk));
      chunk = [];
      characters = 0;
    }
    chunk.push(row);
    characters += length;
  }
  if (chunk.length > 0) statements.push(insertRows(table, chunk));
  return statements;
}

/**
 * Writes one commit: events with consecutive sequences, closed and new versions, derived rows, the new head. The caller
 * holds the project's lock; every value an event needs (ids, times) is decided here and stored in it.
 */
export async function appendCommit(
  db: Db,
  commit: Commit,
): Promise<{ lastSeq: number; versions: Map<string, Versioned<JsonObject>> }> {
  const changes = commit.entries
    .map((entry) => ({ entry, change: diffStates(entry.before, entry.after) }))
    .filter(({ change }) => !isEmptyChange(change));
  const versions = new Map<string, Versioned<JsonObject>>();
  if (changes.length === 0) return { lastSeq: commit.head.last_seq, versions };

  const recordedMs = Math.max(commit.now, commit.head.last_recorded_at);
  const recordedAt = new Date(recordedMs).toISOString();
  const lastSeq = commit.head.last_seq + changes.length;
  const numbered = changes.map(({ entry, change }, index) => ({
    entry,
    change,
    seq: commit.head.last_seq + index + 1,
  }));

  const events = numbered.map(({ entry, change, seq }) => ({
    project_id: commit.projectId,
    seq,
    commit_seq: lastSeq,
    id: newId("evt", recordedMs),
    v: entry.resource.version,
    kind: `${entry.resource.type}.${entry.verb}`,
    subject_type: entry.resource.type,
    subject_id: entry.id,
    change: change as unknown as JsonObject,
    data: entry.data,
    actor: commit.authorship.actor,
    request_id: commit.authorship.requestId,
    causation: entry.causation,
    recorded_at: recordedAt,
  }));

  const head = sql`UPDATE project_heads SET last_seq = ${lastSeq}, last_recorded_at = ${recordedAt}
    WHERE project_id = ${commit.projectId}`;
  const [firstEvents, ...moreEvents] = insertStatements("events", events);
  // Two round trips at most for a commit of the usual size: what touches different tables may go in one statement, where
  // there is no order; only a new version has to wait until the one before it is closed.
  const first: SQL[] = firstEvents === undefined ? [] : [firstEvents];
  const second: SQL[] = [];
  const rest: SQL[] = [...moreEvents];
  for (const [resource, group] of Map.groupBy(numbered, ({ entry }) => entry.resource)) {
    const applied: AppliedChange[] = group.map(({ entry, seq }) => ({
      id: entry.id,
      seq,
      before: entry.before,
      after: entry.after,
    }));
    const extra = (await resource.derivation?.live(db, commit.projectId).derive(applied)) ?? [];
    const closed: JsonObject[] = [];
    const opened: JsonObject[] = [];
    for (const [index, { entry, seq }] of group.entries()) {
      if (entry.stored !== null) closed.push({ id: entry.id, to: seq - 1 });
      if (entry.after === null) continue;
      const origin = entry.stored ?? entry.origin ?? { created_seq: seq, created_at: recordedAt };
      const row = versionRow(
        resource,
        {
          project_id: commit.projectId,
          id: entry.id,
          seq,
          created_seq: origin.created_seq,
          created_at: origin.created_at,
          updated_at: recordedAt,
        },
        entry.after,
        extra[index] ?? {},
      );
      opened.push(row);
      versions.set(`${resource.type}:${entry.id}`, row as unknown as Versioned<JsonObject>);
    }
    const [insert, ...more] = opened.length > 0 ? insertStatements(resource.table, opened) : [];
    if (closed.length > 0) first.push(closeVersions(resource.table, commit.projectId, closed));
    if (insert !== undefined) (closed.length > 0 ? second : first).push(insert);
    rest.push(...more);
  }
  // The connection runs them one after another, in this order; the first that fails fails the commit.
  const statements = [atOnce([...first, head]), ...(second.length > 0 ? [atOnce(second)] : []), ...rest];
  await Promise.all(statements.map((statement) => db.execute(statement)));
  return { lastSeq, versions };
}

/** Statements over different tables as one. */
function atOnce(statements: readonly SQL[]): SQL {
  const [last, ...others] = statements.toReversed();
  if (last === undefined) throw new Error("nothing to send");
  if (others.length === 0) return last;
  const parts = others.map((statement, index) => sql`${sql.raw(`part${index}`)} AS (${statement})`);
  return sql`WITH ${sql.join(parts, sql`, `)} ${last}`;
}

function closeVersions(table: string, projectId: string, closed: readonly JsonObject[]): SQL {
  return sql`UPDATE ${sql.identifier(table)} v SET valid_to_seq = c."to"
    FROM jsonb_to_recordset(${jsonb(closed)}) AS c(id text, "to" bigint)
    WHERE v.project_id = ${projectId} AND v.id = c.id AND v.valid_to_seq = ${sql.raw(String(CURRENT))}`;
}
