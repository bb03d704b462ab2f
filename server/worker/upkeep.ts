import { turnPeriods } from "../features/billing/public.ts";
import { forgetOldReceipts } from "../features/context/public.ts";
import { DEMO_VISITS, forgetOldSessions } from "../features/demo/public.ts";
import { forgetOldGestureResults } from "../features/dialogues/public.ts";
import { forgetOldImports } from "../features/entities/public.ts";
import { endUnanswered, forgetOldTraces } from "../features/generation/public.ts";
import { forgetOldPlaces } from "../features/presence/public.ts";
import { forgetOldTransfers } from "../features/projects/public.ts";
import { forgetOrphanedTokens, PATH_VISITS, STORY_VISITS } from "../features/shares/public.ts";
import { rollUpUsage } from "../features/usage/public.ts";
import { forgetOldDeliveries } from "../features/webhooks/public.ts";
import { forgetOldRates } from "../http/stale-rates.ts";
import type { Services } from "../operation/context.ts";
import { forgetOldAnswers } from "../operation/idempotency.ts";
import { forgetOldVisits } from "../operation/visits.ts";
import { type Job, job } from "../queue/job.ts";

/** A job that tends rows which have served their time; `piece` sees to some and answers whether there are more. */
function upkeep(name: string, piece: (services: Services) => Promise<boolean>, every = "10 minutes"): Job {
  return job({
    name,
    every,
    step: async (services, _state, signal) => {
      while (await piece(services)) if (signal.aborted) return {};
      return "done";
    },
  });
}

export const forgetAnswers = upkeep("forget_answers", ({ database, clock }) =>
  forgetOldAnswers(database.writes, clock.now()),
);
export const forgetGestureResults = upkeep("forget_gesture_results", ({ database, clock }) =>
  forgetOldGestureResults(database.writes, clock.now()),
);
export const forgetImports = upkeep("forget_entity_imports", ({ database, clock }) =>
  forgetOldImports(database.writes, clock.now()),
);
export const forgetProjectImports = upkeep("forget_project_imports", ({ database, clock }) =>
  forgetOldTransfers(database.writes, clock.now()),
);
export const forgetRates = upkeep("forget_rates", ({ database }) => forgetOldRates(database.writes));
export const forgetPlaces = upkeep("forget_places", ({ database }) => forgetOldPlaces(database.writes));
export const forgetDeliveries = upkeep("forget_deliveries", ({ database, clock }) =>
  forgetOldDeliveries(database.writes, clock.now()),
);
export const forgetReceipts = upkeep("forget_context_receipts", ({ database, clock }) =>
  forgetOldReceipts(database.writes, clock.now()),
);
export const collectFiles = upkeep("collect_files", ({ artifacts, log }) =>
  artifacts.collect(({ message }) => log.warn({ reason: message }, "the bytes of a file could not be removed")),
);
export const rollUp = upkeep("roll_up_usage", ({ database, clock }) => rollUpUsage(database.writes, clock.now()));
export const turn = upkeep("turn_periods", ({ database, clock }) => turnPeriods(database.writes, clock.now()));
/** Every minute: where visitors came from is not to be kept longer than it counts. */
export const forgetVisits = upkeep(
  "forget_visits",
  async ({ database, clock }) => {
    let isMore = false;
    for (const limit of [DEMO_VISITS, STORY_VISITS, PATH_VISITS])
      isMore = (await forgetOldVisits(database.writes, limit, clock.now())) || isMore;
    return isMore;
  },
  "1 minute",
);
export const forgetDemoSessions = upkeep("forget_demo_sessions", ({ database, clock }) =>
  forgetOldSessions(database.writes, clock.now()),
);
export const forgetShareTokens = upkeep("forget_share_tokens", ({ database }) => forgetOrphanedTokens(database.writes));
export const endSessions = upkeep("end_unanswered_sessions", endUnanswered);
export const forgetTraces = upkeep("forget_traces", ({ database, clock }) =>
  forgetOldTraces(database.writes, clock.now()),
);
