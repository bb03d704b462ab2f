import { type SQL, sql } from "drizzle-orm";
import { type Json, type JsonObject, jsonEqual } from "#domain/json.ts";
import { isoMoment } from "../kernel/clock.ts";
import { type Db, jsonb } from "./database.ts";

/** One way in which the live rows differ from what the events say. */
export interface RowDifference {
  table: string;
  id: string;
  valid_from_seq: number;
  /** The column, or null when a whole row is missing or too many. */
  column: string | null;
  expected: Json;
  actual: Json;
}

/** Rows fetched at a time. */
const CHUNK = 500;
/** Differences reported at most; one is already a defect. */
const MAX_DIFFERENCES = 100;

/** Compares rows that were computed with the rows of the live tables of one project, a chunk at a time. */
export class RowComparison {
  private readonly db: Db;
  private readonly projectId: string;
  private readonly counts = new Map<string, number>();
  readonly differences: RowDifference[] = [];

  constructor(db: Db, projectId: string) {
    this.db = db;
    this.projectId = projectId;
  }

  /** Number of rows compared. */
  get compared(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Enough was found: looking further would only repeat it. */
  get full(): boolean {
    return this.differences.length >= MAX_DIFFERENCES;
  }

  report(table: string, row: JsonObject, column: string | null, expected: Json, actual: Json): void {
    if (this.full) return;
    const validFrom = Number(row.valid_from_seq ?? row.from_seq ?? 0);
    this.differences.push({ table, id: idOf(row), valid_from_seq: validFrom, column, expected, actual });
  }

  /** Compares some version rows of a table with the live rows of the same id and first sequence. */
  async versions(table: string, expected: readonly JsonObject[]): Promise<void> {
    this.count(table, expected.length);
    for (let at = 0; at < expected.length && !this.full; at += CHUNK) {
      const chunk = expected.slice(at, at + CHUNK);
      const keys = chunk.map((row) => ({ id: row.id ?? null, from: row.valid_from_seq ?? null }));
      const rows = await this.rows(
        sql`SELECT to_jsonb(t) AS row FROM jsonb_to_recordset(${jsonb(keys)}) AS k(id text, "from" bigint)
            JOIN ${sql.identifier(table)} t ON t.project_id = ${this.projectId} AND t.id = k.id AND t.valid_from_seq = k."from"`,
      );
      const live = new Map(rows.map((row) => [keyOf(row), row]));
      for (const row of chunk) this.pair(table, row, live.get(keyOf(row)));
    }
  }

  /** Reports rows that no event made, after all versions of a table were compared. */
  async noOthers(table: string, subjectType: string): Promise<void> {
    const counted = await this.db.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM ${sql.identifier(table)} WHERE project_id = ${this.projectId}`,
    );
    const expected = this.counts.get(table) ?? 0;
    const actual = counted[0]?.n ?? 0;
    if (actual <= expected || this.full) return;
    this.count(table, actual - expected);
    const rows = await this.rows(
      sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t WHERE t.project_id = ${this.projectId} AND NOT EXISTS (
            SELECT 1 FROM events e WHERE e.project_id = ${this.projectId} AND e.seq = t.valid_from_seq
            AND e.subject_id = t.id AND e.subject_type = ${subjectType} AND NOT coalesce(e.change->'unset' @> '[""]', false))
          LIMIT ${MAX_DIFFERENCES}`,
    );
    for (const row of rows) this.report(table, row, null, null, row);
  }

  /** Compares all rows of a derived table, but for those that are not `counted`. */
  async derived(
    table: string,
    expected: readonly JsonObject[],
    counted: (row: JsonObject) => boolean = () => true,
  ): Promise<void> {
    const waiting = new Map(expected.map((row) => [keyOf(row), row]));
    let actual = 0;
    await this.db.execute(
      sql`DECLARE derived_rows NO SCROLL CURSOR FOR
          SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t WHERE project_id = ${sql.raw(literal(this.projectId))}`,
    );
    for (;;) {
      const rows = await this.rows(sql`FETCH ${sql.raw(String(CHUNK))} FROM derived_rows`);
      if (rows.length === 0) break;
      for (const row of rows.filter(counted)) {
        actual += 1;
        const wanted = waiting.get(keyOf(row));
        if (wanted === undefined) this.report(table, row, null, null, row);
        else this.pair(table, wanted, row);
        waiting.delete(keyOf(row));
      }
    }
    await this.db.execute(sql`CLOSE derived_rows`);
    for (const row of waiting.values()) this.report(table, row, null, row, null);
    this.count(table, Math.max(actual, expected.length));
  }

  private pair(table: string, expected: JsonObject, actual: JsonObject | undefined): void {
    if (actual === undefined) {
      this.report(table, expected, null, expected, null);
      return;
    }
    for (const column of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const wanted = expected[column] ?? null;
      const present = actual[column] ?? null;
      if (!jsonEqual(wanted, present)) this.report(table, expected, column, wanted, present);
    }
  }

  private count(table: string, rows: number): void {
    this.counts.set(table, (this.counts.get(table) ?? 0) + rows);
  }

  private async rows(query: SQL): Promise<JsonObject[]> {
    const rows = await this.db.execute<{ row: JsonObject }>(query);
    return rows.map(({ row }) => withMoments(row));
  }
}

/** Times in the one form the record uses. */
function withMoments(row: JsonObject): JsonObject {
  for (const column of ["created_at", "updated_at"]) {
    const value = row[column];
    if (typeof value === "string") row[column] = isoMoment(value);
  }
  return row;
}

/** Version rows are told apart by id and first sequence; derived rows carry the subject under other names. */
function idOf(row: JsonObject): string {
  if (row.subject_type !== undefined) return `${row.subject_type}/${row.facet}`;
  if (row.lexeme !== undefined) return [row.audience ?? [], row.type, row.lexeme].flat().join("/");
  return String(row.id ?? row.entity_id ?? `${row.graph_id}/${row.node_id}`);
}

function keyOf(row: JsonObject): string {
  return `${idOf(row)}@${row.valid_from_seq ?? row.from_seq ?? ""}`;
}

/** A cursor's query takes no parameters. The gate let only well-formed ids through; anything else is escaped all the same. */
function literal(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
