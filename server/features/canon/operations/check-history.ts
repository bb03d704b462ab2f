import { sql } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { projectWrite } from "../../../operation/operation.ts";
import { projectScope } from "../../../operation/project-scope.ts";
import { checkHistoryJob, readHistory } from "../check-history.ts";
import { HistoryProgress, toProgress } from "../history-form.ts";

export const checkHistory = projectWrite({
  method: "POST",
  path: "/v1/projects/{project_id}/canon/history",
  scope: "write",
  alone: true,
  summary: "Check all history against the canon",
  description:
    "A job goes through every commit up to now, by the rules of now, and notes what contradicted what and for how long. Nothing is recorded. While one is under way, it is answered; behind one that is through, or failed, another one begins anew.",
  params: projectScope,
  output: HistoryProgress,
  status: 202,
  errors: ["not_found"],
  handle: async ({ db, project, services, afterCommit }) => {
    const now = services.clock.now();
    const there = await readHistory(db, project.id);
    const isUnderWay = there !== null && there.checked_to_seq < there.to_seq && !there.failed;
    if (isUnderWay) return toProgress(there);
    const jobId = newId("job", now);
    await db.execute(
      sql`INSERT INTO canon_histories (project_id, job_id, began_at, is_clearing, checked_to_seq, checked_unit, to_seq)
          VALUES (${project.id}, ${jobId}, ${new Date(now).toISOString()}, true, 0, '', ${project.lastSeq})
          ON CONFLICT (project_id) DO UPDATE SET job_id = excluded.job_id, began_at = excluded.began_at, is_clearing = true, checked_to_seq = 0,
            checked_unit = '', to_seq = excluded.to_seq`,
    );
    const owner = { workspaceId: project.workspaceId, mode: project.mode, projectId: project.id };
    await services.jobs.enqueue(db, checkHistoryJob, owner, { project_id: project.id }, jobId);
    afterCommit(() => services.jobs.wake());
    return toProgress(await readHistory(db, project.id));
  },
});
