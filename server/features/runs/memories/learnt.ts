import { type SQL, sql } from "drizzle-orm";
import { isoMoment } from "../../../kernel/clock.ts";
import type { Columns, Db } from "../../../record/database.ts";
import type { KeysetOrder, KeysetPage } from "../../../record/list/keyset.ts";
import type { FactState } from "../../facts/public.ts";
import type { MemoryState, ShownMemory } from "./schemas.ts";

/** Memories that are asked for; null asks for those of every state or playthrough. */
interface MemoriesAsked {
  readonly projectId: string;
  readonly state: MemoryState | null;
  readonly runId: string | null;
}

/** Row of a memory: a fact that a step of a playthrough made, and its review. */
export interface MemoryRow extends Record<string, unknown> {
  readonly id: string;
  readonly run_id: string;
  readonly step: number;
  readonly made_at: string;
  readonly content: Partial<FactState> & Pick<FactState, "text">;
  readonly state: MemoryState;
  readonly fact_id: string | null;
}

/** Order of memories: the last learnt first. */
export const LAST_LEARNT: KeysetOrder = { keys: { made_at: sql`s.made_at`, id: sql`made->>'id'` }, order: "desc" };

/**
 * Relation of what was learnt in playthroughs. A fork has the actions of the playthrough that it goes on from, which are shown once: where
 * they were done, or where that is gone, in the fork.
 */
const LEARNT = sql`run_steps s CROSS JOIN LATERAL jsonb_array_elements(s.action->'learn'->'made') made
  LEFT JOIN run_memory_reviews r ON r.project_id = s.project_id AND r.memory_id = made->>'id'`;

const isFirst = sql`(s.origin_run IS NULL OR NOT EXISTS (SELECT 1 FROM run_steps o
  WHERE o.project_id = s.project_id AND o.run_id = s.origin_run AND o.step = s.origin_step))`;

const COLUMNS = sql`made->>'id' AS id, s.run_id, s.step, s.made_at, made->'content' AS content,
  coalesce(r.state, 'open') AS state, r.fact_id`;

function where({ projectId, state, runId }: MemoriesAsked): SQL {
  const conditions = [sql`s.project_id = ${projectId}`, sql`s.action ? 'learn'`, isFirst];
  if (state !== null) conditions.push(sql`coalesce(r.state, 'open') = ${state}`);
  if (runId !== null) conditions.push(sql`s.run_id = ${runId}`);
  return sql.join(conditions, sql` AND `);
}

/** Reads one page of what was learnt in playthroughs. */
export function listMemories(db: Db, asked: MemoriesAsked, { behind, tail }: KeysetPage): Promise<MemoryRow[]> {
  return db.execute<MemoryRow>(sql`SELECT ${COLUMNS} FROM ${LEARNT} WHERE ${where(asked)} AND ${behind} ${tail}`);
}

/** Counts what was learnt in playthroughs. */
export async function countMemories(db: Db, asked: MemoriesAsked): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${LEARNT} WHERE ${where(asked)}`);
  return row?.n ?? 0;
}

/** Finds one memory; null where no playthrough has it. */
export async function findMemory(db: Db, projectId: string, id: string): Promise<MemoryRow | null> {
  const named = sql`s.action @> ${JSON.stringify({ learn: { made: [{ id }] } })}::jsonb AND made->>'id' = ${id}`;
  const [row = null] = await db.execute<MemoryRow>(
    sql`SELECT ${COLUMNS} FROM ${LEARNT} WHERE s.project_id = ${projectId} AND s.action ? 'learn' AND ${named}
        ORDER BY s.made_at, s.run_id LIMIT 1`,
  );
  return row;
}

/** Review of a memory. */
export type MemoryReview = Pick<MemoryRow, "state" | "fact_id">;

/** Reads the review of a memory; an open one has none. */
export async function readReview(db: Db, projectId: string, id: string): Promise<MemoryReview> {
  const [row] = await db.execute<Columns<"run_memory_reviews", "fact_id"> & { state: MemoryState }>(
    sql`SELECT state, fact_id FROM run_memory_reviews WHERE project_id = ${projectId} AND memory_id = ${id}`,
  );
  return row ?? { state: "open", fact_id: null };
}

/** Notes the review of a memory. One that is accepted stays so unless the review says to accept it anew; answers whether it was noted. */
export async function noteReview(
  db: Db,
  { projectId, id, now }: { readonly projectId: string; readonly id: string; readonly now: number },
  { state, fact_id }: MemoryReview,
): Promise<boolean> {
  const rows = await db.execute(
    sql`INSERT INTO run_memory_reviews (project_id, memory_id, state, fact_id, reviewed_at)
        VALUES (${projectId}, ${id}, ${state}, ${fact_id}, ${new Date(now).toISOString()})
        ON CONFLICT (project_id, memory_id) DO UPDATE
          SET state = excluded.state, fact_id = excluded.fact_id, reviewed_at = excluded.reviewed_at
          WHERE run_memory_reviews.state <> 'accepted' OR excluded.state = 'accepted'
        RETURNING memory_id`,
  );
  return rows.length > 0;
}

/** Returns a memory as the API shows it. */
export function showMemory(row: MemoryRow, review: MemoryReview = row): ShownMemory {
  const { id, run_id, step, made_at, content } = row;
  const { text, subject_id = null, known_by = [], source } = content;
  return {
    ...{ id, run_id, step, at: isoMoment(made_at), text, subject_id },
    entity_id: source?.witness_id ?? null,
    known_by: known_by === "everyone" ? known_by : [...known_by],
    state: review.state,
    fact_id: review.fact_id,
  };
}
