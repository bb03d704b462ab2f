import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#server/kernel/ids.ts";
import type { Services } from "#server/operation/context.ts";
import { type Job, JobProblem, job } from "#server/queue/job.ts";
import { jobNamed, jobOfUuid, uuidOfJob } from "#server/queue/job-id.ts";
import { JobRunner, type RunnerParts, type RunnerTimings } from "#server/queue/job-runner.ts";
import {
  BEAT_SECONDS,
  JOB_QUEUE,
  QUEUE_OPTIONS,
  SPARED_SECONDS,
  STEP_SECONDS,
  SUPERVISE_SECONDS,
} from "#server/queue/queue-options.ts";
import { type Bench, openBench, SILENT } from "#tests/access/bench.ts";
import { testJobs } from "#tests/support/jobs.ts";

const OWNER = { workspaceId: "wsp_a", mode: "test", projectId: null } as const;

let bench: Bench;
const runners: JobRunner[] = [];

beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()));
  await bench.services.live.close();
  await bench.close();
});

/** Starts a process's worth of work on these jobs; nothing but being woken makes it look. */
function work(
  jobs: Job[],
  services: Services = bench.services,
  timings: RunnerTimings = {},
  parts: RunnerParts = {},
): JobRunner {
  const runner = new JobRunner(services, jobs, { firstMs: 0, lookEveryMs: 600_000, ...timings }, parts);
  runner.start();
  runners.push(runner);
  return runner;
}

async function enqueue(declared: Job, state = {}): Promise<string> {
  const { jobs, database } = bench.services;
  const id = await database.writes.transaction("write", (db) => jobs.enqueue(db, declared, OWNER, state));
  jobs.wake();
  return id;
}

interface Row extends Record<string, unknown> {
  state: string;
  retry_count: number;
  due: boolean;
  output: { message: string } | null;
  data: { state: object; steps: number; attempts: number };
}
async function rowOf(id: string): Promise<Row | undefined> {
  const rows = await bench.database.reads.execute<Row>(
    sql`SELECT state, retry_count, start_after <= now() AS due, output, data FROM fabula_jobs.job WHERE id = ${uuidOfJob(id)}`,
  );
  return rows[0];
}
const set = (id: string, change: ReturnType<typeof sql>) =>
  bench.database.writes.execute(sql`UPDATE fabula_jobs.job SET ${change} WHERE id = ${uuidOfJob(id)}`);
const stateOf = async (id: string) => (await rowOf(id))?.state ?? null;

