import { sql } from "drizzle-orm";
import { isCurrent } from "#drizzle/schema/columns.ts";
import { announceWork } from "../../leases/leased-rows.ts";
import type { Db } from "../../record/database.ts";
import type { RestoredHead } from "../../record/resource.ts";
import { SESSION_WORK } from "./session-work.ts";

/** Error code of sessions whose project was restored from a backup: their work was not part of the backup. */
export const NOT_RESTORED = "not_restored";

/**
 * Makes the rows that sessions of a restored project need beside the record: their entries in the directory, and work
 * that ends the sessions that were under way or waited for a person, since no backup holds their steps and questions.
 */
export async function takeUpRestored(db: Db, head: RestoredHead): Promise<void> {
  const { project_id: projectId, workspace_id: workspaceId, mode } = head;
  const sessions = sql`FROM session_versions v WHERE v.project_id = ${projectId} AND v.${isCurrent}`;
  await db.execute(
    sql`INSERT INTO session_directory (id, of_project, workspace_id, kind, status, created_at)
        SELECT v.id, v.project_id, ${workspaceId}::text, v.kind, v.status, v.created_at ${sessions}
        ON CONFLICT (id) DO UPDATE SET workspace_id = EXCLUDED.workspace_id, status = EXCLUDED.status
          WHERE session_directory.of_project = EXCLUDED.of_project`,
  );
  // Its unit was counted where the workspace's counts came from as well, and is given back when it ends.
  const open = await db.execute(
    sql`INSERT INTO session_work (project_id, id, starter, phase, done, memo, failures, input_tokens, output_tokens, usage_estimated,
          logged, unit_at, stop, created_at, due_at, fence)
        SELECT v.project_id, v.id,
          jsonb_build_object('kind', 'key', 'actor', e.actor, 'id', e.actor, 'workspace_id', ${workspaceId}::text,
            'modes', jsonb_build_array(${mode}::text), 'project_ids', null, 'role', null, 'plan', 'system',
            'session_version', null, 'request_id', null),
          'queued', '{}', '{}', 0, 0, 0, false, 0, ${head.isWhole ? sql`v.created_at` : sql`NULL`}, ${NOT_RESTORED}, v.created_at,
          v.created_at, 0
        FROM session_versions v JOIN events e ON e.project_id = v.project_id AND e.seq = v.created_seq
        WHERE v.project_id = ${projectId} AND v.${isCurrent} AND v.status IN ('accepted', 'awaiting_human')
        ON CONFLICT DO NOTHING RETURNING 1`,
  );
  if (open.length > 0) await db.execute(announceWork(projectId, SESSION_WORK, Date.parse(head.created_at)));
}
