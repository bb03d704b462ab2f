import { getJob } from "./operations/get-job.ts";
import { listJobs } from "./operations/list-jobs.ts";
import { retryJob } from "./operations/retry-job.ts";

export const jobs = {
  list: listJobs,
  get: getJob,
  retry: retryJob,
};
