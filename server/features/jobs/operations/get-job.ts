import { Problem } from "../../../kernel/problem.ts";
import { read } from "../../../operation/operation.ts";
import { findJob, visibleJobs } from "../../../queue/kept-jobs.ts";
import { Job, jobParams, toJob } from "../schemas.ts";

export const getJob = read({
  method: "GET",
  path: "/v1/jobs/{job_id}",
  scope: "admin",
  summary: "Get a job",
  params: jobParams,
  output: Job,
  errors: ["not_found"],
  handle: async ({ db, caller }, { params }) => {
    const job = await findJob(db, visibleJobs(caller), params.job_id);
    if (job === null) throw new Problem("not_found");
    return toJob(job);
  },
});
