import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type CommandResponse, type JobWithMetadata, PgBoss } from "pg-boss";
import { z } from "zod";
import type { JsonObject } from "#domain/json.ts";
import type { Clock } from "../kernel/clock.ts";
import { ID_PREFIXES, newId } from "../kernel/ids.ts";
import { MODES, type Mode } from "../kernel/scope.ts";
import { LAST_ATTEMPT } from "../leases/last-attempt.ts";
import { type Db, jsonb, type Pool } from "../record/database.ts";
import type { ProcessNotifications } from "../record/process-notifications.ts";
import { bossDatabase } from "./boss-database.ts";
import { jobNamed, jobOfUuid, uuidOfJob } from "./job-id.ts";
import { type JobKind, secondsOf } from "./job-kind.ts";
import { JOB_QUEUE, JOB_SCHEMA, PERIODIC_OPTIONS, SPARED_SECONDS } from "./queue-options.ts";

/** Owner of a job. */
export interface JobOwner {
  readonly workspaceId: string;
  readonly mode: Mode;
  readonly projectId: string | null;
}

/** Data stored with a job besides pg-boss's own. */
export const JobData = z.object({
  job: z.string(),
  /** Null for what concerns the whole installation. */
  owner: z.object({ workspaceId: z.string(), mode: z.enum(MODES), projectId: z.string().nullable() }).nullable(),
  /** The same as the owner's: the column an index is over. */
  workspace_id: z.string().nullable(),
  state: z.custom<JsonObject>((value) => typeof value === "object" && value !== null),
  created_at: z.iso.datetime(),
  /** Pieces that were done. */
  steps: z.int(),
  /**
   * Processes that began the current piece and have not said how that ended: counted before the work begins, so that what ends a
   * process is known by it.
   */
  attempts: z.int().default(0),
  /** The process that began it last. */
  holder: z.string().nullable().default(null),
});
export type JobData = z.output<typeof JobData>;

/** A job that this process works on. */
export interface ClaimedJob {
  readonly id: string;
  readonly data: JobData;
  /** Whether it was tried before without a piece done since. */
  readonly attempts: number;
  /** Fences what this process says of it: it counts while nobody else has taken the job over. */
  readonly attempt: { readonly id: string; readonly retryCount: number };
}

/**
 * The queue of jobs, over pg-boss. Whoever asks for a job does so in the transaction of what it is about, and wakes workers
 * once that is committed. A job keeps its id over all of its pieces and tries.
 */
export class JobQueue {
  private readonly pool: Pool;
  private readonly clock: Clock;
  private readonly calls: Pick<ProcessNotifications, "send" | "hear">;
  private readonly boss: PgBoss;
  /** The name under which this process begins jobs. */
  private readonly holder: string = randomUUID();
  private readonly hearers = new Set<() => void>();
  private started: Promise<PgBoss> | null = null;

  constructor(parts: {
    pool: Pool;
    clock: Clock;
    calls: Pick<ProcessNotifications, "send" | "hear">;
    warn: (fields: object, message: string) => void;
  }) {
    this.pool = parts.pool;
    this.clock = parts.clock;
    this.calls = parts.calls;
    this.boss = new PgBoss({
      db: bossDatabase(parts.pool),
      schema: JOB_SCHEMA,
      migrate: false,
      schedule: false,
      // Done by whoever works: a process that only asks for jobs asks nothing else of the database.
      supervise: false,
      monitorIntervalSeconds: SPARED_SECONDS,
      maintenanceIntervalSeconds: 3_600,
      monitorVacuum: false,
      reindex: false,
    });
    this.boss.on("error", (error) => parts.warn({ name: error.name }, "the queue of jobs could not be looked after"));
  }

