import type { Services } from "../operation/context.ts";
import { type Job, job } from "./job.ts";

/** Declares a job that tends rows which have served their time; `piece` sees to some and answers whether there are more. */
export function upkeep(name: string, piece: (services: Services) => Promise<boolean>, every = "10 minutes"): Job {
  return job({
    name,
    every,
    step: async (services, _state, signal) => {
      while (await piece(services)) if (signal.aborted) return {};
      return "done";
    },
  });
}
