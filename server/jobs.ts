import { purgeDeletedProjects, purgeProject } from "./features/projects/public.ts";
import type { Job } from "./jobs/job.ts";
import {
  forgetAnswers,
  forgetDeliveries,
  forgetGestureResults,
  forgetPlaces,
  forgetRates,
  rollUp,
  turn,
} from "./upkeep.ts";

/** Every job of the product. What is not listed is not done. */
export const jobs: readonly Job[] = [
  forgetAnswers,
  forgetGestureResults,
  forgetRates,
  forgetPlaces,
  forgetDeliveries,
  rollUp,
  turn,
  purgeDeletedProjects,
  purgeProject,
];
