import { type SQL, sql } from "drizzle-orm";
import { type Db, textArray } from "../../record/database.ts";
import type { KeysetOrder, KeysetPage } from "../../record/list/keyset.ts";

/** Subjects that player events can be counted by. */
export const COUNTED_BY = ["branch", "node", "quest", "kind", "day", "version"] as const;

type CountedBy = (typeof COUNTED_BY)[number];

/** Counts that are asked for; null asks for all. */
export interface CountsAsked {
  readonly projectId: string;
  readonly by: CountedBy;
  readonly graphId: string | null;
  readonly version: number | null;
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Count without its players. */
export interface CountRow extends Record<string, unknown> {
  readonly key: string;
  readonly detail: string;
  readonly graph_id: string;
  readonly events: number;
  readonly late: number;
  /** Players of all versions and days, in the one dialogue that was asked for; among some players, those who did it as was asked. */
  readonly ever: number;
}

/** Expressions of a group: what is counted, and its detail. A day has none. */
const GROUPS: Readonly<Record<CountedBy, { readonly key: SQL; readonly detail: SQL }>> = {
  branch: { key: sql`c.subject_id`, detail: sql`c.detail` },
  node: { key: sql`c.subject_id`, detail: sql`c.detail` },
  quest: { key: sql`c.subject_id`, detail: sql`c.detail` },
  kind: { key: sql`c.subject_id`, detail: sql`c.detail` },
  // A day as it is written, which sorts as it passes.
  day: { key: sql`c.day::text COLLATE "C"`, detail: sql`''::text` },
  version: { key: sql`c.version::text COLLATE "C"`, detail: sql`''::text` },
};

/** Whether it is counted by something that all kinds of events have. */
const isOverall = (by: CountedBy) => by === "day" || by === "version";

/** Returns the order of counts. */
export function orderOf(by: CountedBy): KeysetOrder {
  const { key, detail } = GROUPS[by];
  return { keys: isOverall(by) ? { key } : { key, detail }, order: "asc" };
}

function conditions({ projectId, by, graphId, version, from, to }: CountsAsked): SQL {
  const all = [sql`c.project_id = ${projectId}`, sql`c.subject = ${isOverall(by) ? "kind" : by}`];
  if (graphId !== null) all.push(sql`c.graph_id = ${graphId}`);
  if (version !== null) all.push(sql`c.version = ${version}`);
  if (from !== null) all.push(sql`c.day >= ${from}::date`);
  if (to !== null) all.push(sql`c.day <= ${to}::date`);
  return sql.join(all, sql` AND `);
}

/** Reads one page of counts: none of their events, nor of the players' shares. */
export function readCounts(db: Db, asked: CountsAsked, { behind, tail }: KeysetPage): Promise<CountRow[]> {
  const { key, detail } = GROUPS[asked.by];
  const groups = isOverall(asked.by) ? key : sql`${key}, ${detail}`;
  return db.execute<CountRow>(
    sql`SELECT ${key} AS key, ${detail} AS detail, CASE WHEN min(c.graph_id) = max(c.graph_id) THEN min(c.graph_id) ELSE '' END AS graph_id,
        sum(c.events)::int AS events, sum(c.late)::int AS late, sum(c.players)::int AS ever
        FROM player_event_counts c WHERE ${conditions(asked)} AND ${behind}
        GROUP BY ${groups} HAVING sum(c.events) > 0 ${tail}`,
  );
}

/**
 * Reads one page of counts of some players alone, from their shares in the counts: an index has those of a player side by side, so that
 * nobody else's are read.
 */
export function readCountsAmong(
  db: Db,
  asked: CountsAsked,
  playerIds: readonly string[],
  { behind, tail }: KeysetPage,
): Promise<CountRow[]> {
  const { key, detail } = GROUPS[asked.by];
  const groups = isOverall(asked.by) ? key : sql`${key}, ${detail}`;
  return db.execute<CountRow>(
    sql`SELECT ${key} AS key, ${detail} AS detail, CASE WHEN min(c.graph_id) = max(c.graph_id) THEN min(c.graph_id) ELSE '' END AS graph_id,
        sum(c.events)::int AS events, sum(c.late)::int AS late, count(DISTINCT c.player_id)::int AS ever
        FROM unnest(${textArray(playerIds)}) AS w (player_id) CROSS JOIN LATERAL (
          SELECT * FROM player_event_shares c WHERE ${conditions(asked)} AND c.player_id = w.player_id OFFSET 0) c
        WHERE ${behind} GROUP BY ${groups} HAVING sum(c.events) > 0 ${tail}`,
  );
}

/** Whether the players of a count are those who ever did it, which is counted as events come. */
function isOfAllTime({ by, graphId, version, from, to }: CountsAsked): boolean {
  const isWhole = version === null && from === null && to === null;
  // A branch, a card and a quest are in one dialogue, or in none; the kinds of events are in many.
  return isWhole && !isOverall(by) && (by !== "kind" || graphId !== null);
}

/** Counts the different players of counts, in their order: as they were counted, or where only some versions or days are asked for by the shares of these. */
export async function readPlayers(db: Db, asked: CountsAsked, counts: readonly CountRow[]): Promise<number[]> {
  if (isOfAllTime(asked) || counts.length === 0) return counts.map(({ ever }) => ever);
  const { key, detail } = GROUPS[asked.by];
  const keys = textArray(counts.map((count) => count.key));
  const isIn = {
    day: sql`c.day = ANY(${keys}::date[])`,
    version: sql`c.version = ANY(${keys}::bigint[])`,
    subject: sql`c.subject_id = ANY(${keys})`,
  }[asked.by === "day" || asked.by === "version" ? asked.by : "subject"];
  const rows = await db.execute<{ key: string; detail: string; players: number }>(
    sql`SELECT ${key} AS key, ${detail} AS detail, count(DISTINCT c.player_id)::int AS players
        FROM player_event_shares c WHERE ${conditions(asked)} AND ${isIn} GROUP BY 1, 2`,
  );
  const players = new Map(rows.map((row) => [`${row.key} ${row.detail}`, row.players]));
  return counts.map((count) => players.get(`${count.key} ${count.detail}`) ?? 0);
}
