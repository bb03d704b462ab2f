import type { Expression } from "#domain/expression.ts";
import type { JsonObject } from "#domain/json.ts";
import { changedProperties } from "#domain/runtime/changed-properties.ts";
import { Evaluator } from "#domain/runtime/evaluate.ts";
import { freshState } from "#domain/runtime/state.ts";
import { OverBudget, Work } from "#domain/runtime/work.ts";
import type { Db } from "../../record/database.ts";
import { readProgress } from "./open-run.ts";
import { StoryReach } from "./story-reach.ts";
import { readWorld } from "./world.ts";

/** Sequence of a project, and the playthrough over it, in which conditions are asked; null for none. */
export interface ConditionPlace {
  readonly projectId: string;
  readonly runId: string | null;
  readonly seq: number;
}

/**
 * Whether each list of conditions holds, every one of it, where a playthrough stands; without one with the defaults of variables. What is not
 * known does not hold.
 */
export async function conditionsHold(
  db: Db,
  { projectId, runId, seq }: ConditionPlace,
  lists: readonly (readonly Expression[])[],
): Promise<boolean[]> {
  const conditions = lists.flat();
  if (conditions.length === 0) return lists.map(() => true);
  const reach = new StoryReach();
  reach.addLogic({ conditions, effects: [] });
  const [variables, progress] = await Promise.all([
    reach.variables(db, projectId, seq),
    runId === null ? null : readProgress(db, projectId, runId),
  ]);
  const world = await readWorld(db, projectId, reach.named(variables), seq);
  const fresh = freshState(variables.values(), {});
  const state =
    progress === null ? fresh : { ...progress.state, values: { ...fresh.values, ...progress.state.values } };
  return lists.map((list) => {
    try {
      return new Evaluator({ state, nodeId: "", choices: 0, world, work: new Work() }).all(list) === true;
    } catch (error) {
      if (error instanceof OverBudget) return false;
      throw error;
    }
  });
}

/** Returns the properties of an entity that a playthrough has changed, by key; those within another are left out. */
export async function propertiesInRun(db: Db, projectId: string, runId: string, entityId: string): Promise<JsonObject> {
  return changedProperties((await readProgress(db, projectId, runId))?.state.world ?? [], entityId);
}
