import { sql } from "drizzle-orm";
import { z } from "zod";
import { isoMoment } from "../../../kernel/clock.ts";
import { type Columns, type Db, jsonb } from "../../../record/database.ts";
import type { ResourceRegistry } from "../../../record/registry.ts";
import { nameKey, subjectNames } from "../../../record/subject-names.ts";
import { type EventFilter, matching } from "./event-filter.ts";

/**
 * Pause in the work of one actor that ends a sitting; the end of a day in UTC does too. Figma and Google Docs group
 * autosaves alike.
 */
const PAUSE_MS = 30 * 60_000;

/** Sequences in a block: a sitting ends with its block, so that one of a machine that never pauses has an end as well. */
const BLOCK = 100_000;

/** Events read at once while sittings are looked for, and how often: two blocks, so that the newest sitting is always whole. */
const WINDOW = 10_000;
const MAX_WINDOWS = (2 * BLOCK) / WINDOW;

/** Subjects that a sitting names. */
const NAMED = 5;

const TouchedSubject = z.object({
  subject_type: z.string(),
  subject_id: z.string(),
  name: z.string().meta({ description: "Name at the end of the sitting; may be empty." }),
  graph_id: z.string().nullable().meta({ description: "The dialogue it belonged to." }),
  verb: z.string().meta({ description: "Verb of its last event: `created`, `updated`, `deleted`, …" }),
  events: z.int().meta({ description: "Number of its events." }),
});

export const Sitting = z
  .object({
    actor: z.string(),
    from_seq: z.int(),
    to_seq: z.int().meta({ description: "Pass it as `at_seq` to read the project as the sitting left it." }),
    from_at: z.iso.datetime(),
    to_at: z.iso.datetime(),
    commits: z.int().meta({ description: "Number of commits." }),
    events: z.int().meta({ description: "Number of events." }),
    kinds: z
      .array(z.object({ kind: z.string(), subjects: z.int().meta({ description: "Number of subjects." }) }))
      .meta({ description: "Kinds of events with their numbers of subjects, most first." }),
    subjects: z.array(TouchedSubject).meta({ description: `Up to ${NAMED} that most happened to.` }),
    subject_total: z.int().meta({ description: "Number of changed subjects." }),
  })
  .meta({ id: "Sitting" });
export type Sitting = z.input<typeof Sitting>;

/** Consecutive events of one actor without a pause long enough to end a sitting. */
interface Span {
  actor: string;
  fromSeq: number;
  toSeq: number;
  fromAt: string;
  toAt: string;
}

type CommitRow = Columns<"events", "commit_seq"> & { from_seq: number; actor: string; at: string };

/** The sittings found, and the sequence before which the search for more goes on; null when it reached the beginning. */
export interface SittingPage {
  readonly sittings: Sitting[];
  readonly nextBefore: number | null;
}

/** Query of {@link sittingsBefore}. */
export interface SittingQuestion {
  readonly projectId: string;
  /** Last sequence that the answer considers. */
  readonly upTo: number;
  /** Sittings that ended before this sequence. */
  readonly before: number;
  readonly filter: EventFilter;
  readonly limit: number;
}

/**
 * Sittings, the last first: what one actor did without a pause of half an hour, autosaves put together. Two people at work at the
 * same time have a sitting each. A sitting is listed where it ended, so pages neither repeat nor miss one. A page is shorter than
 * its limit where the filter passes over very many events; it then says where to go on.
 */
