import { Problem } from "../../../kernel/problem.ts";
import { write } from "../../../operation/operation.ts";
import { findJob, visibleJobs } from "../../../queue/kept-jobs.ts";
import { audit, openWorkspace } from "../../access/public.ts";
import { Job, jobParams, toJob } from "../schemas.ts";

export const retryJob = write({
  method: "POST",
  path: "/v1/jobs/{job_id}/retry",
  scope: "admin",
  summary: "Retry a failed job",
  description: "Retries the failed step immediately. Finished steps are kept.",
  params: jobParams,
  output: Job,
  errors: ["not_found", "job_state"],
  handle: async (context, { params }) => {
    const { db, services } = context;
    const change = await openWorkspace(context, "admin");
    const visible = visibleJobs(change.caller);
    const job = await findJob(db, visible, params.job_id);
    if (job === null) throw new Problem("not_found");
    if (!(await services.jobs.revive(db, job.id))) throw new Problem("job_state", { detail: { state: job.state } });
    await audit(db, change, { kind: "job.retried", subjectId: job.id, data: { name: job.data.job } });
    context.afterCommit(() => services.jobs.wake());
    const revived = await findJob(db, visible, job.id);
    if (revived === null) throw new Error("a job that was revived is not there");
    return toJob(revived);
  },
});
