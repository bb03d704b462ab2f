import { z } from "zod";
import { listOutput } from "../../../kernel/page.ts";
import { singleLine } from "../../../kernel/validation/fields.ts";
import { keysetQuery, readKeyset } from "../../../operation/keyset.ts";
import { read } from "../../../operation/operation.ts";
import { countJobs, JOB_ORDER, jobsWhere, listJobs as listKeptJobs, visibleJobs } from "../../../queue/kept-jobs.ts";
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
    ...keysetQuery,
    state: jobState.optional(),
    name: singleLine({ min: 1, max: 100 }).optional().meta({ description: "Only jobs of this name." }),
  }),
  output: listOutput("jobs", Job),
  handle: async (context, { query: { state = null, name = null, ...query } }) => {
    const { db, caller } = context;
    const where = jobsWhere(visibleJobs(caller), { state, name });
    const total = await countJobs(db, where);
    const { rows, has_more } = await readKeyset(context, query, JOB_ORDER, (page) => listKeptJobs(db, where, page));
    return { jobs: rows.map(({ job }) => toJob(job)), total, has_more };
  },
});