  /**
   * Asks for a job, in the transaction of `db`; {@link wake} after its commit lets it begin at once. With an id of
   * `jobNamed`, a job that is there already, even a dead one, is left as it is.
   *
   * @returns the job's id
   */
  async enqueue(db: Db, job: JobKind, owner: JobOwner, state: JsonObject, id?: string): Promise<string> {
    const jobId = id ?? newId(ID_PREFIXES.job, this.clock.now());
    await this.insert(db, jobId, { owner, data: this.dataOf(job, owner, state), after: 0 });
    return jobId;
  }

  /** Tells workers, here and in other processes, that something is due. */
  wake(): void {
    for (const hear of this.hearers) hear();
    this.calls.send({ topic: "jobs", projectId: "-", seq: 0 });
  }

  /** Calls back whenever a job was asked for. The answer ends it. */
  hear(hearer: () => void): () => void {
    this.hearers.add(hearer);
    const deafen = this.calls.hear(({ topic }) => {
      if (topic === "jobs") hearer();
    });
    return () => {
      this.hearers.delete(hearer);
      deafen();
    };
  }

  /** Sees to it that every periodic job is there; those that are stay as they are. */
  async ensurePeriodic(jobs: readonly JobKind[]): Promise<void> {
    for (const job of jobs) {
      if (job.every === null) continue;
      const data = this.dataOf(job, null, {});
      await this.insert(this.pool, jobNamed(job.name), { owner: null, data, after: jittered(job.every) });
    }
  }

  /** Takes jobs that are due, the longest waiting first. */
  async claim(count: number): Promise<ClaimedJob[]> {
    const boss = await this.open();
    const rows = await boss.fetch<JobData>(JOB_QUEUE, { batchSize: count, includeMetadata: true });
    return rows.map(claimed);
  }

  /**
   * Counts an attempt at a job before it begins; null where the job is not ours any more. One that this process itself began
   * before did not end a process.
   */
  async begin(job: ClaimedJob): Promise<ClaimedJob | null> {
    const { attempts, holder } = job.data;
    const isOwn = holder === this.holder && attempts > 0;
    const data = { ...job.data, attempts: isOwn ? attempts : attempts + 1, holder: this.holder };
    return (await this.change(this.pool, job, data)) ? { ...job, data } : null;
  }

  /** Says that this process still works on these jobs. */
  async beat(jobs: readonly ClaimedJob[]): Promise<void> {
    if (jobs.length > 0)
      await (await this.open()).touch(
        JOB_QUEUE,
        jobs.map(({ attempt }) => attempt),
      );
  }

  /** Notes a piece as done: the job goes on from this state at once. Answers whether the job was still ours. */
  async advance(job: ClaimedJob, state: JsonObject): Promise<boolean> {
    return this.replace(job, { ...job.data, ...NOT_BEGUN, state, steps: job.data.steps + 1 }, 0);
  }

  /** Gives a job back as it was claimed, for a process that ends or a turn of its own. */
  async release(job: ClaimedJob): Promise<boolean> {
    const moved = await this.replace(job, job.data, 0);
    if (moved) this.wake();
    return moved;
  }

  /** Notes a job as done; a periodic one is due again after its time. */
  async finish(job: ClaimedJob, every: string | null): Promise<boolean> {
    const steps = job.data.steps + 1;
    if (every !== null) return this.replace(job, { ...job.data, ...NOT_BEGUN, state: {}, steps }, jittered(every));
    return didSomething(await (await this.open()).complete(JOB_QUEUE, job.attempt));
  }

  /**
   * Notes that a piece failed, with a sentence that may be read; it is tried again later, unless it was too often or the
   * failure is final. `job` is as it was claimed: that its process is there to say so counts as no attempt.
   */
  async fail(job: ClaimedJob, sentence: string, isFinal = false): Promise<void> {
    const at = new Date(this.clock.now()).toISOString();
    const boss = await this.open();
    await this.pool.transaction("write", async (db) => {
      if (!(await this.change(db, job, job.data, isFinal))) return;
      await boss.fail(JOB_QUEUE, job.attempt, { message: sentence, at }, { db: bossDatabase(db) });
    });
  }

