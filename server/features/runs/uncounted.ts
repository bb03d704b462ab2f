import { sql } from "drizzle-orm";
import { actionsOf, type LogEntry } from "#domain/runtime/log.ts";
import type { PlayedDialogue } from "#domain/runtime/story.ts";
import { isoMoment } from "../../kernel/clock.ts";
import { type Columns, type Db, textArray } from "../../record/database.ts";
import { findVersion } from "../../record/versions.ts";
import { placeOf } from "./open-run.ts";
import { run } from "./run.ts";
import { readStanding } from "./standing.ts";
import { readStory, type Story } from "./story.ts";

/** A playthrough with steps that were not counted yet. */
export type UncountedRun = Columns<"run_standings", "project_id" | "run_id" | "step" | "counted_step">;

/** A choice in a playthrough. */
export interface TakenChoice {
  /** The step that it was. */
  readonly step: number;
  /** RFC 3339. */
  readonly at: string;
  readonly graph_id: string;
  readonly node_id: string;
  readonly branch_id: string;
  /** The sequence of the story. */
  readonly version: number;
}

/** Steps of a playthrough since they were counted last. */
export interface NewChoices {
  /** The host's name for the player; null without one. */
  readonly player: string | null;
  readonly taken: readonly TakenChoice[];
  /** Steps of choices that were taken back, or were not possible at another sequence. */
  readonly takenBack: readonly number[];
}

/** Finds playthroughs with steps that were not counted yet, of all projects that are not deleted. */
export function findUncounted(db: Db, limit: number): Promise<UncountedRun[]> {
  return db.execute<UncountedRun>(
    sql`SELECT r.project_id, r.run_id, r.step, r.counted_step FROM run_standings r
        JOIN project_heads h ON h.project_id = r.project_id AND h.deleted_at IS NULL
        WHERE r.step > r.counted_step LIMIT ${limit}`,
  );
}

/**
 * Notes up to which step playthroughs of a project are counted, in the transaction that counts them; returns the ids of those that were
 * noted. One that somebody else counts or plays at this moment is left for later: nothing here waits for a step.
 */
export async function markCounted(db: Db, projectId: string, runs: readonly UncountedRun[]): Promise<Set<string>> {
  const ids = textArray(runs.map(({ run_id }) => run_id));
  const free = await db.execute<Columns<"run_standings", "run_id" | "counted_step">>(
    sql`SELECT run_id, counted_step FROM run_standings WHERE project_id = ${projectId} AND run_id = ANY(${ids})
        FOR UPDATE SKIP LOCKED`,
  );
  const counted = new Map(free.map((row) => [row.run_id, row.counted_step]));
  const own = runs.filter((each) => counted.get(each.run_id) === each.counted_step);
  for (const { run_id, step } of own) {
    await db.execute(
      sql`UPDATE run_standings SET counted_step = ${step} WHERE project_id = ${projectId} AND run_id = ${run_id}`,
    );
  }
  return new Set(own.map(({ run_id }) => run_id));
}

/** Reads the choices of a playthrough since it was counted last; null where it was deleted. */
export async function readNewChoices(db: Db, uncounted: UncountedRun): Promise<NewChoices | null> {
  const { project_id: projectId, run_id: runId, counted_step: from } = uncounted;
  const standing = await readStanding(db, projectId, runId);
  const version = await findVersion(db, run.resource, projectId, runId);
  if (standing === null || version === null) return null;
  const fresh = await readSteps(db, uncounted, from);
  const isPlain = fresh.every(({ action }) => !("back" in action || "rebase" in action));
  const all = isPlain ? fresh : await readSteps(db, uncounted, 0);
  const before = choicesOf(all.filter((each) => each.step <= from));
  const after = choicesOf(all);
  const branches = branchesOf(await readStory(db, placeOf(standing)));
  const taken = [...after].flatMap(([step, { choose: branchId, made_at: madeAt }]): TakenChoice[] => {
    const place = branches.get(branchId);
    if (step <= from || place === undefined) return [];
    return [{ step, at: isoMoment(madeAt), ...place, branch_id: branchId, version: standing.base_seq }];
  });
  return { player: version.player_id, taken, takenBack: [...before.keys()].filter((step) => !after.has(step)) };
}

type LoggedStep = Columns<"run_steps", "step" | "made_at" | "origin_run"> & { action: LogEntry };

function readSteps(db: Db, { project_id, run_id, step }: UncountedRun, behind: number): Promise<LoggedStep[]> {
  return db.execute<LoggedStep>(
    sql`SELECT step, action, made_at, origin_run FROM run_steps
        WHERE project_id = ${project_id} AND run_id = ${run_id} AND step > ${behind} AND step <= ${step} ORDER BY step`,
  );
}

/**
 * Returns the branches that a log comes to, by step: without those that were taken back, and without those that came along from another
 * playthrough, where they are counted.
 */
function choicesOf(log: readonly LoggedStep[]): Map<number, { choose: string; made_at: string }> {
  const steps = new Map<LogEntry, LoggedStep>(log.map((step) => [step.action, step]));
  const choices = new Map<number, { choose: string; made_at: string }>();
  for (const action of actionsOf(log.map((each) => each.action))) {
    const step = steps.get(action);
    if ("choose" in action && step?.origin_run === null)
      choices.set(step.step, { choose: action.choose, made_at: step.made_at });
  }
  return choices;
}

type BranchPlace = Pick<TakenChoice, "graph_id" | "node_id">;

/** Places of the branches of stories: a story is read once for all who play it. */
const places = new WeakMap<Story, ReadonlyMap<string, BranchPlace>>();

function branchesOf(story: Story): ReadonlyMap<string, BranchPlace> {
  const known = places.get(story);
  if (known !== undefined) return known;
  const found = new Map<string, BranchPlace>();
  const graphs: Pick<PlayedDialogue, "id" | "nodes">[] = [story.dialogue, ...(story.dialogue.others?.values() ?? [])];
  for (const { id, nodes } of graphs) {
    for (const node of nodes.values()) {
      for (const branch of node.branches) found.set(branch.id, { graph_id: id, node_id: node.id });
    }
  }
  places.set(story, found);
  return found;
}