export async function sittingsBefore(
  db: Db,
  resources: ResourceRegistry,
  { projectId, upTo, before, filter, limit }: SittingQuestion,
): Promise<SittingPage> {
  const done: Span[] = [];
  const open = await spansAround(db, projectId, { upTo, before, filter });
  const beyond = new Set(open.values());
  const unfinished = () => [...open.values()].filter((span) => !beyond.has(span));
  const close = (span: Span) => {
    if (open.get(span.actor) === span) open.delete(span.actor);
    if (!beyond.has(span)) done.push(span);
  };
  let to = Math.min(before - 1, upTo);
  for (let windows = 0; to > 0 && windows < MAX_WINDOWS; windows += 1) {
    if (isWhole([...done, ...unfinished()], unfinished(), limit)) break;
    const from = Math.max(1, to - WINDOW + 1);
    for (const commit of await commitsOf(db, projectId, { fromSeq: from, toSeq: to }, filter)) {
      const span = open.get(commit.actor);
      if (span !== undefined && joins(span, commit)) {
        span.fromSeq = commit.from_seq;
        span.fromAt = commit.at;
        continue;
      }
      if (span !== undefined) close(span);
      const { actor, at } = commit;
      open.set(actor, { actor, fromSeq: commit.from_seq, toSeq: commit.commit_seq, fromAt: at, toAt: at });
    }
    to = from - 1;
    const reached = await lastCommit(db, projectId, to);
    for (const span of [...open.values()]) if (reached === null || !joins(span, reached)) close(span);
  }
  // Nothing is said yet of a sitting whose beginning was not reached, nor of those that ended before it.
  const doubt = Math.max(0, ...unfinished().map((span) => span.toSeq));
  const known = done.filter((span) => span.toSeq > doubt).sort((a, b) => b.toSeq - a.toSeq);
  const page = known.slice(0, limit);
  const last = page.at(-1);
  const nextBefore = known.length > limit && last !== undefined ? last.toSeq : Math.max(doubt, to) + 1;
  return {
    sittings: await described(db, resources, projectId, page, filter),
    nextBefore: nextBefore > 1 ? nextBefore : null,
  };
}

/** Whether a page can be made of what was found: enough sittings, of which none is unfinished. */
function isWhole(found: Span[], unfinished: readonly Span[], limit: number): boolean {
  const last = found.sort((a, b) => b.toSeq - a.toSeq)[limit - 1];
  return last !== undefined && unfinished.every((span) => span.toSeq < last.toSeq);
}

/** Whether a commit belongs to the sitting that began after it. */
function joins(span: Span, commit: Pick<CommitRow, "commit_seq" | "at">): boolean {
  const isNear = Date.parse(span.fromAt) - Date.parse(commit.at) <= PAUSE_MS;
  return (
    isNear && span.fromAt.slice(0, 10) === commit.at.slice(0, 10) && blockOf(span.toSeq) === blockOf(commit.commit_seq)
  );
}

function blockOf(seq: number): number {
  return Math.floor(seq / BLOCK);
}

/** The commit that a sequence is the end of, whoever made it; null before the first. */
async function lastCommit(db: Db, projectId: string, seq: number): Promise<{ commit_seq: number; at: string } | null> {
  const [row] = await db.execute<{ at: string }>(
    sql`SELECT recorded_at AS at FROM events WHERE project_id = ${projectId} AND seq = ${seq}`,
  );
  return row === undefined ? null : { commit_seq: seq, at: isoMoment(row.at) };
}

/** Sittings that go on at or after `before`, by actor: what of them lies further back belongs to them, and to no page that follows. */
async function spansAround(
  db: Db,
  projectId: string,
  { upTo, before, filter }: Pick<SittingQuestion, "upTo" | "before" | "filter">,
): Promise<Map<string, Span>> {
  const spans = new Map<string, Span>();
  if (before > upTo) return spans;
  const rows = await db.execute<CommitRow>(
    sql`SELECT DISTINCT ON (actor) actor, commit_seq, seq AS from_seq, recorded_at AS at FROM events
        WHERE ${matching(projectId, { fromSeq: before, toSeq: upTo }, filter)}
          AND recorded_at <= (SELECT max(e.recorded_at) FROM events e WHERE e.project_id = ${projectId} AND e.seq = ${before - 1})
            + ${`${PAUSE_MS} milliseconds`}::interval
        ORDER BY actor, seq`,
  );
  for (const { actor, commit_seq, from_seq, at } of rows) {
    const moment = isoMoment(at);
    spans.set(actor, { actor, fromSeq: from_seq, toSeq: commit_seq, fromAt: moment, toAt: moment });
  }
  return spans;
}

