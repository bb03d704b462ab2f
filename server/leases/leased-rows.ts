import { type SQL, sql } from "drizzle-orm";
import { type Columns, type Db, textArray } from "../record/database.ts";

/** A table with `workColumns()`: each of its rows is a piece of work that one process at a time takes on. */
export interface WorkTable {
  /** Names the work in `project_work`. */
  readonly kind: string;
  readonly table: string;
}

/** A row that was taken on. Whoever takes it on later has a higher fence, and what this one then writes is refused. */
export interface Lease {
  readonly projectId: string;
  readonly id: string;
  readonly fence: number;
}

/** Claimant of work: the holder, the time, and the length of the lease. Times are milliseconds since the epoch. */
export interface Claimant {
  readonly holder: string;
  readonly now: number;
  readonly leaseMs: number;
}

/** A moment as a parameter. */
export function at(ms: number): SQL {
  return sql`${new Date(ms).toISOString()}::timestamptz`;
}

/**
 * Takes on work of one project that is due and that nobody has, longest due first. Rows that another process is taking right now
 * are passed over, so that claimants never wait for each other. They are found once: as a subquery they would be looked for again
 * by each pass of a nested loop, and more than the limit taken. `also` sets further columns of `t`.
 */
export async function claimRows<Row extends Record<string, unknown>>(
  db: Db,
  { table }: WorkTable,
  projectId: string,
  { holder, now, leaseMs }: Claimant,
  { limit, where = sql`true`, also = sql`` }: { limit: number; where?: SQL; also?: SQL },
): Promise<(Row & { id: string; fence: number })[]> {
  const name = sql.identifier(table);
  return db.execute<Row & { id: string; fence: number }>(
    sql`WITH taken AS MATERIALIZED (SELECT id FROM ${name} WHERE project_id = ${projectId} AND due_at <= ${at(now)}
            AND (lease_until IS NULL OR lease_until <= ${at(now)}) AND ${where}
          ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        UPDATE ${name} t SET lease_until = ${at(now + leaseMs)}, holder = ${holder}, fence = t.fence + 1 ${also}
        FROM taken WHERE t.project_id = ${projectId} AND t.id = taken.id RETURNING t.*`,
  );
}

/** Keeps rows for longer; answers the ids of those that are still the lease's. */
export async function extendLeases(
  db: Db,
  { table }: WorkTable,
  projectId: string,
  leases: readonly Lease[],
  until: number,
): Promise<Set<string>> {
  const kept = await db.execute<{ id: string }>(
    sql`UPDATE ${sql.identifier(table)} t SET lease_until = ${at(until)}
        FROM ${leaseRows(leases)}
        WHERE t.project_id = ${projectId} AND t.id = l.id AND t.fence = l.fence AND t.lease_until IS NOT NULL RETURNING t.id`,
  );
  return new Set(kept.map(({ id }) => id));
}

/** Gives back rows that were taken and not worked on: they are due as before, unless `also` sets another time. */
export async function releaseLeases(
  db: Db,
  { table }: WorkTable,
  projectId: string,
  leases: readonly Lease[],
  also: SQL = sql``,
): Promise<void> {
  await db.execute(
    sql`UPDATE ${sql.identifier(table)} t SET lease_until = NULL, holder = NULL ${also} FROM ${leaseRows(leases)}
        WHERE t.project_id = ${projectId} AND t.id = l.id AND t.fence = l.fence`,
  );
}

function leaseRows(leases: readonly Lease[]): SQL {
  const fences = sql`${sql.param(leases.map(({ fence }) => String(fence)))}::text[]::bigint[]`;
  return sql`unnest(${textArray(leases.map(({ id }) => id))}, ${fences}) AS l(id, fence)`;
}

/**
 * Says that a project has work from a moment on. Its row stays locked until the transaction ends, also where it says so already:
 * {@link scheduleNext} must not conclude at the same time that there is none.
 */
export function announceWork(projectId: string, { kind }: WorkTable, due: number): SQL {
  return sql`INSERT INTO project_work AS w (project_id, kind, next_at) VALUES (${projectId}, ${kind}, ${at(due)})
    ON CONFLICT (project_id, kind) DO UPDATE SET next_at = EXCLUDED.next_at
      WHERE w.next_at IS NULL OR w.next_at > EXCLUDED.next_at`;
}

/** Projects with work of these kinds that has been due for longest. */
export async function findWork(
  db: Db,
  kinds: readonly string[],
  now: number,
  limit: number,
): Promise<{ project_id: string; kind: string }[]> {
  return db.execute<Columns<"project_work", "project_id" | "kind">>(
    sql`SELECT project_id, kind FROM project_work WHERE next_at <= ${at(now)} AND kind = ANY(${textArray(kinds)})
        ORDER BY next_at LIMIT ${limit}`,
  );
}

/** Projects with due rows of a table that nobody has and that meet a condition, the longest due first. */
export async function findRows(
  db: Db,
  { kind, table }: WorkTable,
  where: SQL,
  now: number,
): Promise<{ project_id: string; kind: string }[]> {
  return db.execute<Columns<"project_work", "project_id" | "kind">>(
    sql`SELECT w.project_id, w.kind FROM project_work w WHERE w.kind = ${kind} AND w.next_at <= ${at(now)}
          AND EXISTS (SELECT FROM ${sql.identifier(table)} t WHERE t.project_id = w.project_id AND t.due_at <= ${at(now)}
            AND (t.lease_until IS NULL OR t.lease_until <= ${at(now)}) AND ${where})
        ORDER BY w.next_at LIMIT 200`,
  );
}

/**
 * Sets when a project is to be looked at again, after all that was due there has been taken: when the next of its work is due, or
 * a lease ends whose holder may have died. The row is locked first and the work is looked for then, so that none that was
 * announced in between is overlooked.
 */
export async function scheduleNext(db: Db, { kind, table }: WorkTable, projectId: string): Promise<void> {
  await db.execute(sql`SELECT next_at FROM project_work WHERE project_id = ${projectId} AND kind = ${kind} FOR UPDATE`);
  await db.execute(
    sql`UPDATE project_work SET next_at = (SELECT min(greatest(due_at, lease_until)) FROM ${sql.identifier(table)}
          WHERE project_id = ${projectId} AND due_at IS NOT NULL)
        WHERE project_id = ${projectId} AND kind = ${kind}`,
  );
}
