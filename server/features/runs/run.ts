import { z } from "zod";
import { runFields, runVersions } from "#drizzle/schema/runs.ts";
import type { StateOf } from "../../kernel/field.ts";
import { recorded } from "../../operation/ordinary/recorded.ts";

/** Maximum number of steps in one playthrough. */
export const MAX_RUN_STEPS = 10_000;

/** Answers that a playthrough waits for, and reasons of its end. */
export const HALTS = [
  "choices",
  "continue",
  "command",
  "waiting",
  "ending",
  "leaves",
  "dead-end",
  "blocked",
  "missing",
  "circle",
  "nothing",
] as const;

export type RunState = StateOf<typeof runFields>;

const Ending = z
  .object({
    kind: z.enum(HALTS).meta({ description: "Reason of the end; `ending` is an ending of the story." }),
    node_id: z.string().nullable().meta({ description: "The node it ended at." }),
  })
  .nullable()
  .meta({ description: "End of the playthrough; null while it is open." });

/** A playthrough of a dialogue at one sequence. It names its dialogue without holding on to it: the story of its sequence stays. */
export const run = recorded({
  type: "run",
  one: "playthrough",
  plural: "runs",
  path: "/v1/projects/{project_id}/game-narrative/runs",
  table: runVersions,
  fields: runFields,
  wire: ({ graph_id, base_seq, player_id, status, share_id, words, forked_from, forked_step }) => ({
    graph_id,
    base_seq,
    player_id,
    seed: z.int().meta({ description: "Seed of its random numbers." }),
    status,
    ending: Ending,
    share_id,
    words,
    forked_from,
    forked_step,
  }),
  toWire: ({ beginning: { seed }, ending, ...shown }) => ({ ...shown, seed, ending: ending as z.input<typeof Ending> }),
  example: {
    state: {
      graph_id: "dlg_01k9hq3xg1r7m4k2vn5te8y6cb",
      base_seq: 118,
      player_id: "ply_01k9hq3tx8v2m5rbz4nd7wcfje",
      beginning: { seed: 7, values: {}, taken_by_player: [] },
      status: "open",
    },
    edits: {
      updated: { status: "ended", ending: { kind: "ending", node_id: "node_01k9hq3ynp5s0w9d3zx7ja4hfq" } },
    },
  },
});
