import { type SQL, sql } from "drizzle-orm";
import { type Db, jsonb } from "../../record/database.ts";
import { type CountedEvent, type Share, sharesOf } from "./tally.ts";

/** Columns of the key of a count. */
const COUNT = ["subject", "graph_id", "subject_id", "detail", "version", "day"] as const;
/** Columns of the key of whatever is counted, in all versions and on all days. */
const SUBJECT = ["subject", "graph_id", "subject_id", "detail"] as const;

const list = (columns: readonly string[], of?: string) =>
  sql.raw(columns.map((column) => (of === undefined ? column : `${of}.${column}`)).join(", "));
const equal = (columns: readonly string[], a: string, b: string) =>
  sql.raw(columns.map((column) => `${a}.${column} = ${b}.${column}`).join(" AND "));

const AS_SHARES = sql`AS s (subject text, graph_id text, subject_id text, detail text, version bigint, day date,
  player_id text, events int, late int, is_only boolean)`;

/** Shares with a mark on one of each player and subject: that one may make the player one more of all who ever did it. */
function withMarks(shares: readonly Share[]): object[] {
  const seen = new Set<string>();
  return shares.map((share) => {
    const key = `${SUBJECT.map((column) => share[column]).join("\n")}\n${share.player_id}`;
    const isOnly = !seen.has(key);
    seen.add(key);
    return { ...share, is_only: isOnly };
  });
}

/**
 * Returns the statements that add events to the counts of a project, whose lock the transaction holds: the shares of their players, and what
 * these sum up to. Nothing stored is read for it but the shares of the same players: a subquery with a limit is asked for each, by the index,
 * where the planner could otherwise choose to read all shares of the project.
 */
export function addToCounts(projectId: string, events: readonly CountedEvent[]): SQL[] {
  if (events.length === 0) return [];
  const statement = sql`WITH sent AS (SELECT * FROM jsonb_to_recordset(${jsonb(withMarks(sharesOf(events)))}) ${AS_SHARES}),
    known AS (SELECT s.*, s.is_only AND (SELECT true FROM player_event_shares p
        WHERE p.project_id = ${projectId} AND ${equal(SUBJECT, "p", "s")} AND p.player_id = s.player_id LIMIT 1) IS NULL AS first FROM sent s),
    shared AS (INSERT INTO player_event_shares AS p (project_id, ${list(COUNT)}, player_id, events, late, first)
      SELECT ${projectId}, ${list(COUNT)}, player_id, events, late, first FROM known
      ON CONFLICT (project_id, subject, graph_id, subject_id, detail, player_id, version, day)
      DO UPDATE SET events = p.events + excluded.events, late = p.late + excluded.late)
    INSERT INTO player_event_counts AS c (project_id, ${list(COUNT)}, events, late, players)
      SELECT ${projectId}, ${list(COUNT)}, sum(events), sum(late), count(*) FILTER (WHERE first) FROM known GROUP BY ${list(COUNT)}
      ON CONFLICT (project_id, subject, graph_id, subject_id, detail, version, day)
      DO UPDATE SET events = c.events + excluded.events, late = c.late + excluded.late, players = c.players + excluded.players`;
  return [statement];
}

/** Takes events out of the counts of a project, whose lock the transaction holds. */
export async function takeFromCounts(db: Db, projectId: string, events: readonly CountedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const shares = jsonb(withMarks(sharesOf(events)));
  const sent = sql`SELECT * FROM jsonb_to_recordset(${shares}) ${AS_SHARES}`;
  await db.execute(
    sql`UPDATE player_event_shares p SET events = p.events - s.events, late = p.late - s.late FROM (${sent}) s
        WHERE p.project_id = ${projectId} AND ${equal(COUNT, "p", "s")} AND p.player_id = s.player_id`,
  );
  await db.execute(
    sql`UPDATE player_event_counts c SET events = c.events - s.events, late = c.late - s.late
        FROM (SELECT ${list(COUNT)}, sum(events)::int AS events, sum(late)::int AS late FROM (${sent}) s GROUP BY ${list(COUNT)}) s
        WHERE c.project_id = ${projectId} AND ${equal(COUNT, "c", "s")}`,
  );
  const players = [...new Set(events.map(({ player_id }) => player_id))];
  await dropEmpty(db, projectId, players);
}

/**
 * Removes shares without events. Where one of them made its player one of all who ever did it, another share of the player does so
 * from now on, if there is one.
 */
async function dropEmpty(db: Db, projectId: string, playerIds: readonly string[]): Promise<void> {
  for (const playerId of playerIds) {
    await db.execute(
      sql`WITH gone AS (SELECT * FROM player_event_shares WHERE project_id = ${projectId} AND player_id = ${playerId} AND events = 0),
        heirs AS (SELECT DISTINCT ON (${list(SUBJECT, "p")}) p.* FROM player_event_shares p
          JOIN gone g ON g.first AND ${equal(SUBJECT, "p", "g")}
          WHERE p.project_id = ${projectId} AND p.player_id = ${playerId} AND p.events > 0
          ORDER BY ${list(SUBJECT, "p")}, p.version, p.day),
        moved AS (UPDATE player_event_shares p SET first = true FROM heirs h
          WHERE p.project_id = ${projectId} AND p.player_id = ${playerId} AND ${equal(COUNT, "p", "h")}),
        counted AS (SELECT ${list(COUNT)}, sum(n)::int AS n FROM (
            SELECT ${list(COUNT)}, -1 AS n FROM gone WHERE first UNION ALL SELECT ${list(COUNT)}, 1 FROM heirs) t
          GROUP BY ${list(COUNT)})
        UPDATE player_event_counts c SET players = c.players + t.n FROM counted t
          WHERE c.project_id = ${projectId} AND ${equal(COUNT, "c", "t")}`,
    );
    await db.execute(
      sql`DELETE FROM player_event_shares WHERE project_id = ${projectId} AND player_id = ${playerId} AND events = 0`,
    );
  }
}

/** Takes a player out of the counts of a project, whose lock the transaction holds. Returns the number of shares removed. */
export async function takePlayerFromCounts(db: Db, projectId: string, playerId: string): Promise<number> {
  await db.execute(
    sql`UPDATE player_event_counts c SET events = c.events - s.events, late = c.late - s.late, players = c.players - s.players
        FROM (SELECT ${list(COUNT)}, sum(events)::int AS events, sum(late)::int AS late, (count(*) FILTER (WHERE first))::int AS players
          FROM player_event_shares WHERE project_id = ${projectId} AND player_id = ${playerId} GROUP BY ${list(COUNT)}) s
        WHERE c.project_id = ${projectId} AND ${equal(COUNT, "c", "s")}`,
  );
  const removed = await db.execute<{ day: string }>(
    sql`DELETE FROM player_event_shares WHERE project_id = ${projectId} AND player_id = ${playerId} RETURNING day`,
  );
  return removed.length;
}
