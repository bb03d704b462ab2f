import { sql } from "drizzle-orm";
import type { MadeText } from "#domain/gaps/made-gaps.ts";
import type { Columns, Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Idea that a generation does not make again. */
interface IdeaBefore extends MadeText {
  readonly isRejected: boolean;
}

/**
 * Reads the ideas at a sequence that are not made again, newest first. Of archived ones these are those that were rejected before or merged into
 * others; what somebody only put aside may come again.
 */
export async function ideasBefore(db: Db, projectId: string, seq: number): Promise<IdeaBefore[]> {
  const rows = await db.execute<Columns<"idea_versions", "premise" | "gap" | "entity_ids"> & { last_state: string }>(
    sql`SELECT premise, gap, entity_ids, last_state FROM (
          SELECT v.id, v.created_seq, v.premise, v.gap, v.entity_ids, v.state, v.merged_into_id, CASE v.state WHEN 'archived' THEN (
            SELECT earlier.state FROM idea_versions earlier
            WHERE earlier.project_id = ${projectId} AND earlier.id = v.id AND earlier.valid_from_seq < v.valid_from_seq
              AND earlier.state <> 'archived'
            ORDER BY earlier.valid_from_seq DESC LIMIT 1) ELSE v.state END AS last_state
          FROM idea_versions v WHERE v.project_id = ${projectId} AND ${holds(seq, "v")}) known
        WHERE state <> 'archived' OR merged_into_id IS NOT NULL OR last_state = 'rejected'
        ORDER BY created_seq DESC, id DESC`,
  );
  return rows.map(({ premise, gap, entity_ids, last_state }) => ({
    text: premise,
    gap: gap as MadeText["gap"],
    entity_ids: entity_ids as string[],
    isRejected: last_state === "rejected",
  }));
}
