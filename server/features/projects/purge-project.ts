import { sql } from "drizzle-orm";
import type { Mode } from "../../kernel/scope.ts";
import type { Services } from "../../operation/context.ts";
import { job } from "../../queue/job.ts";
import { jobNamed } from "../../queue/job-id.ts";
import type { Columns, Db } from "../../record/database.ts";
import { audit } from "../access/public.ts";
import { RESTORABLE_MS } from "./operations/delete-project.ts";

/**
 * Milliseconds between the end of the time for restoring a project and its removal: the clocks of processes differ by
 * less.
 */
const GRACE_MS = 60 * 60 * 1000;
/** Projects asked for in one piece. */
const PROJECTS = 100;
/** Rows of one transaction: some 50 ms, and one that is lost costs no more. */
const ROWS = 2_000;

type OldProject = Columns<"project_heads", "project_id" | "workspace_id" | "mode"> & { readonly mode: Mode };

const longAgo = ({ clock }: Services): string => new Date(clock.now() - RESTORABLE_MS - GRACE_MS).toISOString();

/** Asks for the removal of every project that was deleted more than thirty days ago. */
export const purgeDeletedProjects = job<{ after?: string }>({
  name: "purge_deleted_projects",
  every: "1 hour",
  step: async (services, { after = "" }) => {
    const found = await services.database.reads.execute<OldProject>(
      sql`SELECT project_id, workspace_id, mode FROM project_heads
          WHERE deleted_at < ${longAgo(services)} AND project_id > ${after} ORDER BY project_id LIMIT ${PROJECTS}`,
    );
    await services.database.writes.transaction("write", async (db) => {
      for (const { project_id: projectId, workspace_id: workspaceId, mode } of found) {
        const id = jobNamed(purgeProject.name, projectId);
        await services.jobs.enqueue(db, purgeProject, { workspaceId, mode, projectId }, { project_id: projectId }, id);
      }
    });
    const last = found.at(-1);
    if (last === undefined) return "done";
    services.jobs.wake();
    return { after: last.project_id };
  },
});

/**
 * Removes a project that was deleted more than thirty days ago and can no longer be restored: its files, every row of
 * every table, its events too, the head last. Repeating a piece removes what is left.
 */
export const purgeProject = job<{ project_id: string }>({
  name: "purge_project",
  every: null,
  step: async (services, state, signal) => {
    const { project_id: projectId } = state;
    const { writes } = services.database;
    if ((await findOld(services, writes, projectId)) === null) return "done";
    while (await services.artifacts.removeProject(projectId)) if (signal.aborted) return state;
    for (const table of await projectTables(writes)) {
      while (await removeRows(writes, table, projectId)) if (signal.aborted) return state;
    }
    await writes.transaction("write", async (db) => {
      const project = await findOld(services, db, projectId);
      if (project === null) return;
      await db.execute(sql`DELETE FROM project_heads WHERE project_id = ${projectId}`);
      await audit(
        db,
        { workspaceId: project.workspace_id, actor: "system:purge", requestId: null, now: services.clock.now() },
        { kind: "project.purged", subjectId: projectId, data: { mode: project.mode } },
      );
    });
    return "done";
  },
});

/** The project, if it is there and was deleted long ago. */
async function findOld(services: Services, db: Db, projectId: string): Promise<OldProject | null> {
  const [row] = await db.execute<OldProject>(
    sql`SELECT project_id, workspace_id, mode FROM project_heads
        WHERE project_id = ${projectId} AND deleted_at < ${longAgo(services)}`,
  );
  return row ?? null;
}

/** Every table with rows of projects, but for their heads: asked of the database, so that a new one is not forgotten. */
async function projectTables(db: Db): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(
    sql`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id'
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relname <> 'project_heads' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Removes some rows of a project; answers whether there may be more. */
async function removeRows(db: Db, table: string, projectId: string): Promise<boolean> {
  const name = sql.identifier(table);
  const [removed] = await db.execute<{ count: number }>(
    sql`WITH removed AS (DELETE FROM ${name} WHERE project_id = ${projectId}
          AND ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE project_id = ${projectId} LIMIT ${ROWS})) RETURNING 1)
        SELECT count(*) FROM removed`,
  );
  return removed?.count === ROWS;
}
