import { importEntitiesJob } from "../features/entities/public.ts";
import { importProjectJob, purgeDeletedProjects, purgeProject } from "../features/projects/public.ts";
import type { Job } from "../queue/job.ts";
import {
  collectFiles,
  endSessions,
  forgetAnswers,
  forgetDeliveries,
  forgetDemoSessions,
  forgetGestureResults,
  forgetImports,
  forgetPlaces,
  forgetProjectImports,
  forgetRates,
  forgetReceipts,
  forgetShareTokens,
  forgetTraces,
  forgetVisits,
  rollUp,
  turn,
} from "./upkeep.ts";

/** Every job of the product. What is not listed is not done. */
export const jobs: readonly Job[] = [
  forgetAnswers,
  forgetGestureResults,
  forgetImports,
  forgetProjectImports,
  forgetRates,
  forgetPlaces,
  forgetDeliveries,
  forgetVisits,
  forgetDemoSessions,
  forgetShareTokens,
  forgetReceipts,
  endSessions,
  forgetTraces,
  collectFiles,
  rollUp,
  turn,
  purgeDeletedProjects,
  purgeProject,
  importEntitiesJob,
  importProjectJob,
];