/** A piece that lasts until its process stops. */
function endsWith(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

/** A job of one name whose pieces are done by what the test says at the time. */
function scripted(every: string | null, step: Job["step"]): Job {
  return job({ name: "scripted", every, step });
}

test("the id of a job and the uuid it is kept under are the same bits", () => {
  for (const id of [newId("job"), newId("job", 2 ** 48 - 1), jobNamed("a"), `job_7${"z".repeat(25)}`]) {
    expect(jobOfUuid(uuidOfJob(id))).toBe(id);
  }
  expect(jobNamed("a", "b")).not.toBe(jobNamed("ab"));
});

describe("a job", () => {
  test("is asked for with what it is about, or not at all, and begins when that is committed", async () => {
    const seen: unknown[] = [];
    const declared = scripted(null, async (_services, state) => {
      seen.push(state);
      return "done";
    });
    work([declared]);
    const { jobs, database } = bench.services;
    let undone = "";
    const taken = database.writes.transaction("write", async (db) => {
      undone = await jobs.enqueue(db, declared, OWNER, { n: 0 });
      throw new Error("taken back");
    });
    await expect(taken).rejects.toThrow("taken back");
    const id = await enqueue(declared, { n: 1 });
    await expect.poll(() => stateOf(id)).toBe("completed");
    expect(await stateOf(undone)).toBeNull();
    expect(seen).toEqual([{ n: 1 }]);
  });

  test("goes on where the last piece ended, under the same id, whichever process does it", async () => {
    const pieces: number[] = [];
    const declared = scripted(null, async (_services, { n }) => {
      pieces.push(Number(n));
      return Number(n) === 5 ? "done" : { n: Number(n) + 1 };
    });
    work([declared]);
    work([declared], { ...bench.services, jobs: testJobs(bench.database, bench.clock, bench.services.live.calls) });
    const id = await enqueue(declared, { n: 0 });
    await expect.poll(() => stateOf(id)).toBe("completed");
    expect(pieces).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("that fails is tried again later, lies dead in the end, and can be made due again", async () => {
    let fails = true;
    const declared = scripted(null, async () => {
      if (fails) throw new JobProblem("The lantern is out.");
      return "done";
    });
    work([declared]);
    const id = await enqueue(declared);
    await expect.poll(() => stateOf(id)).toBe("retry");
    expect(await rowOf(id)).toMatchObject({ due: false, output: { message: "The lantern is out." } });

    await set(id, sql`start_after = now(), retry_count = 9, retry_limit = 10`);
    bench.services.jobs.wake();
    await expect.poll(() => stateOf(id)).toBe("failed");
    fails = false;
    expect(await bench.services.jobs.revive(bench.database.writes, id)).toBe(true);
    expect(await bench.services.jobs.revive(bench.database.writes, id)).toBe(false);
    bench.services.jobs.wake();
    await expect.poll(() => stateOf(id)).toBe("completed");
  });

  test("whose process ended twice is tried alone in a thread, and then given up; a process that stops counts nothing", async () => {
    const begun: string[] = [];
    const begin = (which: string) => {
      begun.push(which);
      return new Promise<never>(() => {});
    };
    const deaf = { send: () => {}, hear: () => () => {} };
    const other = () => ({ ...bench.services, jobs: testJobs(bench.database, bench.clock, deaf) });
    const started = (parts: RunnerParts = {}) => {
      const runner = new JobRunner(other(), [declared], { firstMs: 0, lookEveryMs: 600_000 }, parts);
      runner.start();
      return runner;
    };
    /** Leaves what a process leaves that was killed: a job that lies silent. Whatever it began never ends. */
    const kill = async (runner: JobRunner) => {
      void runner.close();
      await set(id, sql`state = 'retry', start_after = now()`);
    };
    const declared = scripted(null, () => begin("step"));
    const id = await enqueue(declared, { n: 1 });
    for (const attempts of [1, 2]) {
      const doomed = started();
      await expect.poll(() => begun).toHaveLength(attempts);
      expect(await rowOf(id)).toMatchObject({ state: "active", data: { attempts } });
      await kill(doomed);
    }
    const lastAttempt = () => begin("thread");
    const doomed = started({ lastAttempt });
    await expect.poll(() => begun).toEqual(["step", "step", "thread"]);
    await kill(doomed);
    const last = started({ lastAttempt });
    await expect.poll(() => stateOf(id)).toBe("failed");
    expect(await rowOf(id)).toMatchObject({ output: { message: expect.stringMatching(/ended three times/) } });
    // It would take the next job as well where its first look comes late, and never end it.
    await last.close();

    const lasting = scripted(null, (_services, _state, signal) => endsWith(signal));
    const left = await enqueue(lasting);
    const stopping = new JobRunner(other(), [lasting], { firstMs: 0, lookEveryMs: 600_000 });
    stopping.start();
    await expect.poll(async () => (await rowOf(left))?.data.attempts).toBe(1);
    await stopping.close();
    expect(await rowOf(left)).toMatchObject({ state: "created", data: { attempts: 0 } });
  });

  test("tells nothing of an error that was not written for people, and what the data are to blame for is final", async () => {
    const logged: object[] = [];
    const log = { ...SILENT, warn: (fields: object) => logged.push(fields) };
    const declared = scripted(null, async ({ database }) => {
      await database.reads.execute(sql`SELECT ${"canary"}::int`);
      return "done";
    });
    work([declared], { ...bench.services, log });
    const id = await enqueue(declared);
    await expect.poll(() => stateOf(id)).toBe("failed");
    expect(JSON.stringify([await rowOf(id), logged])).not.toContain("canary");
    expect((await rowOf(id))?.output?.message).toBe("The database cannot hold a value of it.");
    expect(logged).toEqual([
      expect.objectContaining({ job_id: id, error: expect.objectContaining({ sqlstate: "22P02" }) }),
    ]);
  });

  test("whose process fell silent is taken over, and what that process says later does not count", async () => {
    const declared = scripted(null, async () => "done");
    const { jobs } = bench.services;
    const id = await enqueue(declared);
    const [lost] = await jobs.claim(1);
    if (lost === undefined) expect.fail("nothing was due");
    await jobs.beat([lost]);
    expect(await stateOf(id)).toBe("active");

    await set(id, sql`heartbeat_on = now() - interval '21 seconds'`);
    await jobs.supervise();
    expect(await rowOf(id)).toMatchObject({ state: "retry", due: false });
    await set(id, sql`start_after = now()`);
    const [taken] = await jobs.claim(1);
    if (taken === undefined) expect.fail("nobody took it over");
    expect(taken).toMatchObject({ id, attempts: 2 });

    expect(await jobs.finish(lost, null)).toBe(false);
    expect(await jobs.advance(lost, { stale: true })).toBe(false);
    await jobs.fail(lost, "late");
    expect(await rowOf(id)).toMatchObject({ state: "active", data: { state: {} } });
    expect(await jobs.finish(taken, null)).toBe(true);
    expect(await stateOf(id)).toBe("completed");
  });

  test("is given back by a process that ends, with nothing lost and no try counted", async () => {
    const begun = Promise.withResolvers<void>();
    const declared = scripted(null, async (_services, _state, signal) => {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      return "done";
    });
    const runner = work([declared]);
    const id = await enqueue(declared, { kept: true });
    await begun.promise;
    await runner.close();
    expect(await rowOf(id)).toMatchObject({
      state: "created",
      retry_count: 0,
      due: true,
      data: { state: { kept: true } },
    });
  });
});

describe("the time that a piece has", () => {
  test("is thirty seconds, then it is told to end and is tried again", async () => {
    expect(STEP_SECONDS).toBe(30);
    let reason: unknown;
    const declared = scripted(null, async (_services, _state, signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      reason = signal.reason;
      throw signal.reason;
    });
    work([declared], bench.services, { stepMs: 50 });
    const id = await enqueue(declared, { kept: true });
    await expect.poll(() => stateOf(id)).toBe("retry");
    expect(reason).toMatchObject({ name: "TimeoutError" });
    expect((await rowOf(id))?.data.state).toEqual({ kept: true });
  });

  test("is not exceeded by one that does not end when it is told to: others have its place, and it is tried again", async () => {
    const declared = scripted(null, async (_services, state) => {
      if (state.hangs === true) await new Promise(() => {});
      return "done";
    });
    work([declared], bench.services, { stepMs: 50 });
    const hung = await Promise.all([1, 2].map(() => enqueue(declared, { hangs: true })));
    const other = await enqueue(declared);
    await expect.poll(() => stateOf(other)).toBe("completed");
    for (const id of hung) await expect.poll(() => stateOf(id)).toBe("retry");
  });

  test("ends after sixty for good: one that goes on, and says so, is taken from its process", async () => {
    const declared = scripted(null, async () => "done");
    const { jobs } = bench.services;
    const id = await enqueue(declared);
    const [runaway] = await jobs.claim(1);
    if (runaway === undefined) expect.fail("nothing was due");
    const silentFor = async (seconds: number) => {
      await jobs.beat([runaway]);
      await set(id, sql`started_on = now() - ${`${seconds} seconds`}::interval`);
      // Looked after at most once in five seconds, by whichever process asks.
      await bench.database.writes.execute(
        sql`UPDATE fabula_jobs.queue SET monitor_claim_on = now() - interval '1 minute' WHERE name = ${JOB_QUEUE}`,
      );
      await jobs.supervise();
      return stateOf(id);
    };
    expect(await silentFor(55)).toBe("active");
    expect(await silentFor(61)).toBe("retry");
    expect(await jobs.advance(runaway, { late: true })).toBe(false);
  });

  test("of a process that was killed is free again within a minute, back-off included", () => {
    const { heartbeatSeconds, retryDelay } = QUEUE_OPTIONS;
    expect(2 * BEAT_SECONDS).toBeLessThan(heartbeatSeconds);
    // One process's look spares others theirs, but never makes it miss its own next one.
    expect(SPARED_SECONDS).toBeLessThan(SUPERVISE_SECONDS);
    expect(heartbeatSeconds + SUPERVISE_SECONDS + 2 * retryDelay + 5).toBeLessThanOrEqual(45);
  });
});

test("waits between tries differ and grow, up to a quarter of an hour", async () => {
  const declared = scripted(null, async () => "done");
  const { jobs, database } = bench.services;
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    ids.push(await database.writes.transaction("write", (db) => jobs.enqueue(db, declared, OWNER, { n })));
  }
  const waits = async (tries: number): Promise<number[]> => {
    for (const id of ids)
      await set(id, sql`state = 'created', start_after = now(), started_on = NULL, retry_count = ${tries}`);
    const claimed = await jobs.claim(20);
    expect(claimed).toHaveLength(20);
    for (const each of claimed) await jobs.fail(each, "Not today.");
    const rows = await bench.database.reads.execute<{ wait: number }>(
      sql`SELECT extract(epoch FROM start_after - now())::float8 AS wait FROM fabula_jobs.job
          WHERE state = 'retry'`,
    );
    return rows.map(({ wait }) => wait).sort((a, b) => a - b);
  };
  const [first, later, last] = [await waits(0), await waits(4), await waits(8)];
  for (const each of [first, later]) expect(new Set(each).size).toBeGreaterThan(10);
  const ends = (list: number[]) => [list[0] ?? Number.NaN, list.at(-1) ?? Number.NaN] as const;
  expect(ends(first)[0]).toBeGreaterThanOrEqual(0);
  expect(ends(first)[1]).toBeLessThanOrEqual(15);
  expect(ends(later)[0]).toBeGreaterThan(ends(first)[1]);
  expect(ends(last)[0]).toBeGreaterThan(ends(later)[1]);
  expect(ends(last)[1]).toBeLessThanOrEqual(900);
});

describe("a periodic job", () => {
  test("is there once however many processes come, is done by one, and is due again after its time", async () => {
    let done = 0;
    const declared = scripted("10 minutes", async () => {
      done += 1;
      return "done";
    });
    const id = jobNamed("scripted");
    for (const _ of [1, 2, 3]) work([declared]);
    await expect.poll(() => rowOf(id)).toMatchObject({ state: "created", due: false });
    await set(id, sql`start_after = now()`);
    bench.services.jobs.wake();
    await expect.poll(async () => (await rowOf(id))?.data.steps).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: "created", due: false });
    expect(done).toBe(1);
  });

  test("never lies dead", async () => {
    const declared = scripted("1 hour", () => Promise.reject(new Error("again")));
    const id = jobNamed("scripted");
    work([declared]);
    await expect.poll(() => stateOf(id)).toBe("created");
    await set(id, sql`start_after = now(), retry_count = 500`);
    bench.services.jobs.wake();
    await expect.poll(() => stateOf(id)).toBe("retry");
    const [row] = await bench.database.reads.execute<{ soon: boolean }>(
      sql`SELECT start_after < now() + interval '11 minutes' AS soon FROM fabula_jobs.job WHERE id = ${uuidOfJob(id)}`,
    );
    expect(row?.soon).toBe(true);
  });
});