  /** Frees jobs whose process fell silent, and removes those that are long over. Several processes may do so. */
  async supervise(): Promise<void> {
    await (await this.open()).supervise(JOB_QUEUE);
  }

  /** Makes a dead job due again, in the transaction of `db`; answers whether it was dead. */
  async revive(db: Db, id: string): Promise<boolean> {
    // What ended processes has its last attempt once more.
    const before = LAST_ATTEMPT - 1;
    await db.execute(
      sql`UPDATE fabula_jobs.job SET data = jsonb_set(data, '{attempts}', ${jsonb(before)})
          WHERE name = ${JOB_QUEUE} AND id = ${uuidOfJob(id)}::uuid AND state = 'failed' AND (data ->> 'attempts')::int > ${before}`,
    );
    return didSomething(await (await this.open()).retry(JOB_QUEUE, uuidOfJob(id), { db: bossDatabase(db) }));
  }

  async close(): Promise<void> {
    this.hearers.clear();
    const boss = await this.started?.catch(() => null);
    await boss?.stop({ graceful: false, close: false });
  }

  private open(): Promise<PgBoss> {
    this.started ??= this.boss.start().catch((error: unknown) => {
      this.started = null;
      throw error;
    });
    return this.started;
  }

  private dataOf({ name }: JobKind, owner: JobOwner | null, state: JsonObject): JobData {
    const created_at = new Date(this.clock.now()).toISOString();
    return { job: name, owner, workspace_id: owner?.workspaceId ?? null, state, created_at, steps: 0, ...NOT_BEGUN };
  }

  private async insert(
    db: Db,
    id: string,
    { owner, data, after }: { owner: JobOwner | null; data: JobData; after: number },
  ): Promise<void> {
    const boss = await this.open();
    await boss.send(JOB_QUEUE, data, {
      id: uuidOfJob(id),
      db: bossDatabase(db),
      startAfter: after,
      ...(owner === null ? PERIODIC_OPTIONS : {}),
    });
  }

  /** Changes the data of a job while it is ours. */
  private async change(
    db: Pick<Db, "execute">,
    { attempt }: ClaimedJob,
    data: JobData,
    isFinal = false,
  ): Promise<boolean> {
    const retries = isFinal ? sql`, retry_limit = retry_count` : sql``;
    const changed = await db.execute(
      sql`UPDATE fabula_jobs.job SET data = ${jsonb(data)} ${retries} WHERE name = ${JOB_QUEUE} AND id = ${attempt.id}::uuid
          AND state = 'active' AND retry_count = ${attempt.retryCount} RETURNING id`,
    );
    return changed.length > 0;
  }

  /** Puts a job back under its id, with its tries counted anew. */
  private async replace(job: ClaimedJob, data: JobData, after: number): Promise<boolean> {
    const boss = await this.open();
    return this.pool.transaction("write", async (db) => {
      const response = await boss.deleteJob(JOB_QUEUE, job.attempt, { db: bossDatabase(db) });
      if (!didSomething(response)) return false;
      await this.insert(db, job.id, { owner: data.owner, data, after });
      return true;
    });
  }
}

const NOT_BEGUN = { attempts: 0, holder: null };

/** The package's types leave out what its documentation promises: how many jobs a command was about. */
const Response = z.looseObject({ affected: z.int() });

function didSomething(response: CommandResponse): boolean {
  return Response.parse(response).affected > 0;
}

function claimed(row: JobWithMetadata<JobData>): ClaimedJob {
  const data = JobData.parse(row.data);
  return {
    id: jobOfUuid(row.id),
    data,
    attempts: row.retryCount + 1,
    attempt: { id: row.id, retryCount: row.retryCount },
  };
}

/** Seconds until a periodic job is due, a tenth more or less, so that those of one hour spread. */
function jittered(every: string): number {
  return Math.max(1, Math.round(secondsOf(every) * (0.9 + 0.2 * Math.random())));
}