/** The commits of a range, the last first. */
async function commitsOf(
  db: Db,
  projectId: string,
  range: { fromSeq: number; toSeq: number },
  filter: EventFilter,
): Promise<CommitRow[]> {
  const rows = await db.execute<CommitRow>(
    sql`SELECT commit_seq, min(seq) AS from_seq, min(actor) AS actor, max(recorded_at) AS at FROM events
        WHERE ${matching(projectId, range, filter)} GROUP BY commit_seq ORDER BY commit_seq DESC`,
  );
  return rows.map((row) => ({ ...row, at: isoMoment(row.at) }));
}

type Summary = {
  sitting: number;
  commits: number;
  events: number;
  subject_total: number;
  kinds: { kind: string; subjects: number }[];
  subjects: { subject_type: string; subject_id: string; verb: string; events: number }[];
};

/** Says of each sitting what happened in it: one statement for all, and one a kind for the names. */
async function described(
  db: Db,
  resources: ResourceRegistry,
  projectId: string,
  spans: readonly Span[],
  filter: EventFilter,
): Promise<Sitting[]> {
  if (spans.length === 0) return [];
  const keys = spans.map(({ actor, fromSeq, toSeq }, sitting) => ({ sitting, actor, from: fromSeq, to: toSeq }));
  const all = {
    fromSeq: Math.min(...spans.map((span) => span.fromSeq)),
    toSeq: Math.max(...spans.map((span) => span.toSeq)),
  };
  const rows = await db.execute<Summary>(
    sql`WITH k AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${jsonb(keys)}) AS k(sitting int, actor text, "from" bigint, "to" bigint)),
          own AS MATERIALIZED (SELECT k.sitting, commit_seq, seq, kind, subject_type, subject_id FROM events
            JOIN k ON events.actor = k.actor AND seq BETWEEN k."from" AND k."to" WHERE ${matching(projectId, all, filter)}),
          counted AS (SELECT sitting, kind, count(DISTINCT subject_id)::int AS subjects FROM own GROUP BY sitting, kind),
          touched AS (SELECT sitting, subject_type, subject_id, count(*)::int AS events,
              (array_agg(kind ORDER BY seq DESC))[1] AS kind, max(seq) AS last FROM own GROUP BY sitting, subject_type, subject_id),
          ranked AS (SELECT *, row_number() OVER (PARTITION BY sitting ORDER BY events DESC, last DESC) AS place FROM touched)
        SELECT sitting, count(DISTINCT commit_seq)::int AS commits, count(*)::int AS events,
          (SELECT count(*)::int FROM touched t WHERE t.sitting = own.sitting) AS subject_total,
          (SELECT jsonb_agg(jsonb_build_object('kind', kind, 'subjects', subjects) ORDER BY subjects DESC, kind)
            FROM counted c WHERE c.sitting = own.sitting) AS kinds,
          (SELECT jsonb_agg(jsonb_build_object('subject_type', subject_type, 'subject_id', subject_id, 'events', events,
              'verb', split_part(kind, '.', 2)) ORDER BY place) FROM ranked r WHERE r.sitting = own.sitting AND place <= ${NAMED}) AS subjects
        FROM own GROUP BY sitting`,
  );
  const summaries = new Map(rows.map((row) => [row.sitting, row]));
  const wanted = spans.flatMap((span, sitting) =>
    (summaries.get(sitting)?.subjects ?? []).map((subject) => ({ ...subject, upTo: span.toSeq })),
  );
  const names = await subjectNames(db, projectId, resources, wanted);
  return spans.map((span, index): Sitting => {
    const { commits = 0, events = 0, subject_total = 0, kinds = [], subjects = [] } = summaries.get(index) ?? {};
    const named = subjects.map((subject) => {
      const found = names.get(nameKey(subject.subject_id, span.toSeq));
      return { ...subject, name: found?.name ?? "", graph_id: found?.graph_id ?? null };
    });
    const { actor, fromSeq, toSeq, fromAt, toAt } = span;
    return {
      ...{ actor, from_seq: fromSeq, to_seq: toSeq, from_at: fromAt, to_at: toAt },
      ...{ commits, events, kinds, subjects: named, subject_total },
    };
  });
}
