import { z } from "zod";
import { hasMore, listOutput, pageQuery } from "../../../kernel/page.ts";
import { singleLine } from "../../../kernel/validation/fields.ts";
import { read } from "../../../operation/operation.ts";
import { listJobs as listKeptJobs, visibleJobs } from "../../../queue/kept-jobs.ts";
import { Job, jobState, toJob } from "../schemas.ts";

export const listJobs = read({
  method: "GET",
  path: "/v1/jobs",
  scope: "admin",
  summary: "List jobs",
  description:
    "Background jobs of the workspace, newest first: waiting, running, done, and failed too " +
    "often to be retried. Finished jobs are kept for 30 days.",
  params: z.object({}),
  query: z.object({
    ...pageQuery,
    state: jobState.optional(),
    name: singleLine({ min: 1, max: 100 }).optional().meta({ description: "Only jobs of this name." }),
  }),
  output: listOutput("jobs", Job),
  handle: async ({ db, caller }, { query }) => {
    const { limit, offset, state = null, name = null } = query;
    const { jobs, total } = await listKeptJobs(db, visibleJobs(caller), { state, name, limit, offset });
    return { jobs: jobs.map(toJob), total, has_more: hasMore(total, offset, jobs.length) };
  },
});
