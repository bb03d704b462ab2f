import { sql } from "drizzle-orm";
import type { RunAction } from "#domain/runtime/log.ts";
import type { Page } from "#domain/runtime/run.ts";
import { newId } from "../../kernel/ids.ts";
import type { WriteScope } from "../../operation/write-together.ts";
import type { Db } from "../../record/database.ts";
import { holds } from "../../record/versions.ts";
import { type RunState, run } from "./run.ts";
import { endingOf, keepStanding } from "./standing.ts";

/** Actions that a path which was played elsewhere may have. */
export const MAX_PATH_ACTIONS = 2_000;

/** A playthrough that was played elsewhere and replayed here. */
interface PlayedPath {
  readonly graphId: string;
  /** The sequence of its story. */
  readonly seq: number;
  readonly seed: number;
  readonly actions: readonly RunAction[];
  /** The page it came to. */
  readonly page: Page;
  /** The share link it was played by. */
  readonly shareId: string;
  /** Comment of the reader who sent the path. */
  readonly words: string;
}

/** Counts the paths that were sent back by a share link and still exist. */
export async function countPaths(db: Db, projectId: string, shareId: string): Promise<number> {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM run_versions
        WHERE project_id = ${projectId} AND share_id = ${shareId} AND ${holds(null)}`,
  );
  return row?.n ?? 0;
}

/**
 * Keeps a path as a playthrough that is over: one event, and its steps beside the record, as if it had been played here.
 *
 * @returns the id of the playthrough.
 */
export async function keepPath({ db, project, record }: WriteScope, path: PlayedPath, now: number): Promise<string> {
  const id = newId(run.resource.prefix, now);
  const state: RunState = {
    graph_id: path.graphId,
    base_seq: path.seq,
    player_id: null,
    beginning: { seed: path.seed, values: {}, taken_by_player: [] },
    status: "ended",
    ending: endingOf(path.page),
    share_id: path.shareId,
    words: path.words,
    forked_from: null,
    forked_step: null,
  };
  record.create(run.resource, id, state);
  await record.commit();
  await keepStanding(db, { ...state, project_id: project.id, id }, path, now);
  return id;
}
