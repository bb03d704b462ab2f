import { sql } from "drizzle-orm";
import { isoMoment } from "../kernel/clock.ts";
import type { Json, JsonObject } from "../kernel/json.ts";
import { jsonEqual } from "../kernel/json.ts";
import type { Db } from "./database.ts";
import { streamEvents } from "./feed.ts";
import { Fold } from "./fold.ts";
import type { ResourceRegistry } from "./registry.ts";

/** One way in which the live rows differ from what the events say. */
export interface ReplayDifference {
  table: string;
  id: string;
  valid_from_seq: number;
  /** The column, or null when a whole row is missing or too many. */
  column: string | null;
  expected: Json;
  actual: Json;
}

/** What replay found. */
export interface ReplayReport {
  seq: number;
  rows_compared: number;
  differences: ReplayDifference[];
}

/** Differences reported at most; one is already a defect. */
const MAX_DIFFERENCES = 100;

/**
 * Rebuilds a project from its events and compares every version and every derived row with the live tables. Run inside
 * one snapshot, so that writers may go on meanwhile. Also checks that the record itself is gapless and ordered in time.
 */
export async function replayProject(db: Db, projectId: string, resources: ResourceRegistry): Promise<ReplayReport> {
  const fold = new Fold(projectId, resources);
  const differences: ReplayDifference[] = [];
  let seq = 0;
  let time = "";
  for await (const page of streamEvents(db, projectId)) {
    for (const event of page) {
      seq += 1;
      if (event.seq !== seq) {
        differences.push(rowDifference("events", { id: event.id, valid_from_seq: event.seq }, "seq", seq, event.seq));
        seq = event.seq;
      }
      if (event.recorded_at < time) {
        differences.push(
          rowDifference("events", { id: event.id, valid_from_seq: event.seq }, "recorded_at", time, event.recorded_at),
        );
      }
      time = event.recorded_at;
    }
    await fold.apply(page);
  }
  await fold.settle();
  const head = await db.execute<{ last_seq: number }>(
    sql`SELECT last_seq FROM project_heads WHERE project_id = ${projectId}`,
  );
  const lastSeq = head[0]?.last_seq ?? 0;
  if (lastSeq !== seq) {
    differences.push(rowDifference("project_heads", { id: projectId, valid_from_seq: seq }, "last_seq", seq, lastSeq));
  }

  let compared = 0;
  for (const [table, expected] of fold.tables()) {
    const actual = await liveRows(db, table, projectId);
    compared += compareTable(table, expected, actual, differences);
    if (differences.length >= MAX_DIFFERENCES) break;
  }
  return { seq, rows_compared: compared, differences: differences.slice(0, MAX_DIFFERENCES) };
}

/** All rows a table holds for a project, as JSON with times in one form. */
async function liveRows(db: Db, table: string, projectId: string): Promise<JsonObject[]> {
  const rows = await db.execute<{ row: JsonObject }>(
    sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t WHERE project_id = ${projectId}`,
  );
  return rows.map(({ row }) => normalise(row));
}

function normalise(row: JsonObject): JsonObject {
  for (const column of ["created_at", "updated_at"]) {
    const value = row[column];
    if (typeof value === "string") row[column] = isoMoment(value);
  }
  return row;
}

function compareTable(
  table: string,
  expected: readonly JsonObject[],
  actual: readonly JsonObject[],
  differences: ReplayDifference[],
): number {
  const live = new Map(actual.map((row) => [rowKey(row), row]));
  for (const row of expected) {
    const found = live.get(rowKey(row));
    if (found === undefined) {
      differences.push(rowDifference(table, row, null, row, null));
      continue;
    }
    live.delete(rowKey(row));
    for (const column of new Set([...Object.keys(row), ...Object.keys(found)])) {
      const wanted = row[column] ?? null;
      const present = found[column] ?? null;
      if (!jsonEqual(wanted, present)) differences.push(rowDifference(table, row, column, wanted, present));
    }
  }
  for (const row of live.values()) differences.push(rowDifference(table, row, null, null, row));
  return Math.max(expected.length, actual.length);
}

/** Version rows are told apart by id and first sequence; derived rows carry the subject under another name. */
function rowKey(row: JsonObject): string {
  const id = row["id"] ?? row["entity_id"] ?? `${row["graph_id"]}/${row["node_id"]}`;
  return `${id}@${row["valid_from_seq"] ?? ""}`;
}

function rowDifference(
  table: string,
  row: JsonObject,
  column: string | null,
  expected: Json,
  actual: Json,
): ReplayDifference {
  const [id = ""] = rowKey(row).split("@");
  return { table, id, valid_from_seq: Number(row["valid_from_seq"] ?? 0), column, expected, actual };
}
