import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import { isOver, type LogEntry, type LoggedAction, placesOfActions } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import type { PlayState } from "#domain/runtime/state.ts";
import { type Columns, type Db, jsonb, textArray } from "../../record/database.ts";
import type { KeysetPage } from "../../record/list/keyset.ts";
import type { RunState } from "./run.ts";

/** Current state of a playthrough. */
export interface RunProgress {
  readonly project_id: string;
  readonly run_id: string;
  readonly graph_id: string;
  readonly base_seq: number;
  readonly step: number;
  readonly status: RunState["status"];
  readonly state: PlayState;
}

/** A standing as it is kept: its state may be some steps old, and `since` is what was done after that. */
export interface KeptStanding extends RunProgress {
  readonly since: readonly LoggedAction[];
}

/**
 * Steps after which the state itself is written. In between a step is a row of the log and a number: a state of hundreds of visits
 * takes some 10 KB, whose writing was most of what a step cost.
 */
const STATE_EVERY = 16;

/** Reads the state of a project's playthrough; null where there is no playthrough of that id. */
export async function readStanding(db: Db, projectId: string, runId: string): Promise<KeptStanding | null> {
  const [row] = await db.execute<KeptStanding & Record<string, unknown>>({
    text: `SELECT project_id, run_id, graph_id, base_seq, step, status, state,
        (SELECT coalesce(jsonb_agg(s.action ORDER BY s.step), '[]') FROM run_steps s
          WHERE s.project_id = $1 AND s.run_id = r.run_id AND s.step > coalesce(r.state_step, r.step)) AS since
      FROM run_standings r WHERE project_id = $1 AND run_id = $2`,
    values: [projectId, runId],
  });
  return row === undefined ? null : { ...row, base_seq: Number(row.base_seq) };
}

/** Playthroughs that are asked for; null asks for those of every dialogue or status. */
interface StandingsAsked {
  readonly projectId: string;
  readonly graphId: string | null;
  readonly status: RunState["status"] | null;
}

function standingsWhere({ projectId, graphId, status }: StandingsAsked): SQL {
  const conditions = [sql`r.project_id = ${projectId}`];
  if (graphId !== null) conditions.push(sql`r.graph_id = ${graphId}`);
  if (status !== null) conditions.push(sql`r.status = ${status}`);
  return sql.join(conditions, sql` AND `);
}

