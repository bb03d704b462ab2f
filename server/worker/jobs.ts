import { forgetOldRates } from "../http/stale-rates.ts";
import { forgetOldAnswers } from "../operation/idempotency.ts";
import { forgetOldVisits, type VisitLimit } from "../operation/visits.ts";
import { type Areas, areas } from "../operations.ts";
import type { Job } from "../queue/job.ts";
import { upkeep } from "../queue/upkeep.ts";

/** Jobs that belong to no area, for the operations of these. */
const commonJobs = (of: Areas): readonly Job[] => [
  upkeep("forget_answers", ({ database, clock }) => forgetOldAnswers(database.writes, clock.now())),
  upkeep("forget_rates", ({ database }) => forgetOldRates(database.writes)),
  upkeep("collect_files", ({ artifacts, log }) =>
    artifacts.collect(({ message }) => log.warn({ reason: message }, "the bytes of a file could not be removed")),
  ),
  // Every minute: where visitors came from is not to be kept longer than it counts.
  upkeep(
    "forget_visits",
    async ({ database, clock }) => {
      let isMore = false;
      for (const limit of visitLimits(of))
        isMore = (await forgetOldVisits(database.writes, limit, clock.now())) || isMore;
      return isMore;
    },
    "1 minute",
  ),
];

/** Limits of all operations that are asked for without a key, each once. */
function visitLimits(of: Areas): VisitLimit[] {
  const operations = Object.values(of).flatMap((area) => Object.values(area.operations));
  const limits = operations.flatMap(({ visits }) => visits ?? []);
  return [...new Map(limits.map((limit) => [limit.policy, limit])).values()];
}

/** Returns every job of these areas, and those that belong to none. */
export function jobsOf(of: Areas): readonly Job[] {
  return [...commonJobs(of), ...Object.values(of).flatMap(({ jobs: own }) => own)];
}

/** Every job of the product. */
export const jobs = jobsOf(areas);
