import { z } from "zod";
import type { VariableValue } from "#domain/expression.ts";
import { runVersions } from "#drizzle/schema/runs.ts";
import { resource, type Version } from "../../record/resource.ts";

export const RUN_STATUSES = ["open", "ended"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Maximum number of steps in one playthrough. */
export const MAX_RUN_STEPS = 10_000;

/**
 * Beginning of a playthrough. The playthrough can be played again from this, the story at its sequence, and its
 * actions.
 */
export interface RunBeginning {
  readonly seed: number;
  /** Values of variables that are not their defaults, by id. */
  readonly values: Readonly<Record<string, VariableValue>>;
  /** Branches that the player took in earlier playthroughs, as often as it counts. */
  readonly taken_by_player: readonly string[];
  /** The time of the world, where its host told it. */
  readonly world_time?: number;
}

/** Ending of a playthrough: its kind, and the node it ended at. */
export type RunEnding = {
  readonly kind: string;
  readonly node_id: string | null;
};

/** State of a playthrough as the record keeps it: its beginning and its end. What happens between them is kept beside the record. */
const RunState = z.object({
  graph_id: z.string(),
  base_seq: z.number(),
  player_id: z.string().nullable().default(null),
  beginning: z.custom<RunBeginning>(),
  status: z.enum(RUN_STATUSES),
  ending: z.custom<RunEnding | null>().default(null),
  /** The share link by which a reader played it and sent it back; null for all others. */
  share_id: z.string().nullable().default(null),
  /** Comment of the reader who sent it. */
  words: z.string().default(""),
});
export type RunState = z.output<typeof RunState>;
export type RunVersion = Version<RunState>;

/** A playthrough of a dialogue at one sequence. It names its dialogue without holding on to it: the story of its sequence stays. */
export const runResource = resource({ type: "run", prefix: "run", table: runVersions, state: RunState });
