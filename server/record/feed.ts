import { type SQL, sql } from "drizzle-orm";
import { Problem } from "../kernel/problem.ts";
import { type Columns, type Db, isOneOf, textArray } from "./database.ts";
import { type RecordedEvent, toEvent } from "./event.ts";
import { readWithinBytes } from "./list/page-bytes.ts";

/** Filter on the events of a project. */
export interface FeedFilter {
  afterSeq?: number | undefined;
  toSeq?: number | undefined;
  kind?: string | undefined;
  subjectId?: string | undefined;
}

function conditions(projectId: string, filter: FeedFilter): SQL {
  const parts = [sql`project_id = ${projectId}`];
  if (filter.afterSeq !== undefined) parts.push(sql`seq > ${filter.afterSeq}`);
  if (filter.toSeq !== undefined) parts.push(sql`seq <= ${filter.toSeq}`);
  if (filter.kind !== undefined) parts.push(sql`kind = ${filter.kind}`);
  if (filter.subjectId !== undefined) parts.push(sql`subject_id = ${filter.subjectId}`);
  return sql.join(parts, sql` AND `);
}

/** Events in the order of the record; `isAnswer` cuts a page short whose events are too many bytes for one answer. */
export async function readEvents(
  db: Db,
  projectId: string,
  filter: FeedFilter,
  page: { limit: number; offset?: number; order?: "asc" | "desc"; isAnswer?: boolean },
): Promise<RecordedEvent[]> {
  const direction = sql.raw(page.order === "desc" ? "DESC" : "ASC");
  const query = sql`SELECT * FROM events WHERE ${conditions(projectId, filter)} ORDER BY seq ${direction}
    LIMIT ${page.limit} OFFSET ${page.offset ?? 0}`;
  const rows = page.isAnswer === true ? await readWithinBytes(db, query) : await db.execute(query);
  return rows.map(toEvent);
}

/**
 * One page of the events of each of several subjects up to a sequence, with how many there are, in one statement.
 *
 * @throws Problem `answer_too_large` where the pages together have more bytes than one answer may have.
 */
export async function readEventsOfEach(
  db: Db,
  projectId: string,
  subjectIds: readonly string[],
  { toSeq }: { toSeq: number },
  page: { limit: number; offset: number; order: "asc" | "desc" },
): Promise<ReadonlyMap<string, { events: RecordedEvent[]; total: number }>> {
  const direction = sql.raw(page.order === "desc" ? "DESC" : "ASC");
  const own = sql`project_id = ${projectId} AND subject_id = subject.id AND seq <= ${toSeq}`;
  const rows = await readWithinBytes(
    db,
    sql`SELECT subject.id AS event_of, counted.event_total, own.* FROM unnest(${textArray(subjectIds)}) AS subject(id)
        CROSS JOIN LATERAL (SELECT count(*)::int AS event_total FROM events WHERE ${own}) counted
        LEFT JOIN LATERAL (SELECT * FROM events WHERE ${own} ORDER BY seq ${direction}
          LIMIT ${page.limit} OFFSET ${page.offset}) own ON true`,
  );
  const pages = new Map<string, { events: RecordedEvent[]; total: number }>();
  for (const { event_of, event_total, ...row } of rows) {
    const found = pages.get(String(event_of)) ?? { events: [], total: Number(event_total) };
    if (row.seq !== null) found.events.push(toEvent(row));
    pages.set(String(event_of), found);
  }
  for (const id of subjectIds) {
    const found = pages.get(id);
    const expected = Math.min(page.limit, Math.max(0, (found?.total ?? 0) - page.offset));
    if (found === undefined || found.events.length < expected) throw new Problem("answer_too_large");
    found.events.sort((a, b) => (page.order === "desc" ? b.seq - a.seq : a.seq - b.seq));
  }
  return pages;
}

/** Counts the matching events. */
export async function countEvents(db: Db, projectId: string, filter: FeedFilter): Promise<number> {
  const rows = await db.execute<{ n: number }>(
    sql`SELECT count(*) AS n FROM events WHERE ${conditions(projectId, filter)}`,
  );
  return rows[0]?.n ?? 0;
}

/** All events of one commit, in order; read from its end, because only that is indexed. */
export async function readCommit(
  db: Db,
  projectId: string,
  commitSeq: number,
  pageSize = 500,
): Promise<RecordedEvent[]> {
  const commit: RecordedEvent[] = [];
  for (let toSeq = commitSeq; ; toSeq -= pageSize) {
    const page = await readEvents(db, projectId, { toSeq }, { limit: pageSize, order: "desc" });
    const own = page.filter((event) => event.commit_seq === commitSeq);
    commit.push(...own);
    if (own.length < pageSize) return commit.reverse();
  }
}

/** The last sequences of the commits of a range that wrote a subject of some types, in order. */
export async function commitsTouching(
  db: Db,
  projectId: string,
  range: { afterSeq: number; toSeq: number },
  types: readonly string[],
): Promise<number[]> {
  const rows = await db.execute<Columns<"events", "commit_seq">>(
    sql`SELECT DISTINCT commit_seq FROM events WHERE ${conditions(projectId, range)} AND ${isOneOf(sql`subject_type`, types)}
        ORDER BY commit_seq`,
  );
  return rows.map(({ commit_seq }) => Number(commit_seq));
}

/** Every event of a project in order, a page at a time, so that memory does not grow with the record. */
export async function* streamEvents(
  db: Db,
  projectId: string,
  range: { afterSeq?: number; toSeq?: number } = {},
  // Large enough that round trips do not count, small enough for pages of the largest events.
  pageSize = 500,
): AsyncGenerator<RecordedEvent[]> {
  let afterSeq = range.afterSeq ?? 0;
  for (;;) {
    const page = await readEvents(db, projectId, { afterSeq, toSeq: range.toSeq }, { limit: pageSize });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    afterSeq = last.seq;
  }
}

/** The sequence that was true at a moment: that of the last event recorded at or before it; 0 before the first. */
export async function sequenceAt(db: Db, projectId: string, at: string): Promise<number> {
  const rows = await db.execute<Columns<"events", "commit_seq">>(
    sql`SELECT commit_seq FROM events WHERE project_id = ${projectId} AND recorded_at <= ${at}
        ORDER BY recorded_at DESC, seq DESC LIMIT 1`,
  );
  return rows[0]?.commit_seq ?? 0;
}
