import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Caller } from "../kernel/scope.ts";
import { type Db, textArray } from "../record/database.ts";
import type { KeysetOrder, KeysetPage } from "../record/list/keyset.ts";
import { jobOfUuid, uuidOfJob } from "./job-id.ts";
import { JobData } from "./job-queue.ts";

/** pg-boss's names of states, and what they are called here. */
const STATES = {
  created: "waiting",
  active: "running",
  retry: "retrying",
  completed: "completed",
  cancelled: "failed",
  failed: "failed",
} as const;

/** States of a job. A failed one lies until somebody has it done again. */
export const JOB_STATES = ["waiting", "running", "retrying", "completed", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as it is kept. */
export interface KeptJob {
  readonly id: string;
  readonly data: JobData;
  readonly state: JobState;
  /** Number of times the current piece was begun. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly dueAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Reason of the last failure. */
  readonly error: { readonly message: string; readonly at: string | null } | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  data: unknown;
  state: keyof typeof STATES;
  retry_count: number;
  retry_limit: number;
  start_after: string;
  started_on: string | null;
  completed_on: string | null;
  output: unknown;
}

const COLUMNS = sql.raw(
  "j.id, j.data, j.state, j.retry_count, j.retry_limit, j.start_after, j.started_on, j.completed_on, j.output",
);

/** Output of a failed attempt, as a runner writes it or as pg-boss does for a process that fell silent. */
const Output = z.union([
  z.object({ message: z.string(), at: z.string() }).transform((told) => told),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => ({
    message: /heartbeat/.test(value.message)
      ? "The process that worked on it stopped in the middle."
      : "It took longer than a piece of a job may take.",
    at: null,
  })),
]);

/** Jobs of the caller's workspace, in the modes and projects that the caller sees; never those of the installation. */
export function visibleJobs(caller: Pick<Caller, "workspaceId" | "modes" | "projectIds">): SQL {
  const conditions = [
    sql`j.name = 'fabula' AND j.data ->> 'workspace_id' = ${caller.workspaceId}`,
    sql`j.data -> 'owner' ->> 'mode' = ANY(${textArray(caller.modes)})`,
  ];
  if (caller.projectIds !== null) {
    conditions.push(sql`j.data -> 'owner' ->> 'projectId' = ANY(${textArray(caller.projectIds)})`);
  }
  return sql.join(conditions, sql` AND `);
}

/** Condition for jobs of a state or a name. */
export function jobsWhere(where: SQL, { state, name }: { state: JobState | null; name: string | null }): SQL {
  const conditions = [where];
  if (name !== null) conditions.push(sql`j.data ->> 'job' = ${name}`);
  if (state !== null) {
    const names = Object.entries(STATES).flatMap(([stored, shown]) => (shown === state ? [stored] : []));
    conditions.push(sql`j.state::text = ANY(${textArray(names)})`);
  }
  return sql.join(conditions, sql` AND `);
}

/** Counts jobs. */
export async function countJobs(db: Db, where: SQL): Promise<number> {
  const [counted] = await db.execute<{ n: number }>(sql`SELECT count(*) AS n FROM fabula_jobs.job j WHERE ${where}`);
  return counted?.n ?? 0;
}

/** Order of jobs, the last requested first; both keys are texts. */
export const JOB_ORDER: KeysetOrder = {
  keys: { created_at: sql`(j.data ->> 'created_at') COLLATE "C"`, uuid: sql`j.id::text COLLATE "C"` },
  order: "desc",
};

/** Returns a page of jobs in {@link JOB_ORDER}, each with its keys. */
export async function listJobs(
  db: Db,
  where: SQL,
  { behind, tail }: KeysetPage,
): Promise<{ job: KeptJob; created_at: string; uuid: string }[]> {
  const rows = await db.execute<Row>(
    sql`SELECT ${COLUMNS} FROM fabula_jobs.job j WHERE ${where} AND ${behind} ${tail}`,
  );
  return rows.map((row) => {
    const job = toKeptJob(row);
    return { job, created_at: job.data.created_at, uuid: row.id };
  });
}

/** One job, or null. */
export async function findJob(db: Db, where: SQL, id: string): Promise<KeptJob | null> {
  const [row] = await db.execute<Row>(
    sql`SELECT ${COLUMNS} FROM fabula_jobs.job j WHERE ${where} AND j.id = ${uuidOfJob(id)}::uuid`,
  );
  return row === undefined ? null : toKeptJob(row);
}

/** Returns jobs by their ids, of any owner; those no longer stored are left out. */
export async function findJobs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, KeptJob>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<Row>(
    sql`SELECT ${COLUMNS} FROM fabula_jobs.job j WHERE j.id = ANY(${textArray(ids.map(uuidOfJob))}::uuid[])`,
  );
  return new Map(rows.map(toKeptJob).map((each) => [each.id, each]));
}

function toKeptJob(row: Row): KeptJob {
  const output = Output.safeParse(row.output);
  const state = STATES[row.state];
  return {
    id: jobOfUuid(row.id),
    data: JobData.parse(row.data),
    state,
    attempts: state === "waiting" ? 0 : row.retry_count + 1,
    maxAttempts: row.retry_limit + 1,
    dueAt: row.start_after,
    startedAt: row.started_on,
    finishedAt: row.completed_on,
    error: output.success ? output.data : null,
  };
}
