// Run by tests as a process of its own that ends itself with SIGKILL: works on jobs of the database that DATABASE_URL names. With the
// argument `together` the pill waits until other work is under way beside it, and that work goes on until the process ends.
import { systemClock } from "#server/kernel/clock.ts";
import type { Services } from "#server/operation/context.ts";
import { job } from "#server/queue/job.ts";
import { JobQueue } from "#server/queue/job-queue.ts";
import { JobRunner } from "#server/queue/job-runner.ts";
import { openDatabase } from "#server/record/database.ts";

const isTogether = process.argv[2] === "together";
const beside = Promise.withResolvers<void>();
const database = openDatabase(process.env.DATABASE_URL ?? "", { reads: 2, writes: 2 });
const deaf = { send: () => {}, hear: () => () => {} };
const queue = new JobQueue({ pool: database.reads, clock: systemClock, calls: deaf, warn: () => {} });
const log = { request: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

const jobs = [
  job({
    name: "swallow_pill",
    every: null,
    step: async () => {
      if (isTogether) await beside.promise;
      process.kill(process.pid, "SIGKILL");
      return "done";
    },
  }),
  job({
    name: "eat_plum",
    every: null,
    step: async (_services, _state, signal) => {
      beside.resolve();
      return isTogether ? stopped(signal) : "done";
    },
  }),
  job({ name: "wait_for_end", every: null, step: (_services, _state, signal) => stopped(signal) }),
];
const runner = new JobRunner({ database, jobs: queue, log } as unknown as Services, jobs, {
  firstMs: 0,
  lookEveryMs: 50,
});
process.on("SIGTERM", async () => {
  await runner.close();
  await queue.close();
  await database.close();
  process.exit(0);
});
runner.start();
// The timers of a runner keep no process alive.
setInterval(() => {}, 60_000);
