import { sql } from "drizzle-orm";
import { isoMoment } from "../../../kernel/clock.ts";
import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import type { Columns } from "../../../record/database.ts";
import { stateOf } from "../../../record/resource.ts";
import { lastVersion } from "../../../record/versions.ts";
import { requirePlanRoom } from "../../access/public.ts";
import { countProjects } from "../count-projects.ts";
import { projectResource } from "../project.ts";
import { Project, projectParams, projectTag, toProject } from "../schemas.ts";
import { RESTORABLE_MS } from "./delete-project.ts";

export const restoreProject = write({
  method: "POST",
  path: "/v1/projects/{project_id}/restore",
  scope: "admin",
  long: true,
  queued: true,
  summary: "Restore a deleted project",
  params: projectParams,
  output: Project,
  errors: ["not_found", "plan_limit_reached"],
  handle: async ({ db, caller, services, openProject, response }, { params }) => {
    const record = await openProject(params.project_id);
    const heads = await db.execute<Columns<"project_heads", "deleted_at"> & { deleted_at: string }>(
      sql`SELECT deleted_at FROM project_heads WHERE project_id = ${params.project_id}`,
    );
    const deletedAt = heads[0] === undefined ? 0 : new Date(isoMoment(heads[0].deleted_at)).getTime();
    if (services.clock.now() - deletedAt > RESTORABLE_MS) throw new Problem("not_found");
    const { workspaceId } = caller;
    await requirePlanRoom(db, workspaceId, "projects", () => countProjects(db, workspaceId, services.clock.now()));
    const last = await lastVersion(db, projectResource, params.project_id, params.project_id);
    if (last === null) throw new Problem("not_found");
    record.restore(projectResource, last, stateOf(projectResource, last));
    await record.commit();
    await db.execute(sql`UPDATE project_heads SET deleted_at = NULL WHERE project_id = ${params.project_id}`);
    const version = record.version(projectResource, params.project_id);
    if (version === null) throw new Error("a restored project has no version");
    response.etag = projectTag(version, record.seq);
    return toProject(version, { workspaceId: caller.workspaceId, lastSeq: record.seq, deletedAt: null });
  },
});
