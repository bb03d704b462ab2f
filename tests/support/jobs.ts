import type { Clock } from "#server/kernel/clock.ts";
import { JobQueue } from "#server/queue/job-queue.ts";
import type { Database } from "#server/record/database.ts";
import type { ProcessNotifications } from "#server/record/process-notifications.ts";

/** The queue of jobs where a test puts services together by hand; only those that work on it say what went wrong. */
export function testJobs(
  database: Database,
  clock: Clock,
  calls: Pick<ProcessNotifications, "send" | "hear">,
): JobQueue {
  return new JobQueue({ pool: database.reads, clock, calls, warn: () => {} });
}
