import { type SQL, sql } from "drizzle-orm";
import { FEWEST_SIGNALS, type Signals, type Trend, trendOf } from "#domain/feedback/trend.ts";
import { type Interval, wilsonInterval } from "#domain/feedback/wilson.ts";
import type { SIGNAL_TYPES } from "#drizzle/schema/feedback.ts";
import { type Db, jsonb } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";

/** Ways to group signals. Each is a column. */
export const GROUPS = ["subject", "subject_type", "session", "generation_kind", "provider", "model", "none"] as const;
export type Group = (typeof GROUPS)[number];

const COLUMNS: Readonly<Record<Group, string>> = {
  subject: "subject_id",
  subject_type: "subject_type",
  session: "session_id",
  generation_kind: "generation_kind",
  provider: "provider",
  model: "model",
  none: "''",
};

/** Words of one signal that are told with their shares, the most frequent first. */
const MOST_CATEGORIES = 20;

/** Question for insights. */
interface AskedInsights {
  readonly groupBy: Group;
  /** Days that count, up to the last signal. */
  readonly window: number;
  /** Conditions of the signals. */
  readonly where: readonly SQL[];
  readonly offset: number;
  readonly limit: number;
}

/** Share of a word among the signals of a group. */
interface CategoryShare extends Interval {
  readonly value: string;
  readonly n: number;
  readonly share: number;
}

/** Summary of the signals of a group under one name; without numbers where they are too few. */
export interface Insight {
  readonly group: string;
  readonly name: string;
  readonly data_type: (typeof SIGNAL_TYPES)[number];
  readonly n: number | null;
  readonly mean: number | null;
  readonly interval: Interval | null;
  readonly categories: readonly CategoryShare[];
  readonly trend: Trend | null;
  /** Beginning of the window: what was given after it counts. */
  readonly since: string;
  readonly last_at: string;
}

interface Row extends Record<string, unknown> {
  readonly grouped: string;
  readonly name: string;
  readonly data_type: Insight["data_type"];
  readonly n: number;
  readonly sum: number;
  readonly squares: number;
  readonly before_n: number;
  readonly before_sum: number;
  readonly before_squares: number;
  readonly last_at: string;
  readonly total: number;
}

/**
 * Counts the signals of a project at a sequence, by a group, their name and their kind: those of a window of days up to the last signal,
 * against those of the window before. The groups with most signals come first.
 */
export async function readInsights(
  db: Db,
  projectId: string,
  atSeq: number | null,
  { groupBy, window, where, offset, limit }: AskedInsights,
): Promise<{ insights: Insight[]; total: number }> {
  const group = sql.raw(COLUMNS[groupBy]);
  const conditions = sql.join(
    [sql`project_id = ${projectId}`, holds(atSeq), sql`${group} IS NOT NULL`, ...where],
    sql` AND `,
  );
  const days = sql`make_interval(days => ${window}::int)`;
  const value = sql`CASE WHEN data_type IN ('number', 'correction') THEN (value #>> '{}')::float8
    WHEN data_type = 'boolean' THEN ((value #>> '{}')::boolean)::int::float8 END`;
  // PostgreSQL refuses a square that is too small for its type.
  const square = sql`(CASE WHEN abs(number) < 1e-9 THEN 0 ELSE number * number END)`;
  const [last] = await db.execute<{ at: string | null; since: string | null }>(
    sql`SELECT max(updated_at)::text AS at, ${iso(sql`max(updated_at) - ${days}`)} AS since
        FROM feedback_versions WHERE ${conditions}`,
  );
  const since = last?.since ?? "";
  // Bound as a value, so that no signal before the two windows is read.
  const lastAt = sql`${last?.at ?? null}::timestamptz`;
  const signals = sql`WITH placed AS (
      SELECT ${group} AS grouped, name, data_type, value, ${value} AS number, updated_at, updated_at > ${lastAt} - ${days} AS counts
      FROM feedback_versions WHERE ${conditions} AND updated_at > ${lastAt} - ${days} * 2
    )`;
  const rows = await db.execute<Row>(
    sql`${signals}
      SELECT grouped, name, data_type, count(*) FILTER (WHERE counts)::int AS n,
        coalesce(sum(number) FILTER (WHERE counts), 0)::float8 AS sum,
        coalesce(sum(${square}) FILTER (WHERE counts), 0)::float8 AS squares,
        count(*) FILTER (WHERE NOT counts)::int AS before_n,
        coalesce(sum(number) FILTER (WHERE NOT counts), 0)::float8 AS before_sum,
        coalesce(sum(${square}) FILTER (WHERE NOT counts), 0)::float8 AS before_squares,
        ${iso(sql`max(updated_at)`)} AS last_at,
        (count(*) OVER ())::int AS total
      FROM placed GROUP BY grouped, name, data_type HAVING count(*) FILTER (WHERE counts) > 0
      ORDER BY n DESC, grouped, name, data_type OFFSET ${offset}::int LIMIT ${limit}::int`,
  );
  const words = await readCategories(db, signals, rows);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countGroups(db, signals));
  return { insights: rows.map((row) => toInsight(row, since, words.get(keyOf(row)) ?? [])), total };
}

