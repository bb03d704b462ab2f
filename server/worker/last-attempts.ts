import type { Config } from "../config.ts";
import type { LastSessionAttempt, WorkRow } from "../features/generation/public.ts";
import { bounded, type Threads } from "../operation/threads.ts";
import type { Job } from "../queue/job.ts";
import type { JobData } from "../queue/job-queue.ts";
import type { LastJobAttempt } from "../queue/job-runner.ts";

/** Settings that services are made from. */
export interface Composition {
  readonly config: Config;
  readonly databaseUrl: string;
}

/** Piece of work that ended two processes. */
export type Piece = { job: { name: string; state: JobData["state"] } } | { session: WorkRow };

/** Not a module that this one imports: it composes services, and so everything that this is a part of. */
const module = new URL("./last-attempt.ts", import.meta.url).href;

function work(): Iterable<unknown> {
  throw new Error("a last attempt is made in a thread");
}

/** Makes last attempts in threads, each with services of its own: its end ends its connections, and so its transactions. */
export function lastAttempts(
  threads: Threads,
  composition: Composition,
): { job: LastJobAttempt; session: LastSessionAttempt } {
  const attempt = (piece: Piece, bounds: Parameters<LastSessionAttempt>[1]) =>
    bounded(threads, { module, input: { ...composition, piece }, work }, { ...bounds, isOwn: true, isPatient: true });
  return {
    job: async (job, bounds) => (await attempt({ job }, bounds)) as Awaited<ReturnType<Job["step"]>>,
    session: async (session, bounds) => {
      await attempt({ session }, bounds);
    },
  };
}
