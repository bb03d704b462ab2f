import { sql } from "drizzle-orm";
import type { JsonObject } from "#domain/json.ts";
import { isoMoment } from "#server/kernel/clock.ts";
import type { Db } from "#server/record/database.ts";
import { resources } from "#server/resources.ts";

/** Every table whose rows are valid for an interval of sequences. */
export const INTERVAL_TABLES = [...resources.all().map(({ table }) => table), "entity_paths"];

type Rows = Map<string, JsonObject[]>;

/** Reads the rows of the live tables at every sequence from 0 to the head, in one query: moments of {@link Rows}. */
export async function rowsAtEveryMoment(db: Db, projectId: string, head: number): Promise<Rows[]> {
  const moments: Rows[] = Array.from({ length: head + 1 }, () => new Map());
  const parts = INTERVAL_TABLES.map(
    (table) => sql`SELECT m.seq, ${table}::text AS name, to_jsonb(t) AS row FROM ${sql.identifier(table)} t
      JOIN generate_series(0, ${head}::bigint) AS m(seq) ON m.seq BETWEEN t.valid_from_seq AND t.valid_to_seq
      WHERE t.project_id = ${projectId}`,
  );
  const found = await db.execute<{ seq: number; name: string; row: JsonObject }>(sql.join(parts, sql` UNION ALL `));
  for (const { seq, name, row } of found) {
    const rows = moments[seq]?.get(name);
    if (rows === undefined) moments[seq]?.set(name, [row]);
    else rows.push(row);
  }
  return moments;
}

/** Rows in one comparable form: without their end, which the moment cannot know, and in one order. */
export function comparable(rows: Rows): Record<string, JsonObject[]> {
  const named = INTERVAL_TABLES.map((table) => {
    const emptied = resources
      .all()
      .flatMap((resource) => (resource.table === table ? Object.keys(resource.emptied) : []));
    const plain = (rows.get(table) ?? []).map(({ valid_to_seq: _, ...row }) => {
      // Like the end of a version, what it gives up with it is not known at its own moment; replay compares both.
      for (const column of emptied) delete row[column];
      for (const column of ["created_at", "updated_at"]) {
        if (typeof row[column] === "string") row[column] = isoMoment(row[column]);
      }
      return row;
    });
    const id = (row: JsonObject): string => String(row.id ?? row.entity_id);
    return [table, plain.sort((a, b) => (id(a) < id(b) ? -1 : 1))] as const;
  });
  return Object.fromEntries(named);
}
