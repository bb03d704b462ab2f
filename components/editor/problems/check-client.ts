import { wrap } from "comlink";
import type { Problem } from "#domain/problems/problem.ts";
import type { CheckWorker } from "./check.worker.ts";
import type { CheckRequest } from "./check-request.ts";
import type { ProblemChecker } from "./problem-checker.ts";

/** Checks a dialogue somewhere; requests are answered in order. */
export interface CheckClient {
  check(request: CheckRequest): Promise<readonly Problem[]>;
  close(): void;
}

/** Starts a worker for one dialogue. */
export function startCheckWorker(graphId: string): CheckClient {
  const worker = new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module", name: "problems" });
  const remote = wrap<CheckWorker>(worker);
  const opened = remote.open(graphId);
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("The worker that checks for problems has failed.")));
  });
  // Whoever waits hears of it; nobody may be waiting.
  failed.catch(() => undefined);
  return {
    check: (request) => Promise.race([failed, opened.then(() => remote.check(request))]),
    close: () => worker.terminate(),
  };
}

/** Checks on this thread, where there is no worker to be had. The rules are fetched only then. */
export function checkHere(graphId: string): CheckClient {
  let checker: Promise<ProblemChecker> | null = null;
  const fetched = () => import("./problem-checker.ts").then(({ ProblemChecker }) => new ProblemChecker(graphId));
  return {
    check: async (request) => {
      // Fetched by whoever asks, who hears when it does not arrive.
      checker ??= fetched();
      return (await checker).check(request);
    },
    close: () => undefined,
  };
}
