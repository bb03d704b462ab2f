import { sql } from "drizzle-orm";
import { callerOfProject } from "../../kernel/scope.ts";
import type { ProjectRef, Services } from "../../operation/context.ts";
import { writeLater } from "../../operation/system-write.ts";
import { insertStatements } from "../../record/append.ts";
import type { Columns, Db, TransactionDb } from "../../record/database.ts";
import { loggableError } from "../../record/database-errors.ts";
import { ensurePlayers, type NamedPlayer, playersByName } from "../players/public.ts";
import { findUncounted, markCounted, type NewChoices, readNewChoices, type UncountedRun } from "../runs/public.ts";
import { addToCounts, takeFromCounts } from "./counts.ts";
import { lockHead } from "./head.ts";
import { findHomes } from "./homes.ts";
import type { EventRow } from "./tally.ts";

/** Playthroughs looked for at a time. */
const RUNS = 200;
/** Choices after which no further playthrough joins a transaction: some 200 ms. */
const CHOICES = 2_000;

/** A playthrough with its choices since it was counted last; null where it was deleted meanwhile. */
interface RunChoices {
  readonly run: UncountedRun;
  readonly choices: NewChoices | null;
}

/**
 * Counts the choices of playthroughs, and of paths that readers of share links sent back, as events of players. A step is only marked, so it
 * waits for nobody; what says up to which step a playthrough is counted is written together with its events.
 *
 * @returns whether there may be more.
 */
export async function countRuns(services: Services): Promise<boolean> {
  const { reads } = services.database;
  const uncounted = await findUncounted(reads, RUNS);
  const byProject = Map.groupBy(uncounted, ({ project_id }) => project_id);
  const homes = await findHomes(reads, [...byProject.keys()]);
  let isMore = uncounted.length === RUNS;
  let failed = 0;
  for (const [projectId, runs] of byProject) {
    const project = homes.get(projectId);
    // A project that was deleted is counted no more; it goes with all of its rows.
    if (project === undefined) continue;
    try {
      const choices = await readAll(reads, runs);
      isMore ||= choices.length < runs.length;
      const players = await playersOf(services, project, choices);
      await services.database.writes.transaction("write", (db) => store(db, project.id, choices, players));
    } catch (error) {
      // The playthroughs of other projects are counted all the same; these are tried again in the next round.
      services.log.warn({ error: loggableError(error), project: projectId }, "playthroughs were not counted");
      failed += 1;
    }
  }
  return isMore && failed < byProject.size;
}

async function readAll(db: Db, runs: readonly UncountedRun[]): Promise<RunChoices[]> {
  const all: RunChoices[] = [];
  let count = 0;
  for (const run of runs) {
    if (count >= CHOICES) break;
    const choices = await readNewChoices(db, run);
    all.push({ run, choices });
    count += choices?.taken.length ?? 0;
  }
  return all;
}

/** Finds the players of playthroughs by the names that their hosts gave them, and makes those who are not known yet. */
async function playersOf(
  services: Services,
  project: ProjectRef,
  choices: readonly RunChoices[],
): Promise<ReadonlyMap<string, NamedPlayer>> {
  const names = [...new Set(choices.flatMap((each) => each.choices?.player ?? []))];
  const found = await playersByName({ services, db: services.database.reads, project }, names);
  if (names.every((name) => found.has(name))) return found;
  const actor = "system:player_events";
  const { workspaceId, mode } = project;
  const caller = callerOfProject({ actor, workspaceId, projectId: project.id, mode });
  const write = { caller, authorship: { actor, requestId: null }, isAlone: true, whileArchived: true };
  const made = new Map(found);
  await writeLater(services, project.id, write, async ({ db, record }) => {
    for (const [name, player] of await ensurePlayers({ services, db, project, record }, names)) made.set(name, player);
  });
  return made;
}

async function store(
  db: TransactionDb,
  projectId: string,
  all: readonly RunChoices[],
  players: ReadonlyMap<string, NamedPlayer>,
): Promise<void> {
  const head = await lockHead(db, projectId);
  const own = await markCounted(
    db,
    projectId,
    all.map(({ run }) => run),
  );
  let { lastNumber } = head;
  const rows: EventRow[] = [];
  for (const { run, choices } of all) {
    if (choices === null || !own.has(run.run_id)) continue;
    await takeBack(db, projectId, run.run_id, choices.takenBack);
    const player = choices.player === null ? null : (players.get(choices.player) ?? null);
    if (player?.isErased) continue;
    for (const choice of choices.taken) {
      lastNumber += 1;
      rows.push(rowOf({ projectId, run, number: lastNumber, playerId: player?.id ?? run.run_id }, choice));
    }
  }
  if (rows.length === 0) return;
  await db.finish([
    ...insertStatements("player_events", rows),
    ...addToCounts(projectId, rows),
    sql`UPDATE player_event_heads SET last_number = ${lastNumber} WHERE project_id = ${projectId}`,
  ]);
}

/** Removes choices that were taken back, and what was counted of them. */
async function takeBack(db: Db, projectId: string, runId: string, steps: readonly number[]): Promise<void> {
  if (steps.length === 0) return;
  const removed = await db.execute<EventRow & Columns<"player_events", "number">>(
    sql`DELETE FROM player_events WHERE project_id = ${projectId} AND run_id = ${runId}
        AND step = ANY(${sql.param([...steps])}::int[]) RETURNING *`,
  );
  await takeFromCounts(db, projectId, removed);
}

function rowOf(
  of: { projectId: string; run: UncountedRun; number: number; playerId: string },
  { step, at, ...choice }: NewChoices["taken"][number],
): EventRow {
  return {
    ...choice,
    project_id: of.projectId,
    number: of.number,
    client_id: `${of.run.run_id}:${step}`,
    kind: "choice",
    name: null,
    player_id: of.playerId,
    at,
    // The service itself took the step, at that moment.
    received_at: at,
    run_id: of.run.run_id,
    step,
    quest_id: null,
    state: null,
    quest_move: null,
    data: null,
    quarantined: false,
  };
}