const iso = (moment: SQL): SQL => sql`to_char((${moment}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function countGroups(db: Db, signals: SQL): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`${signals} SELECT count(*)::int AS total FROM (SELECT DISTINCT grouped, name, data_type FROM placed WHERE counts) g`,
  );
  return row?.total ?? 0;
}

/** Reads how often each word was given in groups that have enough of them; in one statement. */
async function readCategories(
  db: Db,
  signals: SQL,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, readonly { value: string; n: number }[]>> {
  const asked = rows.filter(({ data_type: type, n }) => type === "category" && n >= FEWEST_SIGNALS);
  if (asked.length === 0) return new Map();
  const groups = jsonb(asked.map(({ grouped, name }) => ({ grouped, name })));
  const counted = await db.execute<{ grouped: string; name: string; data_type: "category"; value: string; n: number }>(
    sql`${signals}
      SELECT * FROM (
        SELECT p.grouped, p.name, p.data_type, p.value #>> '{}' AS value, count(*)::int AS n,
          row_number() OVER (PARTITION BY p.grouped, p.name ORDER BY count(*) DESC, p.value #>> '{}') AS place
        FROM placed p JOIN jsonb_to_recordset(${groups}) AS g(grouped text, name text) USING (grouped, name)
        WHERE p.counts AND p.data_type = 'category' GROUP BY p.grouped, p.name, p.data_type, p.value
      ) ranked WHERE place <= ${MOST_CATEGORIES}::int ORDER BY n DESC, value`,
  );
  return Map.groupBy(counted, keyOf);
}

function keyOf({ grouped, name, data_type }: Pick<Row, "grouped" | "name" | "data_type">): string {
  return JSON.stringify([grouped, name, data_type]);
}

function toInsight(row: Row, since: string, words: readonly { value: string; n: number }[]): Insight {
  const { grouped, name, data_type, n, sum, last_at } = row;
  const told = { group: grouped, name, data_type, since, last_at };
  if (n < FEWEST_SIGNALS) return { ...told, n: null, mean: null, interval: null, categories: [], trend: null };
  const isShare = data_type === "boolean";
  const hasMean = isShare || data_type === "number" || data_type === "correction";
  const now: Signals = row;
  const before: Signals = { n: row.before_n, sum: row.before_sum, squares: row.before_squares };
  return {
    ...told,
    n,
    mean: hasMean ? rounded(sum / n) : null,
    interval: isShare ? roundedInterval(wilsonInterval(sum, n)) : null,
    categories: words.map(({ value, n: times }) => ({
      value,
      n: times,
      share: rounded(times / n),
      ...roundedInterval(wilsonInterval(times, n)),
    })),
    trend: hasMean ? trendOf(now, before, isShare) : null,
  };
}

function roundedInterval({ low, high }: Interval): Interval {
  return { low: rounded(low), high: rounded(high) };
}

/** A number with four digits behind the point: more of them say nothing. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
