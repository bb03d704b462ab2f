import { sql } from "drizzle-orm";
import type { JsonObject } from "#server/kernel/json.ts";
import { isoMoment } from "#server/kernel/clock.ts";
import type { Db } from "#server/record/database.ts";
import { holds } from "#server/record/versions.ts";
import { resources } from "#server/resources.ts";

/** Every table whose rows are valid for an interval of sequences. */
export const INTERVAL_TABLES = [...resources.all().map(({ table }) => table), "entity_paths"];

type Rows = Map<string, JsonObject[]>;

/** What the live tables answer at a sequence, by the same predicate every read uses. */
export async function rowsAsOf(db: Db, projectId: string, seq: number): Promise<Rows> {
  const parts = INTERVAL_TABLES.map(
    (table) => sql`SELECT ${table}::text AS name, to_jsonb(t) AS row FROM ${sql.identifier(table)} t
      WHERE project_id = ${projectId} AND ${holds(seq)}`,
  );
  const found = await db.execute<{ name: string; row: JsonObject }>(sql.join(parts, sql` UNION ALL `));
  const rows: Rows = new Map(INTERVAL_TABLES.map((table) => [table, []]));
  for (const { name, row } of found) rows.get(name)?.push(row);
  return rows;
}

/** Rows in one comparable form: without their end, which the moment cannot know, and in one order. */
export function comparable(rows: Rows): Record<string, JsonObject[]> {
  const named = INTERVAL_TABLES.map((table) => {
    const plain = (rows.get(table) ?? []).map(({ valid_to_seq: _, ...row }) => {
      for (const column of ["created_at", "updated_at"]) {
        if (typeof row[column] === "string") row[column] = isoMoment(row[column]);
      }
      return row;
    });
    const id = (row: JsonObject): string => String(row["id"] ?? row["entity_id"]);
    return [table, plain.sort((a, b) => (id(a) < id(b) ? -1 : 1))] as const;
  });
  return Object.fromEntries(named);
}
