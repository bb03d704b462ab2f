import { area } from "../../operation/area.ts";
import { getJob } from "./operations/get-job.ts";
import { listJobs } from "./operations/list-jobs.ts";
import { retryJob } from "./operations/retry-job.ts";

export const jobs = area({
  tag: "keys",
  operations: { list: listJobs, get: getJob, retry: retryJob },
});
