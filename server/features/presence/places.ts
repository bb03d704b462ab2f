import { sql } from "drizzle-orm";
import { addToList } from "#domain/add-to-list.ts";
import type { Present } from "../../operation/live.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { removeOld } from "../../record/remove-old.ts";
import { membersByName } from "../access/public.ts";
import { EXPIRES_AFTER_MS } from "./schemas.ts";

/**
 * Maximum number of people read for a project: more than a list of faces can show, and a bound on the cost of one
 * person's many windows.
 */
const SHOWN_PER_PROJECT = 200;

// The database's clock decides, for every process alike.
const freshFrom = sql`now() - ${EXPIRES_AFTER_MS} * interval '1 millisecond'`;
const isFresh = sql`seen_at > ${freshFrom}`;

/** Writes the place of a window. `isNews` is set when the window was not there before, or was elsewhere. */
export async function putPlace(
  db: Db,
  place: { project_id: string; user_id: string; client_id: string; graph_id: string | null; node_id: string | null },
): Promise<{ seenAt: number; isNews: boolean }> {
  const { project_id, user_id, client_id, graph_id, node_id } = place;
  // A window says every few seconds that it is still there: then this one statement is all.
  const [same] = await db.execute<Columns<"presence", "seen_at">>(
    sql`UPDATE presence SET seen_at = now()
        WHERE project_id = ${project_id} AND user_id = ${user_id} AND client_id = ${client_id} AND ${isFresh}
          AND graph_id IS NOT DISTINCT FROM ${graph_id}::text AND node_id IS NOT DISTINCT FROM ${node_id}::text
        RETURNING seen_at`,
  );
  if (same !== undefined) return { seenAt: new Date(same.seen_at).getTime(), isNews: false };
  const [row] = await db.execute<Columns<"presence", "seen_at">>(
    sql`INSERT INTO presence AS p (project_id, user_id, client_id, graph_id, node_id, seen_at)
        VALUES (${project_id}, ${user_id}, ${client_id}, ${graph_id}, ${node_id}, now())
        ON CONFLICT (project_id, user_id, client_id)
        DO UPDATE SET graph_id = excluded.graph_id, node_id = excluded.node_id, seen_at = excluded.seen_at
        RETURNING p.seen_at`,
  );
  if (row === undefined) throw new Error("a place was not written");
  return { seenAt: new Date(row.seen_at).getTime(), isNews: true };
}

/** Reads the people present in these projects: members of the project's workspace, ordered by name. */
export async function findPlaces(db: Db, projectIds: readonly string[]): Promise<Map<string, Present[]>> {
  const rows = await db.execute<Record<keyof Present, string> & { project_id: string }>(
    sql`SELECT project_id, client_id, user_id, name, graph_id, node_id FROM (
          SELECT p.project_id, p.client_id, p.user_id, u.name, p.graph_id, p.node_id,
            row_number() OVER (PARTITION BY p.project_id ORDER BY u.name, p.user_id, p.client_id) AS place
          FROM presence p
          JOIN project_heads h ON h.project_id = p.project_id
          JOIN ${membersByName} u ON u.workspace_id = h.workspace_id AND u.user_id = p.user_id
          WHERE p.project_id = ANY(${textArray(projectIds)}) AND ${isFresh}
        ) listed WHERE place <= ${SHOWN_PER_PROJECT} ORDER BY project_id, place`,
  );
  const places = new Map<string, Present[]>();
  for (const { project_id: projectId, ...person } of rows) {
    addToList(places, projectId, person);
  }
  return places;
}

/** Rows removed at once. */
const REMOVED_AT_ONCE = 5_000;

/** Removes some of the places nobody has said again for a while; answers whether there are more. */
export function forgetOldPlaces(db: Db): Promise<boolean> {
  return removeOld(db, { table: "presence", column: "seen_at", until: freshFrom, atOnce: REMOVED_AT_ONCE });
}