/** Counts the playthroughs of a project. */
export async function countStandings(db: Db, asked: StandingsAsked): Promise<number> {
  const [counted] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM run_standings r WHERE ${standingsWhere(asked)}`,
  );
  return counted?.n ?? 0;
}

/** Reads one page of a project's playthroughs: the number of steps of each, and when it was played last. */
export function listStandings(db: Db, asked: StandingsAsked, { behind, tail }: KeysetPage) {
  return db.execute<Columns<"run_standings", "run_id" | "step" | "touched_at">>(
    sql`SELECT r.run_id, r.step, r.touched_at FROM run_standings r WHERE ${standingsWhere(asked)} AND ${behind} ${tail}`,
  );
}

/** Reads the actions of a playthrough, step by step, up to a step. */
export async function readLog(db: Db, { project_id, run_id }: RunProgress, upTo: number): Promise<LogEntry[]> {
  const rows = await db.execute<Columns<"run_steps", "action"> & { action: LogEntry }>(
    sql`SELECT action FROM run_steps WHERE project_id = ${project_id} AND run_id = ${run_id} AND step <= ${upTo} ORDER BY step`,
  );
  return rows.map(({ action }) => action);
}

/** Whether an event has moved a quest in a playthrough, at a step that may have been taken back since. */
export async function isInLog(db: Db, { project_id, run_id }: RunProgress, eventId: string): Promise<boolean> {
  const rows = await db.execute<Columns<"run_steps", "step">>(
    sql`SELECT step FROM run_steps WHERE project_id = ${project_id} AND run_id = ${run_id}
        AND action->'quest'->>'event' = ${eventId} LIMIT 1`,
  );
  return rows.length > 0;
}

/** The playthrough and the step at which an action was first done: forks have the actions of another one. */
export interface ActionOrigin {
  readonly run: string;
  readonly step: number;
}

/** A way to where a playthrough stands: its actions, each with its origin, and the playthrough whose beginning it shares. */
export interface Way {
  readonly root: string;
  readonly actions: readonly LoggedAction[];
  /** Origins of the actions, in their order. */
  readonly origins: readonly ActionOrigin[];
}

/** Reads the way of a playthrough up to a step, without what was taken back. */
export async function readWay(db: Db, { project_id, run_id }: RunProgress, upTo: number): Promise<Way> {
  const [kept] = await db.execute<Columns<"run_standings", "root_run">>(
    sql`SELECT root_run FROM run_standings WHERE project_id = ${project_id} AND run_id = ${run_id}`,
  );
  const rows = await db.execute<
    Columns<"run_steps", "step" | "action" | "origin_run" | "origin_step"> & { action: LogEntry }
  >(
    sql`SELECT step, action, origin_run, origin_step FROM run_steps
        WHERE project_id = ${project_id} AND run_id = ${run_id} AND step <= ${upTo} ORDER BY step`,
  );
  const places = placesOfActions(rows.map(({ action }) => action));
  return {
    root: kept?.root_run ?? run_id,
    actions: places.map((place) => rows[place]?.action as LoggedAction),
    origins: places.map((place) => {
      const { step = 0, origin_run = null, origin_step = null } = rows[place] ?? {};
      return origin_run === null || origin_step === null
        ? { run: run_id, step }
        : { run: origin_run, step: origin_step };
    }),
  };
}

/** A playthrough that was made just now, as the record has it. */
type MadeRun = Pick<RunState, "graph_id" | "base_seq" | "status"> & {
  readonly project_id: string;
  readonly id: string;
};

/** The page at which a new playthrough stands, and the actions that it comes with; `from` is the way that they are of, in a fork. */
interface KeptBeginning {
  readonly page: Page;
  readonly actions: readonly LoggedAction[];
  readonly from?: Pick<Way, "root" | "origins"> | null;
}

/** Keeps where a new playthrough stands, and the actions that it comes with, as if they had been taken one after another. */
export async function keepStanding(
  db: Db,
  { project_id, id: run_id, graph_id, base_seq, status }: MadeRun,
  { page, actions, from = null }: KeptBeginning,
  now: number,
): Promise<RunProgress> {
  const standing: RunProgress = {
    ...{ project_id, run_id, graph_id, base_seq, status },
    step: actions.length,
    state: page.state,
  };
  await db.execute(keepFirst(standing, from?.root ?? null, now));
  if (actions.length > 0) await db.execute(keepLog(standing, actions, from?.origins ?? [], now));
  return standing;
}

function keepLog(
  { project_id, run_id }: RunProgress,
  actions: readonly LoggedAction[],
  origins: readonly ActionOrigin[],
  now: number,
): SQL {
  const steps = actions.map((action, index) => ({ action, origin: origins[index] ?? null }));
  return sql`INSERT INTO run_steps (project_id, run_id, step, action, made_at, origin_run, origin_step)
    SELECT ${project_id}::text, ${run_id}::text, nth::int, step->'action', ${new Date(now).toISOString()}::timestamptz,
      step->'origin'->>'run', (step->'origin'->>'step')::int
    FROM jsonb_array_elements(${jsonb(steps)}) WITH ORDINALITY AS steps (step, nth)`;
}

function keepFirst(standing: RunProgress, root: string | null, now: number): SQL {
  const { project_id, run_id, graph_id, base_seq, step, status, state } = standing;
  return sql`INSERT INTO run_standings (project_id, run_id, graph_id, base_seq, step, status, state, state_step, root_run, touched_at)
    VALUES (${project_id}, ${run_id}, ${graph_id}, ${base_seq}, ${step}, ${status}, ${jsonb(state)}, ${step}, ${root}, ${new Date(now).toISOString()})`;
}

/** Returns the entries of a state that say where quests stand, which the state written last has for every step after it. */
const questsIn = ({ world = [] }: PlayState) => world.filter(({ what }) => what === "quest");

function movesQuests({ state: before }: RunProgress, { state: after }: RunProgress): boolean {
  return before.world !== after.world && !isDeepStrictEqual(questsIn(before), questsIn(after));
}

/**
 * Whether a step follows from the state before it and what was done, so that its state need not be written. One that moves a quest is
 * written all the same: quests of many playthroughs are then read without their stories.
 */
function followsFromLog(before: RunProgress, after: RunProgress, action: LogEntry): action is LoggedAction {
  return (
    ("choose" in action || "answer" in action) &&
    before.status === after.status &&
    before.base_seq === after.base_seq &&
    after.step % STATE_EVERY !== 0 &&
    !movesQuests(before, after)
  );
}

/**
 * Moves a playthrough on by one step and notes what was done, in one statement: it answers a row, or none where somebody else did
 * something at that step. A step has one state for ever, so the number of the step says which state it moves on from.
 */
export function moveOn(before: RunProgress, after: RunProgress, action: LogEntry, now: number): SQL {
  const { project_id, run_id, step, status, state, base_seq } = after;
  const at = new Date(now).toISOString();
  const kept = followsFromLog(before, after, action)
    ? sql`, state_step = coalesce(state_step, ${before.step}::int)`
    : sql`, status = ${status}, base_seq = ${base_seq}::bigint, state = ${jsonb(state)}, state_step = ${step}::int`;
  return sql`WITH moved AS (
      UPDATE run_standings SET step = ${step}::int, touched_at = ${at}::timestamptz${kept}
      WHERE project_id = ${project_id} AND run_id = ${run_id} AND step = ${before.step}::int RETURNING project_id, run_id)
    INSERT INTO run_steps (project_id, run_id, step, action, made_at)
    SELECT project_id, run_id, ${step}::int, ${jsonb(action)}, ${at}::timestamptz FROM moved RETURNING step`;
}

/** An entry that a log gets, with the sender's id of the action it is of; null for none. */
export interface NewEntry {
  readonly entry: LogEntry;
  readonly clientId: string | null;
}

/** Moves a playthrough on by several steps at once, in one statement as {@link moveOn} does: it answers a row for each, or none. */
export function moveOnBy(before: RunProgress, after: RunProgress, entries: readonly NewEntry[], now: number): SQL {
  const { project_id, run_id, step, status, state } = after;
  const at = new Date(now).toISOString();
  const steps = entries.map(({ entry, clientId }) => ({ action: entry, client_id: clientId }));
  return sql`WITH moved AS (
      UPDATE run_standings SET step = ${step}::int, touched_at = ${at}::timestamptz, status = ${status}, state = ${jsonb(state)},
        state_step = ${step}::int
      WHERE project_id = ${project_id} AND run_id = ${run_id} AND step = ${before.step}::int RETURNING project_id, run_id)
    INSERT INTO run_steps (project_id, run_id, step, action, made_at, client_id)
    SELECT m.project_id, m.run_id, ${before.step}::int + nth::int, each->'action', ${at}::timestamptz, each->>'client_id'
    FROM moved m CROSS JOIN jsonb_array_elements(${jsonb(steps)}) WITH ORDINALITY AS sent (each, nth) RETURNING step`;
}

/** A step of a playthrough, by the sender's id of the action. */
export interface SentStep {
  readonly step: number;
  readonly action: LogEntry;
}

/** Reads the steps that some actions done offline were, by the sender's ids; also those that were taken back since. */
export async function readSentSteps(
  db: Db,
  { project_id, run_id }: RunProgress,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, SentStep>> {
  const rows = await db.execute<Columns<"run_steps", "step" | "client_id" | "action"> & { action: LogEntry }>(
    sql`SELECT step, client_id, action FROM run_steps
        WHERE project_id = ${project_id} AND run_id = ${run_id} AND client_id = ANY(${textArray(clientIds)})`,
  );
  return new Map(rows.map(({ client_id, step, action }) => [client_id ?? "", { step, action }]));
}

/** Entries of a log that take steps back. */
const BACKWARD = ["back", "rebase"];

/** Steps of a playthrough behind one and up to another. */
interface Steps {
  readonly after: number;
  readonly upTo: number;
}

/** Whether steps of the story were taken in a playthrough between two steps; what was told or moved from outside is none. */
export const hasStoryStep = (db: Db, standing: RunProgress, steps: Steps): Promise<boolean> =>
  hasStep(db, standing, steps, ["choose", "answer", ...BACKWARD]);

/** Whether a playthrough went back between two steps: behind the first of them or not. */
export const hasStepBack = (db: Db, standing: RunProgress, steps: Steps): Promise<boolean> =>
  hasStep(db, standing, steps, BACKWARD);

async function hasStep(
  db: Db,
  { project_id, run_id }: RunProgress,
  { after, upTo }: Steps,
  kinds: readonly string[],
): Promise<boolean> {
  const rows = await db.execute<Columns<"run_steps", "step">>(
    sql`SELECT step FROM run_steps WHERE project_id = ${project_id} AND run_id = ${run_id} AND step > ${after} AND step <= ${upTo}
          AND jsonb_exists_any(action, ${textArray(kinds)}) LIMIT 1`,
  );
  return rows.length > 0;
}

/** Removes where a playthrough stands, its saves, and what was done. */
export async function forgetRun(db: Db, projectId: string, runId: string): Promise<void> {
  await db.execute(sql`DELETE FROM run_saves WHERE project_id = ${projectId} AND run_id = ${runId}`);
  await db.execute(sql`DELETE FROM run_steps WHERE project_id = ${projectId} AND run_id = ${runId}`);
  await db.execute(sql`DELETE FROM run_standings WHERE project_id = ${projectId} AND run_id = ${runId}`);
}

/** A standing after a step that came to a page. */
export function standingAt(before: RunProgress, page: Page): RunProgress {
  return { ...before, step: before.step + 1, status: isOver(page) ? "ended" : "open", state: page.state };
}

/** Returns the ending that a page brings a playthrough to; null where it goes on. */
export function endingOf(page: Page): RunState["ending"] {
  return isOver(page) ? { kind: page.halt.kind, node_id: page.state.at?.node ?? null } : null;
}
