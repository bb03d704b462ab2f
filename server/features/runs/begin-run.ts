import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { declaresValues, limitOf } from "#domain/dialogue/wire.ts";
import type { VariableValue } from "#domain/expression.ts";
import { fitted } from "#domain/runtime/effects.ts";
import { graphsOf, type PlayVariable } from "#domain/runtime/story.ts";
import { UNKNOWN } from "#domain/runtime/value.ts";
import type { RunBeginning } from "#drizzle/schema/runs.ts";
import { aboveMaximum, invalidValue } from "../../kernel/problem.ts";
import type { ValidationItem } from "../../kernel/validation/item.ts";
import { type Columns, type Db, isOneOf } from "../../record/database.ts";
import { findVersion, holds } from "../../record/versions.ts";
import { checkpoint } from "../checkpoints/public.ts";
import type { NamingContext } from "../players/public.ts";
import { readRun } from "./open-run.ts";
import { readCarried } from "./own-quests.ts";
import { namesOfPlayer } from "./played-by.ts";
import type { Story } from "./story.ts";

type Loc = ValidationItem["loc"];

/** The highest seed: seeds are 32 bits without a sign. */
export const MAX_SEED = 0xffff_ffff;

/** A seed of chance, for a playthrough that names none. */
export const anySeed = (): number => randomInt(MAX_SEED);

/**
 * The sequence that a playthrough is pinned to: the one asked for, that of a checkpoint, or the present.
 *
 * @throws {@link ValidationProblem} for a sequence beyond the record, and for a checkpoint that is not there.
 */
export async function pinnedSeq(
  db: Db,
  { id: projectId, lastSeq }: { id: string; lastSeq: number },
  { base_seq: seq, checkpoint_id: checkpointId }: { base_seq?: number | undefined; checkpoint_id?: string | undefined },
): Promise<number> {
  if (checkpointId !== undefined) {
    const named = await findVersion(db, checkpoint.resource, projectId, checkpointId);
    if (named === null) {
      throw invalidValue(["body", "checkpoint_id"], "no such checkpoint in this project", checkpointId);
    }
    return named.seq;
  }
  if (seq !== undefined && seq > lastSeq) throw aboveMaximum(["body", "base_seq"], seq, lastSeq);
  return seq ?? lastSeq;
}

/**
 * Values of variables as they were sent, by id or by name, as a playthrough takes them.
 *
 * @throws {@link ValidationProblem} for a variable the story does not use, and a value that does not fit, each at its place.
 */
export function valuesOf(
  { dialogue }: Story,
  sent: Readonly<Record<string, VariableValue>>,
  loc: Loc,
): Readonly<Record<string, VariableValue>> {
  const byName = new Map([...dialogue.variables.values()].map((each) => [each.name, each]));
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const variable = dialogue.variables.get(key) ?? byName.get(key);
      if (variable === undefined) throw invalidValue([...loc, key], "the story uses no such variable", value);
      return [variable.id, fittedValue(variable, value, [...loc, key])];
    }),
  );
}

function fittedValue(variable: PlayVariable, value: VariableValue, loc: Loc): VariableValue {
  const fits = fitted(value, variable);
  if (fits !== UNKNOWN) return fits;
  const values = declaresValues(variable.type) ? `: of ${variable.enum_values.join(", ")}` : "";
  throw invalidValue([...loc], `is not a value of type ${variable.type}${values}`, value);
}

/** Reads what a player comes with to a new playthrough at a sequence; nothing where nobody is named. */
export async function cameWith(
  context: NamingContext,
  player: string | undefined,
  story: Story,
  seq: number,
): Promise<Pick<RunBeginning, "values" | "taken_by_player" | "quests">> {
  if (player === undefined) return { values: {}, taken_by_player: [] };
  const { db, project } = context;
  const names = await namesOfPlayer(context, player);
  const quests = await readCarried(db, project.id, names[0] ?? player, seq);
  return { ...(await broughtAlong(db, project.id, names, story)), ...(quests.length > 0 && { quests }) };
}

/**
 * Reads the state that a player carries over from the previous playthrough: the values of variables with project scope,
 * and the branches taken, each at most as often as its limit per player.
 */
async function broughtAlong(
  db: Db,
  projectId: string,
  playerNames: readonly string[],
  { dialogue }: Story,
): Promise<Pick<RunBeginning, "values" | "taken_by_player">> {
  const [last] = await db.execute<Columns<"run_versions", "id">>(
    sql`SELECT id FROM run_versions WHERE project_id = ${projectId} AND ${isOneOf(sql`player_id`, playerNames)} AND ${holds(null)}
        ORDER BY created_seq DESC LIMIT 1`,
  );
  const run = last === undefined ? null : await readRun(db, projectId, last.id);
  if (run === null) return { values: {}, taken_by_player: [] };
  const { state } = run.standing;
  const kept = [...dialogue.variables.values()].filter(({ scope }) => scope === "project");
  const values = kept.flatMap((variable) => {
    const value = Object.hasOwn(state.values, variable.id) ? state.values[variable.id] : undefined;
    const fits = value === undefined ? UNKNOWN : fitted(value, variable);
    return fits === UNKNOWN ? [] : [[variable.id, fits] as const];
  });
  const counts = new Map(Object.entries(state.taken).map(([id, { count }]) => [id, count]));
  for (const id of state.taken_by_player) counts.set(id, (counts.get(id) ?? 0) + 1);
  const limits = new Map<string, number>();
  for (const graph of graphsOf(dialogue)) {
    for (const { branches } of graph.nodes.values()) {
      for (const branch of branches) if (branch.repeat_scope === "player") limits.set(branch.id, limitOf(branch));
    }
  }
  const taken = [...limits].flatMap(([id, limit]) => {
    const times = Math.min(counts.get(id) ?? 0, Number.isFinite(limit) ? limit : 0);
    return Array.from({ length: times }, () => id);
  });
  return { values: Object.fromEntries(values), taken_by_player: taken };
}
